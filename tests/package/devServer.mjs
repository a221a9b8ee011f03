// What an application's development server makes of a module that uses the packages: Vite bundles
// packages into a folder of its own before it serves them, where files beside them are not.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'

/** An address of a file, with what Vite writes before it. */
const ADDRESS = /new URL\(\s*(?:\/\*[^*]*\*\/\s*)?["'`]([^"'`]+)["'`]/g

/**
 * Follows a module of the application to the packages it imports, and on to files whose addresses
 * these compute.
 *
 * @param {string} directory where the packages lie in a node_modules
 * @param {string} name of the file that is written there
 * @param {string} source of the application's only module
 * @param {string[]} include modules that are bundled up front
 * @param {RegExp} file what the addresses that are looked for contain
 * @returns {Promise<{ packaged: string[], found: { address: string, ok: boolean, code: string }[] }>}
 */
export async function serve(directory, name, source, include, file) {
  writeFileSync(join(directory, `${name}.mjs`), source)
  const server = await createServer({
    configFile: false,
    logLevel: 'error',
    root: directory,
    appType: 'custom',
    optimizeDeps: { include, noDiscovery: true },
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  })
  try {
    await server.listen()
    const { port } = server.httpServer.address()
    const get = async (address) => {
      const { pathname, search } = new URL(address, 'http://_')
      const response = await fetch(`http://127.0.0.1:${port}${pathname}${search}`)
      return { address: pathname, ok: response.ok, code: await response.text() }
    }
    const { code } = await get(`/${name}.mjs`)
    const packaged = [...code.matchAll(/from "(\/[^"]*\.vite\/deps\/[^"]*)"/g)].map(([, at]) => at)
    const found = []
    for (const address of packaged) {
      const bundled = await get(address)
      const addresses = [...bundled.code.matchAll(ADDRESS)]
        .map(([, at]) => at)
        .filter((at) => file.test(at))
      for (const at of addresses) found.push(await get(new URL(at, `http://_${address}`)))
    }
    return { packaged, found }
  } finally {
    await server.close()
  }
}
