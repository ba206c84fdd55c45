import { readFile, writeFile } from 'node:fs/promises'
import { locales } from '#contract/text/locales.ts'
import type { DocumentFiles } from '#contract/document.ts'
import { withStaticImports, type ViteManifest } from './budgets.ts'
import { filesOfPart, START, START_FEATURES } from './texts.ts'

// Which scripts the page will ask for when it takes over a screen: the server names them in its documents, so that they
// are on their way before the page's entry runs.

/** The module of each screen by the pattern of its path, read from the table of routes. */
export function screensIn(routes: string): Map<string, string> {
  const rows = routes.matchAll(/path: '([^']+)',[^}]*?import\('\.\.\/([^']+)'\)/g)
  return new Map([...rows].map(([, path, module]) => [path!, `src/${module!}`]))
}

/** The module that starts the worker; the page loads it after its first screen. */
const START_WORKER = 'src/data/worker/start-worker.ts'

/** The file that page and worker share (sharedDexie); it is no chunk of the page's. */
const DEXIE = /^assets\/dexie-/

/** The files of each screen and of the texts of each language, beyond the page's entry. */
export function preloadsOf(manifest: ViteManifest, screens: ReadonlyMap<string, string>): DocumentFiles {
  const entry = withStaticImports(
    manifest,
    Object.keys(manifest).filter((key) => manifest[key]!.isEntry),
  )
  const files = (key: string): string[] =>
    [...withStaticImports(manifest, [key])].filter((part) => !entry.has(part)).map((part) => `/${manifest[part]!.file}`)
  const texts = (part: string, code: string): string[] => {
    const key = Object.keys(manifest).find((name) => name.endsWith(`/texts-${part}-${code}`))
    return key ? files(key) : []
  }
  return Object.fromEntries(
    [...screens].map(([path, module]) => {
      if (!manifest[module]) throw new Error(`preloads: ${module} was not built`)
      const feature = module.split('/')[2]!
      const wanted = START_FEATURES.includes(feature) ? [START] : [START, ...filesOfPart(feature)]
      const textFiles = locales.map(({ code }): [string, string[]] => [
        code,
        wanted.flatMap((part) => texts(part, code)),
      ])
      return [path, { scripts: files(module), texts: Object.fromEntries(textFiles) }]
    }),
  )
}

/**
 * The files that the app cannot start without, and no others: the page's entry with the home screen, which an installed
 * app opens, and the worker without what it loads later.
 */
export function startFiles(manifest: ViteManifest, screens: ReadonlyMap<string, string>, built: string[]): string[] {
  const ofWorker = built.filter((file) => DEXIE.test(file) || /^assets\/worker-(?!part-)/.test(file))
  const keys = [
    ...Object.keys(manifest).filter((key) => manifest[key]!.isEntry || key.endsWith('/read.ts')),
    screens.get('/')!,
    START_WORKER,
  ]
  const chunks = [...withStaticImports(manifest, keys)].map((key) => manifest[key]!)
  const files = chunks.flatMap(({ file, css = [] }) => [file, ...css])
  return [...files, ...ofWorker].map((file) => `/${file}`)
}

/** Writes the files of all screens beside the bundle that renders them. */
export async function writePreloads(dist: string, manifest: ViteManifest, screens: Map<string, string>): Promise<void> {
  await writeFile(`${dist}/server/files.json`, JSON.stringify(preloadsOf(manifest, screens)))
}

/** The module of each screen, as the table of routes has it. */
export const readScreens = async (root: string): Promise<Map<string, string>> =>
  screensIn(await readFile(`${root}/src/app/routes.ts`, 'utf8'))
