/** The CS184 sheet on four pins against the reference trajectories, two stiffnesses. */
import { describe } from 'vitest'
import { followsReference } from '../helpers/reference.js'

describe('CS184 pinned4', () => {
  followsReference('pinned4', 0.820408)
  followsReference('pinned4-ks50000', 0.896238)
})
