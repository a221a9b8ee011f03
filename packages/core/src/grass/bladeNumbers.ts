/**
 * What a twin of the blade model in another language has to have in common with this one: constants
 * of the model, and how wind and bodies are packed into numbers.
 */
import { COS_0, COS_1, COS_2, COS_3, SIN_0, SIN_1, SIN_2, SIN_3 } from '../math/turns.js'
import { MODE_COUNT, MODE_STRIDE } from '../wind/turbulence.js'
import { AIR_NUMBERS, FIRST_MODE, SOURCE_STRIDE } from '../wind/WindField.js'
import { FRONT_SHARE, LEAST_RECOVERY } from './blade/forces.js'
import { UPRIGHT_REST } from './blade/guides.js'
import { LEAST_GUIDE } from './blade/validate.js'
import { BODY_STRIDE, MOST_PASSES } from './bodies.js'

export const bladeNumbers = {
  frontShare: FRONT_SHARE,
  leastRecovery: LEAST_RECOVERY,
  leastGuide: LEAST_GUIDE,
  uprightRest: UPRIGHT_REST,
  mostPasses: MOST_PASSES,
  bodyStride: BODY_STRIDE,
  /** Numbers that `WindField.writeModes` writes; modes begin at `firstMode`. */
  airNumbers: AIR_NUMBERS,
  firstMode: FIRST_MODE,
  modeCount: MODE_COUNT,
  modeStride: MODE_STRIDE,
  sourceStride: SOURCE_STRIDE,
  /** Coefficients of `sinTurns` and `cosTurns`. */
  sine: [SIN_0, SIN_1, SIN_2, SIN_3],
  cosine: [COS_0, COS_1, COS_2, COS_3],
} as const
