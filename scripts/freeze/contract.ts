import { resolve } from 'node:path'
import { build } from 'vite'

/**
 * One module, with all it needs, of what the contract in a folder says: its endpoints and mutations with their schemas,
 * the envelope, and the protocol's number.
 */
export async function bundleContract(folder: string): Promise<string> {
  const entry = 'contract-to-freeze'
  const source = `
    export { endpoints } from ${JSON.stringify(resolve(folder, 'endpoints.ts'))}
    export { mutations } from ${JSON.stringify(resolve(folder, 'mutations.ts'))}
    export { Envelope } from ${JSON.stringify(resolve(folder, 'wire/schema-envelope.ts'))}
    export { PROTOCOL } from ${JSON.stringify(resolve(folder, 'sync/schema.ts'))}
  `
  const built = await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: { ssr: entry, write: false, minify: true, rolldownOptions: { output: { codeSplitting: false } } },
    plugins: [
      {
        name: 'entry',
        enforce: 'pre',
        resolveId: (id) => (id.endsWith(entry) ? entry : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
  })
  const [result] = Array.isArray(built) ? built : [built]
  if (!result || !('output' in result) || result.output.length !== 1 || result.output[0].type !== 'chunk')
    throw new Error('the contract did not become one module')
  return result.output[0].code
}
