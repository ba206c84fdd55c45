import { build, type Plugin } from 'vite'
import { browsers } from './browsers.ts'
import { importedDexie, type BuiltFile } from './modern-dexie.ts'

/** A script of one file holds all that it might ever load: what only a page asks for is left out of it. */
const withoutPages: Plugin = {
  name: 'without-pages',
  enforce: 'pre',
  resolveId: (id) =>
    /^#contract\/(operator|search|site|visitor)-endpoints\.ts$/.test(id)
      ? '\0no-endpoints'
      : id === '#contract/person-endpoints.ts'
        ? '\0sending-endpoints'
        : undefined,
  load: (id) =>
    id === '\0no-endpoints'
      ? 'export const [operatorEndpoints, searchEndpoints, siteEndpoints, visitorEndpoints] = [{}, {}, {}, {}]'
      : id === '\0sending-endpoints'
        ? "export { sendingEndpoints as personEndpoints } from '#contract/sending-endpoints.ts'"
        : undefined,
}

/**
 * A script of one file has nothing to load later: what is imported when it is needed comes at once. Else each module of
 * it, and of all that it imports, would be wrapped in a function that begins it.
 */
const atOnce: Plugin = {
  name: 'at-once',
  enforce: 'pre',
  transform(code, id) {
    if (id.includes('node_modules')) return undefined
    const found: string[] = []
    const written = code.replace(/(?<!typeof )\bimport\(('[^']+')\)(?!\.)/g, (_, path: string) => {
      found.push(`import * as loaded${found.length} from ${path}\n`)
      return `Promise.resolve(loaded${found.length - 1})`
    })
    return found.length > 0 ? { code: found.join('') + written, map: null } : undefined
  },
}

/** Builds worker/background/drain.ts into one classic script, a service worker of its own, which loads Dexie's file. */
export async function buildDrain(root: string, dexie: BuiltFile): Promise<BuiltFile> {
  const made = (await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [importedDexie(dexie), withoutPages, atOnce],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: browsers,
      reportCompressedSize: false,
      rolldownOptions: {
        input: `${root}/worker/background/drain.ts`,
        output: { format: 'iife', entryFileNames: 'assets/drain-[hash].js' },
      },
    },
  })) as { output: { fileName: string; code: string }[] }
  const { fileName, code } = made.output[0]!
  return { file: fileName, code }
}

/** Tells the page the address of the built drain, and puts it among the files; while developing there is none. */
export const drainFile = (built?: BuiltFile): Plugin => ({
  name: 'drain-file',
  resolveId: (id) => (id === 'virtual:drain' ? '\0drain' : undefined),
  load: (id) => (id === '\0drain' ? `export const drainAddress = '${built ? `/${built.file}` : ''}'` : undefined),
  buildStart() {
    if (built) this.emitFile({ type: 'asset', fileName: built.file, source: built.code })
  },
})
