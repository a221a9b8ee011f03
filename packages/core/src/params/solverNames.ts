/** For parameters that only some solvers read. */
export const MASS_SPRING = ['mass-spring'] as const
export const PBD = ['pbd'] as const
export const XPBD = ['xpbd'] as const
/** Those that move particles to where constraints hold. */
export const PROJECTING = ['xpbd', 'pbd'] as const
