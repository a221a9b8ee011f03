/**
 * The CS184 sheet on two pins against the reference trajectories, three stiffnesses. A step of the
 * simulation is a frame of the reference.
 */
import { describe } from 'vitest'
import { followsReference } from '../helpers/reference.js'

describe('CS184 pinned2', () => {
  followsReference('pinned2', 0.440534)
  followsReference('pinned2-ks500')
  followsReference('pinned2-ks50000', 0.488502)
})
