import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** The bundler's knowledge of the modules. */
export interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** Tells whether modules import another one statically, directly or not; they themselves are not among those. */
function reachedFrom(entries: readonly string[]): (id: string, modules: Modules) => boolean {
  let reached: Set<string> | undefined
  const reach = (id: string, modules: Modules, found: Set<string>): Set<string> => {
    for (const next of modules.getModuleInfo(id)?.importedIds ?? [])
      if (!found.has(next)) reach(next, modules, found.add(next))
    return found
  }
  return (id, modules) => {
    reached ??= entries.reduce((found, entry) => reach(entry, modules, found), new Set<string>())
    return reached.has(id) && !entries.includes(id)
  }
}

/** Names the chunk of a module; null leaves it to the bundler. */
type Namer = (id: string, modules: Modules) => string | null

/**
 * Puts all that the worker's entry imports into a chunk of its own, "core", and leaves in the entry only its own few
 * lines. What is loaded when asked for then imports the core, and nothing imports the entry: WebKit runs an entry that
 * is imported a second time, and the tab would have two workers in one thread.
 */
export function coreOf(entry: string): Namer {
  const core = reachedFrom([entry])
  return (id, modules) => (core(id, modules) ? 'core' : null)
}

const screen = (root: string, path: string): string => `${root}/src/features/${path}-screen.tsx`
const GOODS = 'goods/goods'
const FIRST = ['catalogue/products', 'categories/category', GOODS, 'stores/store', 'search/search']

/**
 * Puts what the page imports, and what the screen of most first visits shares with other screens, into one chunk,
 * "frame". What is that screen's alone stays with it: no other screen waits for it.
 */
export function frameOf(root: string): Namer {
  const page = reachedFrom([`${root}/src/main.tsx`])
  const home = reachedFrom([screen(root, 'home/home')])
  const others = reachedFrom(FIRST.map((path) => screen(root, path)))
  return (id, modules) => (page(id, modules) || (home(id, modules) && others(id, modules)) ? 'frame' : null)
}

/**
 * Puts what the page begins once it is idle shares with screens into one chunk, "idle": the service worker does not
 * wait for all that those share.
 */
export function idleOf(root: string): Namer {
  const idle = reachedFrom([`${root}/src/app/idle/once-idle.ts`])
  return (id, modules) => (idle(id, modules) ? 'idle' : null)
}

/**
 * Puts what the product's screen, which follows most first ones, shares with others into one chunk, "kit", and what no
 * other screen of first visits needs of that into another.
 */
export function kitOf(root: string): Namer {
  const kit = reachedFrom([screen(root, GOODS)])
  const others = reachedFrom(FIRST.filter((path) => path !== GOODS).map((path) => screen(root, path)))
  return (id, modules) => (kit(id, modules) ? (others(id, modules) ? 'kit' : 'kit-goods') : null)
}

/** Puts what the other screens of first visits, which show lists, share beyond that into one chunk, "lists". */
export function listsOf(root: string): Namer {
  const kit = kitOf(root)
  const lists = reachedFrom(FIRST.map((path) => screen(root, path)))
  return (id, modules) => (lists(id, modules) && !kit(id, modules) ? 'lists' : null)
}

/** Screens that no buyer opens: what they share with each other alone is theirs. */
const DESKS = /features[\\/](store|operator)[\\/]/

