/** Which settings of which engine are measured at which size. */

const billow = (substeps, more = {}, note = '') => ({
  engine: 'billow',
  label: `${substeps} substeps${note}`,
  settings: { substeps, ...more },
})

const jolt = (iterations, shear) => ({
  engine: 'jolt',
  label: `${iterations} iterations, tethers${shear === undefined ? '' : `, shear ${shear}`}`,
  settings: { iterations, tethers: true, shear },
})

const rapier = (settings = {}) => ({
  engine: 'rapier',
  label:
    [
      settings.frequency && `${settings.frequency} Hz`,
      settings.iterations && `${settings.iterations} iterations`,
    ]
      .filter(Boolean)
      .join(', ') || 'default',
  settings,
})

/** As stiff as it goes: constraints without give, and twenty times the substeps of the cheapest. */
const stiffest = billow(
  80,
  { stretchCompliance: 0, shearCompliance: 0 },
  ', compliance 0 (stiffest)',
)

/** Without the limit, what the constraints hold by themselves. */
const unlimited = (substeps) => billow(substeps, { limitStrain: false }, ', no strain limit')

/** The 50 × 50 sheet. */
export const hangingCases = [
  ...[2, 3, 4, 5, 6, 8, 10].map((substeps) => billow(substeps)),
  stiffest,
  ...[5, 10, 40].map((n) => jolt(n)),
  rapier(),
  rapier({ frequency: 200 }),
].map((item) => ({ ...item, side: 50 }))

/** Billow over its number of substeps, by particles along a side: from too soft to stiff. */
const SUBSTEPS = {
  32: [1, 2, 3, 4, 6, 8, 12, 20],
  64: [2, 3, 4, 6, 8, 12, 20, 40],
  128: [3, 4, 6, 8, 12, 20, 40],
  256: [4, 8, 12, 20, 40],
}

/** Other engines; at 256² a run of any of them takes a minute. */
const PEERS = {
  32: [...[5, 10, 20, 40].map((n) => jolt(n)), rapier(), rapier({ frequency: 200 })],
  64: [
    ...[10, 20, 40, 60, 80].map((n) => jolt(n)),
    // Here its best: less max strain than at 0.1.
    ...[40, 50].map((n) => jolt(n, 0.01)),
    rapier(),
    rapier({ frequency: 200 }),
  ],
  128: [...[10, 20, 40].map((n) => jolt(n)), rapier(), rapier({ frequency: 200 })],
  256: [jolt(20), rapier({ frequency: 200 })],
}

export const paretoSides = Object.keys(SUBSTEPS).map(Number)

/** Billow's own settings at a size, ordered by cost. */
export function billowCases(side) {
  return SUBSTEPS[side].map((substeps) => ({ ...billow(substeps), side }))
}

/** Substeps by particles along a side: around a mean strain of 1 %, and 8 to compare one substep. */
const SCALE_SUBSTEPS = { 32: [1, 2, 8], 64: [1, 2, 8], 128: [1, 2, 8], 256: [2, 3, 8] }

export function scaleCases(side) {
  return SCALE_SUBSTEPS[side].map((substeps) => ({ ...billow(substeps), side }))
}

export function paretoCases(side) {
  const others = [...[8, 20].map(unlimited), ...PEERS[side]]
  return [...billowCases(side), ...others.map((item) => ({ ...item, side }))]
}

/** One of each engine on a small sheet: whether the adapters work. */
export const quickCases = [billow(8), jolt(20), rapier()].map((item) => ({ ...item, side: 16 }))
