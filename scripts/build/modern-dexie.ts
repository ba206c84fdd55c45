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
export interface BuiltFile {
  file: string
  code: string
}

/** The cache that Dexie sets up for each database and the device does without (localdb/open.ts, localdb/read.ts). */
const CACHE = 'this.use(cacheMiddleware);'

/** Leaves out Dexie's cache of query results: it is off in every database, and a tenth of the code. */
const withoutCache: Plugin = {
  name: 'without-cache',
  transform(code, id) {
    if (!id.includes(modernDexie.replacement)) return undefined
    if (!code.includes(CACHE)) throw new Error('Dexie sets its cache up in another way')
    return code.replace(CACHE, '')
  },
}

/** Where the shared file leaves what is used of Dexie. */
const KEPT = 'globalThis.caravanDexie'

const ENTRY = '\0dexie'
const entry: Plugin = {
  name: 'dexie-entry',
  resolveId: (id) => (id === ENTRY ? id : undefined),
  load: (id) =>
    id === ENTRY
      ? `import { Dexie, liveQuery } from '${modernDexie.replacement}'\n${KEPT} = { Dexie, liveQuery }`
      : undefined,
}

/**
 * Builds what is used of Dexie into one file without exports: modules import it, and the service worker, which is none,
 * can load the same.
 */
export async function buildDexie(root: string): Promise<BuiltFile> {
  const made = (await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [entry, withoutCache],
    build: {
      write: false,
      target: browsers,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: ENTRY, output: { format: 'iife', entryFileNames: 'assets/dexie-[hash].js' } },
    },
  })) as { output: { fileName: string; code: string }[] }
  const { fileName, code } = made.output[0]!
  return { file: fileName, code }
}

const USED = '\0used-dexie'
const used = `export const { Dexie, liveQuery } = ${KEPT}`

/** Has the page and its worker import Dexie from one file, so that a device fetches it once. */
export const sharedDexie = ({ file, code }: BuiltFile): Plugin => ({
  name: 'shared-dexie',
  enforce: 'pre',
  resolveId: (id) =>
    id === 'dexie' ? USED : id === `/${file}` ? { id, external: 'absolute', moduleSideEffects: true } : undefined,
  load: (id) => (id === USED ? `import '/${file}'\n${used}` : undefined),
  buildStart() {
    this.emitFile({ type: 'asset', fileName: file, source: code })
  },
})

/**
 * Dexie for a service worker: loads the shared file, before anything else of it runs. The one Trusted Types policy that
 * the site allows is for exactly this script.
 */
export const importedDexie = ({ file }: BuiltFile): Plugin => ({
  name: 'imported-dexie',
  enforce: 'pre',
  resolveId: (id) => (id === 'dexie' ? USED : undefined),
  load: (id) =>
    id === USED
      ? `const ours = '/${file}'
const createScriptURL = (url) => {
  if (url !== ours) throw new TypeError('not a script of ours: ' + url)
  return url
}
const policy = globalThis.trustedTypes?.createPolicy('caravan', { createScriptURL })
importScripts(policy ? policy.createScriptURL(ours) : ours)
${used}`
      : undefined,
})
