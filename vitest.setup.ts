import fc from 'fast-check'
import { afterAll, vi } from 'vitest'

// Unit tests render React outside a browser: this tells React that updates come wrapped in act().
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

// Random tests draw the same cases in every run, so that a run that was green stays so. BILLOW_SEED
// draws others; a failure prints its seed.
fc.configureGlobal({ seed: Number(process.env.BILLOW_SEED ?? 1) })

// Files share what they run in: none leaves its own clock, globals or spies to the next.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
