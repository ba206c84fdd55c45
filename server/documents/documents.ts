import type { DocumentSource } from '#contract/document.ts'
import type { Stated } from '#contract/registry.ts'
import { keptRates } from '#contract/currencies/exchange.ts'
import { fallbackLocale, type LocaleCode } from '#contract/text/locales.ts'
import { documentAppearance, type Appearance } from '../appearance/appearance.ts'
import { encodingFor } from '../http/page/accepts.ts'
import { languageIn } from '../http/caller.ts'
import type { KeptPage, PageCache } from '../http/page/cache.ts'
import type { DocumentParts } from './open.ts'
import type { DocumentOf, RenderOrder } from './wire.ts'

// The documents of the page: the built index.html with the first screen in it, rendered by the page's own bundle in a
// thread of its own. They hold nothing about a person, and depend on the address, the language and the currency alone.

interface DocumentsOptions extends DocumentParts {
  cache: PageCache
  /** Asks the API, for nobody in particular. */
  ask: DocumentSource['ask']
  /** How the market looks now. */
  appearance(): Promise<Appearance>
  /** The market's clock, Unix ms. */
  now(): number
}

export interface Documents {
  /**
   * The document of an address in a language, for a caller at `from`; undefined when it could not be rendered, or too
   * many are waiting for theirs: the shell then loads the screen by itself.
   */
  answer(request: Request, language: LocaleCode, from: string): Promise<Response | undefined>
}

/** A currency that an address may name. */
const CURRENCY = /^[A-Z]{3,5}$/

/** The currency that an address names, if the market has a rate for it; else the market's `own`. */
async function currencyIn(query: URLSearchParams, own: string, ask: DocumentSource['ask']): Promise<string> {
  const named = query.get('currency') ?? ''
  if (named === own || !CURRENCY.test(named)) return own
  const answer = await ask('catalogue.rates', {})
  const rates = answer.kind === 'accepted' ? keptRates(answer.data as Stated<'catalogue.rates'>) : []
  return rates.some((rate) => rate.currency === named) ? named : own
}

/** Answers with the documents of a build. */
export function createDocuments(options: DocumentsOptions): Documents {
  const { addresses, rendering, cache, ask, appearance, now } = options
  let failures = 0
  /** The parts of a document that depend on the market, as it is now. */
  const market = async (language: LocaleCode): Promise<Pick<DocumentOf, 'market' | 'appearance' | 'currency'>> => {
    const of = await appearance()
    return { market: of.name, appearance: documentAppearance(of, language), currency: of.currency }
  }
  const kept = (of: DocumentOf, encoding: RenderOrder['encoding'], from: string): Promise<KeptPage | undefined> =>
    // A screen's address may be another's with less in it: a person's own list is the frame of the list.
    cache.page(`document ${encoding ?? 'plain'}`, of, () => rendering.make({ of, encoding, at: now() }, ask, from))
  // The first rendering is slow, because its code has never run: that is for nobody to wait for.
  const warmed = async (): Promise<unknown> => {
    const of = { language: fallbackLocale, ...(await market(fallbackLocale)) }
    return rendering.make({ of: { ...addresses.documentAt('/', ''), ...of }, encoding: 'br', at: now() }, ask, '')
  }
  const warm = warmed().catch(() => undefined)
  return {
    async answer(request, accepted, from) {
      const { pathname, search, searchParams } = new URL(request.url)
      const language = languageIn(searchParams) ?? accepted
      const encoding = encodingFor(request.headers.get('Accept-Encoding'))
      await warm
      const at = addresses.documentAt(pathname, search)
      try {
        const of = await market(language)
        const currency = at.rendered ? await currencyIn(searchParams, of.currency, ask) : of.currency
        const page = await kept({ ...at, language, ...of, currency }, encoding, from)
        return page && respond(page, request.headers.get('If-None-Match'))
      } catch (error) {
        console.error(`The document of ${pathname} was not rendered (${++failures} since the start):`, error)
        return undefined
      }
    },
  }
}

function respond({ body, etag, status, headers }: KeptPage, known: string | null): Response {
  const all = { ...headers, ETag: etag, Vary: 'Accept-Encoding, Accept-Language', 'Cache-Control': 'no-cache' }
  return known === etag
    ? new Response(null, { status: 304, headers: all })
    : new Response(body, { status: status ?? 200, headers: all })
}
