/** Fingerprints of `hashFixedRun`, as Node 20 gives them; every other engine has to agree. */
export const FIXED_RUN = { wasm: '7238d2cf40286781', plain: '45e1700fcf0fb4e4' } as const

/** Fingerprints of `hashHingeRun`, likewise. */
export const HINGE_RUN = { wasm: '1878ba72521cea4a', plain: '3272724adbf7443d' } as const