/** The modules that are loaded when they are needed, by whoever is here. */
function loadedByAll(root: string): string[] {
  const found = new Set<string>()
  for (const path of globSync('src/**/*.{ts,tsx}', { cwd: root }))
    for (const [, to] of readFileSync(`${root}/${path}`, 'utf8').matchAll(/import\('(\.[^']+)'\)/g))
      found.add(posix.join(root, posix.dirname(path.replaceAll('\\', '/')), to!))
  return [...found].filter((id) => circleOf(root, [id]) === '')
}

/** Parts that only the screens of one feature share, with their later parts. */
const OF_ONE_FEATURE = /^(src\/features\/(articles|own-lists)\/|localdb\/queries\/own-lists\/items\.)/
/** Small modules that would have a file each, which costs each device more than they do. */
const SMALL: readonly [circle: 'more' | 'person-more', path: string][] = [
  ['more', 'contract/pictures/files.ts'],
  ['more', 'src/parts/forms/use-leave.ts'],
  ['person-more', 'src/parts/money/currency-name.ts'],
  ['person-more', 'src/parts/orders/order-payload.ts'],
]

/**
 * Puts the modules that several screens share, and all shared controls (`src/ui`), into one chunk, "more". Those that
 * only screens for somebody signed in share go into "person-more". Neither holds what only later parts share, what a
 * screen of first visits needs (it would wait for all of it), or what only stores and the operator see; but for small
 * ones.
 */
export function moreOf(root: string): Namer {
  const screens = globSync('src/features/**/*-screen.tsx', { cwd: root })
    .filter((path) => !DESKS.test(path))
    .map((path) => reachedFrom([`${root}/${path}`]))
  const all = reachedFrom(loadedByAll(root))
  const first = reachedFrom([...FIRST, 'home/home', 'home/not-found'].map((path) => screen(root, path)))
  const small = new Map(SMALL.map(([circle, path]) => [`${root}/${path}`, circle]))
  return (id, modules) => {
    if (OF_ONE_FEATURE.test(id.slice(root.length + 1))) return null
    if (small.has(id)) return small.get(id)!
    if (first(id, modules) || screens.filter((reaches) => reaches(id, modules)).length < 2) return null
    return all(id, modules) || id.startsWith(`${root}/src/ui/`) ? 'more' : 'person-more'
  }
}

/** The modules that only the operator's staff see: the desks, which need the network anyway, and the way to them. */
const OF_STAFF = /^(operator\/|mine\/operator-row|parts\/home\/first-steps)/
/** The library that draws charts, for the desks of staff and stores: it is kept once it has been opened. */
const OF_CHARTS = /[\\/]node_modules[\\/]uplot[\\/]/
/**
 * The modules that only somebody signed in sees; other screens ask a guest to sign in. Line sheets are among them: a
 * visitor who opens a private link without an account has the network.
 */
const OF_PERSONS = new RegExp(
  `^(${[
    'store/',
    'invoices/',
    'line-sheets/',
    'wallet/',
    'reviews/',
    'reports/',
    '(orders|quotes)/',
    'merchants/(?!merchant-guest|merchant-steps)',
    'messages/',
    'addresses/(address-screen|address-form|address-clash|area-fields?|phone|use-(address-form|leave|phones))',
    'settings/(avatar-row|billing-row|linked-row|mails-row|crop)',
    'parts/(cart/lost-agreements|orders/(order-question-form|order-conflict|recalculate-order)|factors/factor-row)',
    'sync/desk-waits',
  ].join('|')})`,
)

/** The modules that only such screens share, outside of their features. */
const SHARED_BY_PERSONS =
  /^(data\/(stores\/use-(store|desk-waits)|use-asked|pictures\/shrink-picture)|parts\/(orders\/(pieces-back|ordered-line|line-codes|use-piece-title)|line-sheets\/|charts\/|messages\/talk|format\/(by-day|utc-time)|pictures\/shown-pictures|quotes\/|invoices\/|merchants\/|factors\/second-factor))/

/** The queries and rules that only the screens of persons and stores use, and nothing else of a page. */
const OF_STORES = new RegExp(
  String.raw`^(${[
    String.raw`localdb\/queries\/(messages\/by-number|products\/(product|items)|line-sheets|quotes\/draws)`,
    String.raw`localdb\/queries\/(stores\/(answers|sales)|invoices|billing)`,
    String.raw`contract\/(products\/(rules|states|own-code)|prices\/deals|catalogue\/low-stock|line-sheets\/rules)`,
    String.raw`contract\/(operator\/desk-waits|invoices\/(rules|paper|legal|billing)|stores\/sales)`,
    String.raw`contract\/(merchants\/(rules|states|strokes)|text\/written-text|market\/merchant-contract\/[\w-]+)`,
  ].join('|')})\.ts$`,
)

/** Names chunks by a table: the first row that fits a module's path has it. */
const byTable =
  (table: readonly [chunk: string, modules: RegExp][]) =>
  (root: string): Namer =>
  (id) => {
    const path = id.slice(root.length + 1)
    return table.find(([, modules]) => modules.test(path))?.[0] ?? null
  }

/** Those of them that are about goods. */
const OF_GOODS =
  /^(localdb\/queries\/products\/product|contract\/(products\/(rules|states)|prices\/deals|catalogue\/low-stock))\.ts$/
/**
 * Puts the rules and queries of goods that several screens of stores share into one chunk: every device is given the
 * name of each further chunk.
 */
export const storeGoodsOf = byTable([['person-store-goods', OF_GOODS]])

/** Puts these into chunks of their own: few desks need them, and later parts of a desk do not bring it along. */
export const staffOf = byTable([
  ['staff-written', /^(contract\/text\/filled-text|src\/features\/operator\/written-body)\./],
  ['staff-pictures', /^src\/features\/operator\/(base64-of|use-add-picture|choose-picture)\./],
  // How a desk asks the server, and acts there.
  ['staff-calls', /^src\/features\/operator\/use-(act|operator-call)\./],
  [
    'staff-rates',
    /^(contract\/currencies\/(rates|codes|market)|src\/features\/operator\/rates\/(typed-rate|use-rate-words))\./,
  ],
  // Parts that the desks of people, stores and orders share, and the figures that lead to them.
  [
    'staff-traders',
    /^(contract\/orders\/days|src\/features\/operator\/(figures\/(day-lists|day-notice|figures-file)|account\/(suspend-sheet|trader-head)))\./,
  ],
])

/** Puts those that several screens of the wallet, of stores, or of quotes share into chunks of their own. */
export const walletOf = byTable([
  // The screens of quotes.
  ['person-quotes', /^src\/features\/quotes\//],
  // The way to a store's desk, for the centre and for the wallet's screens, which show a store's account, too.
  [
    'person-desk',
    /^(src\/(parts\/stores\/open-desk|data\/stores\/use-(store|account-live))|localdb\/queries\/stores\/centre)\b/,
  ],
  // The changes of a store that wait or were refused, for the centre and the sync centre.
  ['person-refused', /^(src\/features\/store\/refused-section|localdb\/queries\/sync\/desk-changes)\b/],
  // Where texts are written in several languages.
  ['person-words', /^src\/features\/store\/(language-chips|text-area)\./],
  // The server's answers that only read.
  ['person-asked', /^src\/data\/use-asked\./],
  // The words of contracts and how they are checked, for sellers and for the operator.
  [
    'person-contracts',
    /^(src\/parts\/merchants\/(contract-text|hash-text)|contract\/(text\/written-text|merchants\/(rules|states)))\./,
  ],
  // The reports that stores read of their sales.
  ['person-sales', /^(localdb\/queries\/stores\/sales|contract\/(stores\/sales|products\/own-code))\./],
  // The names of an order's pieces and their refunds, for buyers, stores and operators.
  [
    'person-pieces',
    /^(src\/parts\/orders\/(pieces-back|ordered-line|line-codes|use-piece-title)|contract\/(orders\/back|reports\/refunds))\./,
  ],
  // The rules and the writing of coins and fees, for the screens of the wallet, of orders and of operators.
  [
    'person-coins',
    /^(src\/parts\/money\/use-(coins|fee-text)|contract\/(coins\/(assets|networks)|currencies\/coin-worth|withdrawals\/rules))\b/,
  ],
  // Modules that only the wallet's screens and the payment need.
  [
    'person-wallet',
    /^(src\/features\/wallet|localdb\/queries\/(wallet|deposits|withdrawals)|src\/parts\/(money\/coin-rate-note|forms\/typed-coins)|contract\/(deposits\/recharges|wallet\/posting-causes|addresses\/parts))\b/,
  ],
])

/**
 * How a chunk's name begins, by which the service worker knows for whom it keeps it ahead (sw/routes.ts): "staff-" for
 * nobody, "person-" once somebody has signed in, and all others for everybody.
 */
export function circleOf(root: string, moduleIds: readonly string[]): 'staff-' | 'person-' | '' {
  const within = (folder: string): string[] =>
    moduleIds.filter((id) => id.startsWith(`${root}/src/${folder}/`)).map((id) => id.slice(root.length + 5))
  const features = within('features').map((path) => path.slice('features/'.length))
  const ours = features.length > 0 ? features : within('parts')
  if (moduleIds.some((id) => OF_CHARTS.test(id))) return 'staff-'
  const all = (of: RegExp): boolean => ours.length > 0 && ours.every((path) => of.test(path))
  const shared = moduleIds.filter((id) => id.startsWith(`${root}/src/`)).map((id) => id.slice(root.length + 5))
  if (shared.length > 0 && shared.every((path) => SHARED_BY_PERSONS.test(path))) return 'person-'
  const path = moduleIds.map((id) => id.slice(root.length + 1))
  if (path.length > 0 && path.every((one) => OF_STORES.test(one))) return 'person-'
  return all(OF_STAFF) ? 'staff-' : all(OF_PERSONS) ? 'person-' : ''
}

/** Puts the style sheets of `styles` into one chunk for each circle. */
export const stylesOf =
  (root: string, styles: RegExp): Namer =>
  (id) =>
    styles.test(id) ? `${circleOf(root, [id])}styles` : null
