import type { i18n } from 'i18next'
import { renderToString } from 'react-dom/server'
import { baseline } from '#contract/baseline.ts'
import {
  wantKey,
  type DocumentRenderer,
  type DocumentRequest,
  type DocumentSource,
  type RenderedDocument,
} from '#contract/document.ts'
import type { LocaleCode } from '#contract/text/locales.ts'
import { MARKET_NAME } from '#contract/appearance/market-name.ts'
import { answerRows, type AnswerRows, type DocumentWant } from '#localdb/answer-rows.ts'
import { memoryReaders, NotInMemory } from '#localdb/memory.ts'
import type { Readers } from '#localdb/read.ts'
import type { Failed, WantName } from '#worker/api/worker-api.ts'
import { App } from './app/shell/app.tsx'
import { documentHead, jsonBlock } from './app/document-head.ts'
import { createTranslator } from './data/texts/i18n.ts'
import { showAddress } from './app/navigation.ts'
import { tooOldNote } from './app/too-old-note.ts'
import { NO_SCREEN, routeAt } from './app/routes.ts'
import { packResults, type DocumentData } from './data/document/document-data.ts'
import { localeOf } from './data/texts/language.ts'
import { fillIn } from './data/texts/rename-market.ts'
import { SnapshotContext, type Snapshot } from './data/document/snapshot.ts'
import { noTakeover } from './data/document/takeover.ts'

// The first screen of a document, rendered from the screens' own components and queries. A screen says what it needs by
// asking for it: it is rendered, what it wanted is fetched, what it queried is answered, and so on until nothing new is
// asked for.
//
//   render ──▶ wants ──▶ answers ──▶ rows in memory ──▶ queries ──▶ results ──▶ render …
//
// The last rendering is the document. Its results go along by the ids of their hooks, which are the same when the page
// takes the screen over.

/** A screen that asks for more and more is not rendered. */
const ROUNDS = 12
/** Rendering a document took too long. */
class TooSlow extends Error {}
/**
 * The comment that React writes instead of throwing when a part threw; the part's fallback follows it. No text can hold
 * it, because texts are escaped.
 */
const BROKEN = '<!--$!-->'

const texts = import.meta.glob<object>('../locales/*.json', { import: 'default', eager: true })
const numbers = import.meta.glob<object>('../locales/numbers/*.json', { import: 'default', eager: true })
const translators = new Map<LocaleCode, i18n>()

/** The translator of a language, made once. */
function translatorOf(language: LocaleCode): i18n {
  const before = translators.get(language)
  if (before) return before
  const own = { ...texts[`../locales/${language}.json`], numbers: numbers[`../locales/numbers/${language}.json`] }
  const instance = createTranslator(language, own, MARKET_NAME)
  translators.set(language, instance)
  return instance
}

/** The data that one document is rendered from, as far as it is known. */
class Rendering implements Snapshot {
  readonly currency: string
  readonly takeover = noTakeover
  readonly at = 0
  readonly kept = false
  /** The title that the screen was given, and the one that it asked for in the last rendering. */
  title: string | undefined
  asked: string | undefined
  answers: { name: DocumentWant; input: object; output: unknown }[] = []
  refused = new Map<string, Failed>()
  cursor = ''
  /** Queries and their results, by the hook and what it asks; and results by the hooks of the last rendering alone. */
  queries = new Map<string, (db: Readers) => Promise<unknown>>()
  results = new Map<string, unknown>()
  shown = new Map<string, unknown>()
  wanted = new Map<string, { name: WantName; params: object }>()

  constructor(currency: string) {
    this.currency = currency
  }

  result<T>(id: string, query: (db: Readers) => Promise<T>, deps: readonly unknown[]): T | undefined {
    const key = `${id} ${query.toString()} ${JSON.stringify(deps)}`
    if (!this.results.has(key)) {
      this.queries.set(key, query)
      return undefined
    }
    const value = this.results.get(key) as T | undefined
    if (value !== undefined) this.shown.set(id, value)
    return value
  }

  want(name: WantName, params: object): Failed | undefined {
    const key = wantKey(name, params)
    if (Object.hasOwn(answerRows, name)) this.wanted.set(key, { name, params })
    return this.refused.get(key)
  }

  product(): undefined {
    return undefined
  }

  titled(title: string | undefined): void {
    this.asked = title
  }
}

const NO_ROWS = {
  products: [],
  stores: [],
  categories: [],
  details: [],
  lists: [],
  homes: [],
  reviews: [],
  rates: [],
  site: [],
  articles: [],
  articleGroups: [],
}

/** The rows of all answers. */
function rowsOf(answers: Rendering['answers'], at: number): AnswerRows {
  const all: AnswerRows = { ...NO_ROWS }
  for (const { name, input, output } of answers) {
    const rows = (answerRows[name] as (input: object, output: unknown, at: number) => Partial<AnswerRows>)(
      input,
      output,
      at,
    )
    for (const table of Object.keys(rows) as (keyof AnswerRows)[])
      (all[table] as unknown[]) = [...all[table], ...rows[table]!]
  }
  return all
}

