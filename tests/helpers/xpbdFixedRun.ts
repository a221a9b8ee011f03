/** Fingerprints of `hashFixedRun`, as Node 20 gives them; every other engine has to agree. */
export const FIXED_RUN = { wasm: '416810280363e1c8', plain: '1cd1337407ef2fac' } as const

/** Fingerprints of `hashHingeRun`, likewise. */
export const HINGE_RUN = { wasm: '1878ba72521cea4a', plain: '3272724adbf7443d' } as const
