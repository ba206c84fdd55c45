import type { Plugin } from 'vite'

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
