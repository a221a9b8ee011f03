/** Fingerprints of `hashFixedRun`, as Node 20 gives them; every other engine has to agree. */
export const FIXED_RUN = { wasm: 'a2367377ce6db611', plain: '25401a5a0da25faa' } as const

/** Fingerprints of `hashHingeRun`, likewise. */
export const HINGE_RUN = { wasm: '1878ba72521cea4a', plain: '3272724adbf7443d' } as const
