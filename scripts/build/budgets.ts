import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { gzipSync } from 'node:zlib'
import { LATER_FILES, START, START_FEATURES } from './texts.ts'

/** The part of Vite's manifest that a budget needs: a chunk's file, and which chunks come with it. */
export interface Chunk {
  file: string
  isEntry?: boolean
  isDynamicEntry?: boolean
  imports?: string[]
  css?: string[]
  dynamicImports?: string[]
  src?: string
}
export type ViteManifest = Record<string, Chunk>

/** One line of the budget table; sizes in bytes as gzip -9 makes them. */
export interface Budget {
  what: string
  bytes: number
  limit: number
}

const KB = 1000
// Two chunks are larger than a screen's: what is known of the world's telephone numbers, fetched beside the form that
// needs it, and what draws charts, for the desks of staff and stores. The worker's start is weighed with Dexie, a file
// that the page shares.
const LIMITS = {
  page: 125 * KB,
  takeover: 143.5 * KB,
  texts: 8 * KB,
  moreTexts: 30 * KB,
  // With the tables of invoices and billing details (docs/decisions/papers.md), which each device has from its start.
  worker: 58.1 * KB,
  // With the document and the shell kept as the market looks (docs/decisions/own-name.md); no page waits for it.
  serviceWorker: 15.2 * KB,
  // With the world of stores (docs/decisions/stores.md), which is sent with no page open, too; no visit waits for it.
  drain: 51 * KB,
  screen: 15.5 * KB,
  // Beyond the operator's screen, in which every desk opens.
  desk: 9.5 * KB,
  phones: 40 * KB,
  charts: 27 * KB,
  // With what begins once the page is idle shares with screens, and with shipping and taxes by country,
  // which cart and checkout reckon (docs/decisions/areas.md).
  kit: 49.5 * KB,
  shell: 439 * KB,
}

const limitOf = (lazy: string): number => {
  if (lazy.endsWith('/phone.ts')) return LIMITS.phones
  if (lazy.endsWith('/day-chart-later.tsx')) return LIMITS.charts
  return /\/operator\/.*-desk-later\.tsx$/.test(lazy) ? LIMITS.desk : LIMITS.screen
}

/** A chunk with all that it imports statically, each once. */
export function withStaticImports(manifest: ViteManifest, keys: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const visit = (key: string): void => {
    if (seen.has(key)) return
    seen.add(key)
    for (const next of manifest[key]?.imports ?? []) visit(next)
  }
  for (const key of keys) visit(key)
  return seen
}

/** A part of the worker that is loaded when it is needed, by its file. */
const partName = (file: string): string => `worker, ${basename(file).replace(/^worker-part-(.*)-.{8}\.js$/, '$1')}`

/** The scripts that a visitor's device keeps (sw/routes.ts), in one language. */
const OF_VISITORS =
  /^assets\/(?!(?:staff|person|drain|worker-part-(?:desks|goods|wallet|staff)|texts-(?:own|trade))-|texts-\w+-(?!ar-)).*\.js$/

/** The largest of some sizes. */
const largest = (sizes: readonly number[]): number => Math.max(0, ...sizes)

const TEXTS = /\/texts-(.+)-\w+$/
const KIT = /^assets\/(kit|lists|idle|(person-|staff-)?(more|styles))-/
/** A screen with which a visit may begin, so that it is loaded before the page has taken over. */
const FIRST_SCREEN = new RegExp(`^src/features/(${START_FEATURES.join('|')})/[^/]+-screen\\.tsx$`)

/**
 * Weighs what was built: the page's entry; the entry with the largest first screen and the texts of the start, which is
 * all that runs until the page has taken over; the worker, the service worker, each part of the texts in its largest
 * language, and each lazy screen with what only it brings along.
 */
