import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'

// Which texts come with which screen. Nobody keeps a list: a module's keys are the string literals in it that are keys
// of locales/en.json (and the template literals that begin like some), and a screen's are those of all that it imports.
//
//   start       what the frame and the screens of START_FEATURES say
//   <feature>   what the other screens of src/features/<feature> say besides
//   <name>      what <name>-later.tsx says besides, which comes once the page has taken over, or on a tap
//   guests      what all -guest.tsx say besides, in the place of screens that only somebody signed in can use
//
// A text that several parts need is in each of them, unless the start has it.

/** The features whose screens the server renders: their texts come with the start. */
export const START_FEATURES: readonly string[] = ['home', 'catalogue', 'categories', 'goods', 'stores', 'search']

export const START = 'start'
// All other parts are in few files: each that a device keeps costs more than a part's bytes.
/** The texts that everybody may read. */
export const MORE = 'more'
/** The further texts that only somebody signed in reads. */
export const OWN = 'own'
/** The further texts that only stores and operators read: no buyer waits for them. */
export const TRADE = 'trade'
/** All files of texts but the start's. */
export const LATER_FILES = [MORE, OWN, TRADE] as const
// Parts for somebody signed in. Few others read what is behind a private link, and those have the network.
const OF_PERSONS =
  /^(line-sheets|messages|orders|merchants|receipt-view|quotes|reviews|reports|invoices|wallet(-files)?|simulated-wallet|refused-orders|(avatar|billing|factor|linked|mails)-row)$/
/** The centre with its later parts, and the operator's desks. */
const OF_TRADE =
  /^(store|goods-(?:clash|look|remove|stock)|stock-form|refused|ended-notice|operator(?:-row)?|market-currency|written-preview|site-forms|first-steps|orders-waiting|profile|shipping)$|-desk$/

/** The files that a part is in: its own, and before it the one whose texts it does not repeat. */
export const filesOfPart = (name: string): readonly (typeof LATER_FILES)[number][] =>
  OF_TRADE.test(name) ? [MORE, TRADE] : OF_PERSONS.test(name) ? [MORE, OWN] : [MORE]

/** A locale's file: texts by section and name, some sections with sections of their own. */
export interface TextTree {
  [name: string]: string | TextTree
}

/** The text keys and the imports of a module of src/. */
interface Module {
  keys: ReadonlySet<string>
  imports: readonly string[]
  /** Imported when it is needed. */
  later: readonly string[]
}

const PLURAL = /_(zero|one|two|few|many|other)$/
/** A text's key as the code writes it, without its plural form. */
const spoken = (key: string): string => key.replace(PLURAL, '')

/** All texts of a language by their full key. */
export const flat = (tree: TextTree, prefix = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + name, value]] : flat(value, `${prefix}${name}.`),
  )

export const readTexts = (root: string, code: string): TextTree =>
  JSON.parse(readFileSync(`${root}/locales/${code}.json`, 'utf8')) as TextTree

/** How a language writes numbers (contract/text/numbers.ts). */
export const readNumbers = (root: string, code: string): object =>
  JSON.parse(readFileSync(`${root}/locales/numbers/${code}.json`, 'utf8')) as object

/** The keys of a module's source among those that there are. */
export function keysIn(source: string, all: ReadonlySet<string>): Set<string> {
  const found = new Set([...source.matchAll(/['"`](\w+(?:\.\w+)+)['"`]/g)].map((m) => m[1]!).filter((k) => all.has(k)))
  for (const [, head, tail] of source.matchAll(/`(\w+\.[\w.]*)\$\{[^}]*\}(\w*)`/g))
    for (const key of all) if (key.startsWith(head!) && key.endsWith(tail!)) found.add(key)
  return found
}

/** The modules of src/ by their path from the root. */
function readModules(root: string, all: ReadonlySet<string>): Map<string, Module> {
  const paths = readdirSync(`${root}/src`, { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path))
  return new Map(
    paths.map((path) => {
      const source = readFileSync(`${root}/${path}`, 'utf8')
      const named = (imports: RegExp): string[] =>
        [...source.matchAll(imports)].map((m) => join(dirname(path), m[1]!)).filter((other) => /\.tsx?$/.test(other))
      return [
        path,
        {
          keys: keysIn(source, all),
          imports: named(/^(?:import|export)\s+(?!type\b)[^'"]*?from\s+'(\.[^']+)'/gm),
          later: named(/import\('(\.[^']+)'\)/g),
        },
      ]
    }),
  )
}

const ROUTES = 'src/app/routes.ts'
/** A module that brings its own texts (src/data/loading/later.tsx). */
const LATER = /^src\/(?:.+\/)?([^/]+)-later\.tsx?$/
const SCREEN = /^src\/features\/([^/]+)\/.*-screen\.tsx$/
/** A module that a guest sees in the place of a screen (src/app/persons-route.tsx). */
const GUEST = /^src\/features\/.+-guest\.tsx$/

/**
 * The keys of some modules and of all that they import, now or later, without modules that bring their own texts. The
 * table of routes loads every screen later, so its later imports are not followed.
 */
function keysOf(modules: ReadonlyMap<string, Module>, from: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const keys = new Set<string>()
  const visit = (path: string): void => {
    const module = modules.get(path)
    if (seen.has(path)) return
    if (!module) throw new Error(`texts: there is no module ${path}`)
    seen.add(path)
    for (const key of module.keys) keys.add(key)
    for (const next of module.imports) visit(next)
    if (path !== ROUTES) for (const next of module.later) if (!LATER.test(next)) visit(next)
  }
  for (const path of from) visit(path)
  return keys
}

/** The keys of each part, in the order in which the parts are to be built. */
export function partsOfTexts(root: string): Map<string, ReadonlySet<string>> {
  const all = new Set(flat(readTexts(root, 'en')).map(([key]) => spoken(key)))
  const modules = readModules(root, all)
  const screens = Map.groupBy(
    [...modules.keys()].filter((path) => SCREEN.test(path)).sort(),
    (path) => SCREEN.exec(path)![1]!,
  )
  const start = keysOf(modules, ['src/main.tsx', ...START_FEATURES.flatMap((feature) => screens.get(feature)!)])
  const parts = new Map<string, ReadonlySet<string>>([[START, start]])
  for (const [feature, paths] of screens)
    if (!START_FEATURES.includes(feature)) parts.set(feature, keysOf(modules, paths).difference(start))
  const guests = [...modules.keys()].filter((path) => GUEST.test(path))
  parts.set('guests', keysOf(modules, guests).difference(start))
  for (const path of modules.keys()) {
    const name = LATER.exec(path)?.[1]
    if (name === undefined) continue
    if (parts.has(name)) throw new Error(`texts: two parts are called ${name}`)
    parts.set(name, keysOf(modules, [path]).difference(start))
  }
  return parts
}

/** The texts of a part out of a locale's file. */
export function cut(tree: TextTree, keys: ReadonlySet<string>, prefix = ''): TextTree {
  const left: TextTree = {}
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === 'string') {
      if (keys.has(spoken(prefix + name))) left[name] = value
      continue
    }
    const section = cut(value, keys, `${prefix}${name}.`)
    if (Object.keys(section).length > 0) left[name] = section
  }
  return left
}