/** Renders the document of an address. */
async function renderDocument(
  request: DocumentRequest,
  source: DocumentSource,
  patience: number,
): Promise<RenderedDocument> {
  const { address, language, rendered } = request
  const [path = '/', search = ''] = address === NO_SCREEN ? ['/not-found'] : address.split(/(?=\?)/)
  const route = routeAt(path)
  const translator = translatorOf(language)
  const of = new Rendering(request.currency)
  const at = source.now()
  if (rendered) await route.load()
  let rows = rowsOf([], at)
  let root = ''
  let rendering = 0
  for (let round = 0; ; round++) {
    if (rendering > patience || round === ROUNDS) throw new TooSlow(address)
    of.shown.clear()
    of.asked = undefined
    showAddress(path, search)
    fillIn(translator, request.market)
    const since = source.cpu()
    root = renderToString(
      <SnapshotContext value={of}>
        <App translator={translator} skeleton={!rendered} />
      </SnapshotContext>,
    )
    rendering += source.cpu() - since
    if (root.includes(BROKEN)) throw new Error(`a part of ${address} threw`)
    const news = await fetchWanted(of, source)
    if (news) rows = rowsOf(of.answers, at)
    const answered = await answerQueries(of, rows, at, news)
    const named = of.asked !== of.title
    of.title = of.asked
    if (!news && !answered && !named) break
  }
  const exists = path !== '/not-found' && of.refused.size === 0 && isThere(address, rows)
  const { t } = translator
  return {
    status: exists ? 200 : 404,
    screen: route.path,
    dir: localeOf(language).dir,
    head: documentHead({
      title: of.title ?? t(`titles.${route.title}`),
      name: request.market,
      about: request.appearance.about ?? t('document.description'),
      icons: request.appearance.icons,
      address,
      language,
      origin: request.origin,
      listed: rendered && exists && route.path !== '/search',
      rows,
    }),
    note: tooOldNote([[language, t('document.tooOld', { ...baseline, market: request.market })]]),
    root,
    data: rendered ? jsonBlock(dataOf(request, of, at)) : undefined,
  }
}

/** Fetches what was wanted and is not here; answers whether anything came. */
async function fetchWanted(of: Rendering, source: DocumentSource): Promise<boolean> {
  const wanted = [...of.wanted].filter(
    ([key]) => !of.refused.has(key) && !of.answers.some((a) => wantKey(a.name, a.input) === key),
  )
  of.wanted.clear()
  if (wanted.length === 0) return false
  // Before the first rows are read, so that a change on their way is followed by the device.
  if (of.cursor === '') {
    const changes = await source.ask('catalogue.changes', {})
    if (changes.kind !== 'accepted') throw new Error('the changes of the catalogue cannot be read')
    of.cursor = (changes.data as { cursor: string }).cursor
  }
  await Promise.all(
    wanted.map(async ([key, { name, params }]) => {
      const answer = await source.ask(name, params)
      if (answer.kind === 'busy') throw new Error(`${name} is busy`)
      if (answer.kind === 'refused') of.refused.set(key, { kind: 'refused', refusal: answer.refusal } as Failed)
      else of.answers.push({ name: name as DocumentWant, input: params, output: answer.data })
    }),
  )
  return true
}

/** Answers the queries that have no result, after `news` all of them; answers whether there were any. */
async function answerQueries(of: Rendering, rows: AnswerRows, at: number, news: boolean): Promise<boolean> {
  const open = [...of.queries].filter(([key]) => news || !of.results.has(key))
  const feed = of.cursor === '' ? [] : [{ key: 'changes' as const, cursor: of.cursor, at }]
  const { catalogue, user } = memoryReaders({ ...rows, feed })
  for (const [key, query] of open) {
    let reads = false
    const watched = new Proxy(catalogue, {
      get(tables, name: keyof typeof catalogue) {
        reads = true
        return tables[name]
      },
    })
    const result = await query({ user, catalogue: watched }).catch((error: unknown) => {
      if (error instanceof NotInMemory) return undefined
      throw error
    })
    // A query that reads only a person's tables has no result here.
    of.results.set(key, reads ? result : undefined)
  }
  return open.length > 0
}

/** Whether what the address names is among the rows; other screens are always there. */
function isThere(address: string, rows: AnswerRows): boolean {
  const [, screen, id] = /^\/(category|store|goods)(?:\/|\?id=)(\d+)/.exec(address) ?? []
  if (screen === undefined) return true
  const named: readonly { id: number }[] =
    screen === 'goods' ? rows.details : screen === 'store' ? rows.stores : rows.categories
  return named.some((row) => row.id === Number(id))
}

const dataOf = ({ build, language, currency, market }: DocumentRequest, of: Rendering, at: number): DocumentData => ({
  build,
  language,
  currency,
  market,
  title: of.title,
  cursor: of.cursor,
  at,
  answers: of.answers,
  refused: Object.fromEntries(of.refused),
  results: packResults(
    of.answers.map((answer) => answer.output),
    of.shown,
  ),
})

/** The export that the server loads. */
export const renderer: DocumentRenderer = { renderDocument }
