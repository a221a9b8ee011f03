// `node .ci/pnpm.mjs <arguments>`: pnpm at the pinned version, for scripts and for machines without it.
import { onStopSignal } from './process.mjs'
import { pnpm } from './workspace.mjs'

onStopSignal(() => 130)
const { code } = await pnpm(process.argv.slice(2))
process.exit(code)
