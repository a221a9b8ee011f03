/** The five scene files of the CS184 cloth assignment, as they are in circulation. */
import { parseScene, type Scene } from '@billow/core'
import pinned2 from './cs184/pinned2.json'
import pinned4 from './cs184/pinned4.json'
import plane from './cs184/plane.json'
import selfCollision from './cs184/selfCollision.json'
import sphere from './cs184/sphere.json'

export const cs184Files = { pinned2, pinned4, sphere, plane, selfCollision }

export type Cs184Name = keyof typeof cs184Files

export const cs184Scene = (name: Cs184Name): Scene => parseScene(cs184Files[name])
