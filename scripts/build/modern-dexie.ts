import { build, type Plugin } from 'vite'
import { browsers } from './browsers.ts'

/**
 * Dexie as its authors build it for browsers of today. What the package names by default is lowered to ES5, which is
 * larger and slower, and every browser that this app is built for runs this one.
 */
export const modernDexie = { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }

/**
 * dexie-react-hooks without its own import of Dexie, for the page: the one hook in use (useObservable) has no need of
 * it, and the others would bring Dexie into the start. Dexie comes with localdb/read.ts, when the databases are opened.
 */
export const hooksWithoutDexie: Plugin = {
  name: 'hooks-without-dexie',
  enforce: 'pre',
  resolveId: (id, importer) =>
    /^dexie(\/|$)/.test(id) && importer?.includes('dexie-react-hooks') ? '\0no-dexie' : undefined,
  load: (id) => (id === '\0no-dexie' ? 'export const Dexie = {}' : undefined),
}

/** A file of the build, by its path in `dist`. */
interface BuiltFile {
  file: string
  code: string
}

const ENTRY = '\0dexie'
const entry: Plugin = {
  name: 'dexie-entry',
  resolveId: (id) => (id === ENTRY ? id : undefined),
  load: (id) => (id === ENTRY ? `export { Dexie, liveQuery } from '${modernDexie.replacement}'` : undefined),
}

/** Builds what is used of Dexie into one file. */
export async function buildDexie(root: string): Promise<BuiltFile> {
  const made = (await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [entry],
    build: {
      write: false,
      target: browsers,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: ENTRY,
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'assets/dexie-[hash].js' },
      },
    },
  })) as { output: { fileName: string; code: string }[] }
  const { fileName, code } = made.output[0]!
  return { file: fileName, code }
}

/** Has the page and its worker import Dexie from one file, so that a device fetches it once. */
export const sharedDexie = ({ file, code }: BuiltFile): Plugin => ({
  name: 'shared-dexie',
  enforce: 'pre',
  resolveId: (id) => (id === 'dexie' ? { id: `/${file}`, external: 'absolute' } : undefined),
  buildStart() {
    this.emitFile({ type: 'asset', fileName: file, source: code })
  },
})
