import { readdir, readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/** What the bundler knows of the modules. */
export interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** Names a chunk for all that modules import statically, directly or not, but for these modules themselves. */
function importedBy(entries: readonly string[], chunk: string): (id: string, modules: Modules) => string | null {
  let reached: Set<string> | undefined
  const reach = (id: string, modules: Modules, found: Set<string>): Set<string> => {
    for (const next of modules.getModuleInfo(id)?.importedIds ?? [])
      if (!found.has(next)) reach(next, modules, found.add(next))
    return found
  }
  return (id, modules) => {
    reached ??= entries.reduce((found, entry) => reach(entry, modules, found), new Set<string>())
    return reached.has(id) && !entries.includes(id) ? chunk : null
  }
}

/**
 * Puts all that the worker's entry imports into a chunk of its own, "core", and leaves in the entry only its own few
 * lines. What is loaded when asked for then imports the core, and nothing imports the entry: WebKit runs an entry that
 * is imported a second time, and the tab would have two workers in one thread.
 */
export const coreOf = (entry: string) => importedBy([entry], 'core')

/**
 * Puts what the page and the screen of most first visits import into one chunk, "frame", and nothing else. What is that
 * screen's alone stays with it: no other screen waits for it.
 */
export const frameOf = (root: string) => {
  const frame = importedBy([`${root}/src/main.tsx`, `${root}/src/features/home/home-screen.tsx`], 'frame')
  return (id: string, modules: Modules): string | null =>
    id.startsWith(`${root}/src/features/`) ? null : frame(id, modules)
}

/** Puts what the other screens of first visits share into one chunk, "kit". */
export const kitOf = (root: string) =>
  importedBy(
    ['products/products', 'category/category', 'goods/goods', 'stores/store', 'search/search'].map(
      (screen) => `${root}/src/features/${screen}-screen.tsx`,
    ),
    'kit',
  )

/** Puts what the small screens of first visits share with others into one chunk, "more". */
export const moreOf = (root: string) =>
  importedBy(
    ['favourites/favourites', 'stores/followed-stores', 'language/lang', 'not-found/not-found'].map(
      (screen) => `${root}/src/features/${screen}-screen.tsx`,
    ),
    'more',
  )

/** What starts the worker: of the page, and of the worker itself. */
const STARTS_WORKER = /\/(worker-core|start-worker|dexie)-/

/** Has the page's document name what starts the worker, so that it is on its way before the code that asks for it. */
export const preloadWorker = (): Plugin => ({
  name: 'preload-worker',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => STARTS_WORKER.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', href: `/${file}`, 'data-for': 'worker' },
          injectTo: 'head' as const,
        })),
  },
})

/** The chunks of a build's worker that import its entry; there must be none. */
export async function importersOfEntry(assets: string): Promise<string[]> {
  const files = (await readdir(assets)).filter((file) => /^worker-.*\.js$/.test(file))
  const [entry, ...more] = files.filter((file) => !/^worker-(core|part)-/.test(file))
  if (entry === undefined || more.length > 0) throw new Error(`not one worker's entry: ${files.join(', ')}`)
  const texts = await Promise.all(files.map((file) => readFile(`${assets}/${file}`, 'utf8')))
  return files.filter((_, i) => texts[i]!.includes(entry))
}
