/**
 * The CS184 sheet that falls on a plane or a sphere against the reference trajectories. On the
 * plane it bobs within 0.2 mm of the surface, so late frames agree no better than that.
 */
import { describe } from 'vitest'
import { followsReference } from '../helpers/reference.js'

describe('CS184 plane', () => {
  followsReference('plane')
  followsReference('plane-ks500')
  followsReference('plane-ks50000')
})

describe('CS184 sphere', () => {
  followsReference('sphere')
  followsReference('sphere-ks500')
})