export function weigh(
  manifest: ViteManifest,
  size: (file: string) => number,
  own: { worker: readonly string[]; lazy: readonly string[]; drain: readonly string[]; shell: readonly string[] },
): Budget[] {
  const sum = (files: Iterable<string>): number =>
    [...files].filter((file) => file.endsWith('.js')).reduce((all, file) => all + size(file), 0)
  const fileOf = (key: string): string => manifest[key]!.file
  const entry = withStaticImports(
    manifest,
    Object.keys(manifest).filter((key) => manifest[key]!.isEntry),
  )
  const all = Object.keys(manifest).filter((key) => manifest[key]!.isDynamicEntry && !entry.has(key))
  const lazy = all.filter((key) => !TEXTS.test(key))
  const whole = (key: string): string[] =>
    [...withStaticImports(manifest, [key])].filter((part) => !entry.has(part)).map(fileOf)
  // The chunks that most screens share are weighed once, as the kit.
  const extra = (key: string): number => sum(whole(key).filter((file) => !KIT.test(file)))
  const texts = Map.groupBy(
    all.filter((key) => TEXTS.test(key)),
    (key) => TEXTS.exec(key)![1]!,
  )
  const textsOf = (part: string): number => largest((texts.get(part) ?? []).map(extra))
  const page = sum([...entry].map(fileOf))
  return [
    { what: 'page entry', bytes: page, limit: LIMITS.page },
    {
      what: 'page until it has taken over',
      bytes:
        page + largest(lazy.filter((key) => FIRST_SCREEN.test(key)).map((key) => sum(whole(key)))) + textsOf(START),
      limit: LIMITS.takeover,
    },
    { what: 'kit', bytes: sum(new Set(lazy.flatMap(whole).filter((file) => KIT.test(file)))), limit: LIMITS.kit },
    { what: 'worker', bytes: sum(own.worker), limit: LIMITS.worker },
    ...own.lazy.map((file) => ({ what: partName(file), bytes: size(file), limit: LIMITS.screen })),
    { what: 'service worker', bytes: size('sw.js'), limit: LIMITS.serviceWorker },
    { what: 'shell of a visitor', bytes: sum(own.shell), limit: LIMITS.shell },
    { what: 'drain', bytes: sum(own.drain), limit: LIMITS.drain },
    ...[...texts.keys()].map((part) => ({
      what: `texts ${part}`,
      bytes: textsOf(part),
      limit: LATER_FILES.some((file) => file === part) ? LIMITS.moreTexts : LIMITS.texts,
    })),
    ...lazy.map((key) => ({ what: `lazy ${basename(key)}`, bytes: extra(key), limit: limitOf(key) })),
  ]
}

/** The budgets of a finished build in `dist`. */
export async function readBudgets(dist: string, manifest: ViteManifest): Promise<Budget[]> {
  const files = await readdir(`${dist}/assets`)
  const wanted = new Set(['sw.js', ...files.map((file) => `assets/${file}`)])
  const sizes = new Map<string, number>()
  for (const file of wanted)
    if (file.endsWith('.js')) sizes.set(file, gzipSync(await readFile(`${dist}/${file}`), { level: 9 }).length)
  const size = (file: string): number => {
    const bytes = sizes.get(file)
    if (bytes === undefined) throw new Error(`budgets: ${file} is named by the manifest but was not built`)
    return bytes
  }
  const called = (name: RegExp): string[] => files.filter((file) => name.test(file)).map((file) => `assets/${file}`)
  return weigh(manifest, size, {
    worker: called(/^(worker-(?!part-)|dexie-).*\.js$/),
    lazy: called(/^worker-part-.*\.js$/),
    drain: called(/^drain-.*\.js$/),
    shell: files.map((file) => `assets/${file}`).filter((file) => OF_VISITORS.test(file)),
  })
}

/** The table that a build prints. */
export function budgetTable(budgets: readonly Budget[]): string {
  const kB = (bytes: number): string => (bytes / KB).toFixed(1).padStart(6)
  return budgets
    .map((b) => `  ${b.bytes > b.limit ? '✗' : '✓'} ${b.what.padEnd(34)} ${kB(b.bytes)} kB of ${kB(b.limit)}`)
    .join('\n')
}

/** The budgets that are exceeded, and those for which the build has nothing to weigh. */
export const overBudget = (budgets: readonly Budget[]): Budget[] =>
  budgets.filter((b) => b.bytes > b.limit || b.bytes === 0)
