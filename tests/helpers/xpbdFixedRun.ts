/** Fingerprints of `hashFixedRun`, as Node 20 gives them; every other engine has to agree. */
export const FIXED_RUN = { wasm: 'a5e64313da3c90a8', plain: '551435b1dfe9bb2e' } as const
