// The pages of @billow/embed as they are published, from the sources: scripts built, static files
// beside them, served to this machine alone.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { build, defaultClientConditions } from 'vite'

const root = join(import.meta.dirname, '../../../packages/embed')

const SCRIPTS = { 'billow-embed.js': 'src/register.ts', 'player.js': 'src/player.ts' }

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
}

export interface Site {
  readonly folder: string
  /** Ends in a slash. */
  readonly url: string
  close(): Promise<void>
}

export async function openSite(): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'billow-site-'))
  for (const [fileName, entry] of Object.entries(SCRIPTS)) {
    await build({
      configFile: false,
      logLevel: 'error',
      root,
      resolve: { conditions: ['@billow/source', ...defaultClientConditions] },
      build: {
        outDir: folder,
        emptyOutDir: false,
        target: 'es2022',
        lib: { entry, formats: ['iife'], name: 'billow', fileName: () => fileName },
      },
    })
  }
  cpSync(join(root, 'static'), folder, { recursive: true })

  const server = createServer((request, response) => {
    // Browsers ask for it by themselves.
    if (request.url === '/favicon.ico') return void response.writeHead(204).end()
    // Only names in the folder itself: nothing else is read, whatever is asked for.
    const name = /^\/([\w-]+\.\w+)(\?|$)/.exec(request.url ?? '')?.[1]
    try {
      const body = readFileSync(join(folder, name!))
      response.writeHead(200, { 'content-type': TYPES[extname(name!)] }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    folder,
    url: `http://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
