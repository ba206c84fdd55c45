import { locales, textIn, type LocaleCode } from '#contract/text/locales.ts'
import { ladderPrice } from '#contract/prices/ladder.ts'
import { minorPlaces } from '#contract/currencies/money.ts'
import { pictureUrl } from '#contract/pictures/urls.ts'
import type { AnswerRows } from '#localdb/answer-rows.ts'
import { links } from '../links/links.ts'

export interface HeadOf {
  title: string
  /** The market's name and description, in the document's language. */
  name: string
  about: string
  /** Where the market's icons are. */
  icons: string
  /** The document's one address, without a language. */
  address: string
  language: LocaleCode
  origin: string | undefined
  /** Search engines may list it. */
  listed: boolean
  rows: Pick<AnswerRows, 'details' | 'stores' | 'articles'>
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => escapes[c]!)
/** JSON that may stand in a script element: no text in it can end the element or begin a comment. */
export const jsonBlock = (value: unknown): string =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

const meta = (key: 'name' | 'property', name: string, content: string): string =>
  `<meta ${key}="${name}" content="${escapeHtml(content)}">`
const link = (rel: string, href: string, more = ''): string => `<link rel="${rel}" href="${escapeHtml(href)}"${more}>`
const DESCRIPTION = 200

/** The head of a document, as far as it differs from one to the next. */
export function documentHead(of: HeadOf): string {
  const { title, name, about, icons, address, language, origin = '', listed, rows } = of
  const url = (path: string): string => `${origin}${path}`
  const inLanguage = (code: string): string => url(`${address}${address.includes('?') ? '&' : '?'}lang=${code}`)
  const detail = address.startsWith('/goods?') ? rows.details[0] : undefined
  const store = /^\/store\/(\d+)/.exec(address)?.[1]
  const texts = detail?.description ?? rows.stores.find(({ id }) => String(id) === store)?.description
  const article = /^\/(page|article-detail)\//.test(address) ? rows.articles[0] : undefined
  const described = (texts ? textIn(texts, language) : (article?.summary ?? '')).replace(/\s+/g, ' ').trim()
  const text = (described || about).slice(0, DESCRIPTION)
  const picture = detail?.product.picture
  return [
    `<title>${escapeHtml(`${title} · ${name}`)}</title>`,
    meta('name', 'description', text),
    ...(listed
      ? [
          link('canonical', url(address)),
          ...locales.map((l) => link('alternate', inLanguage(l.code), ` hreflang="${l.code}"`)),
          link('alternate', url(address), ' hreflang="x-default"'),
        ]
      : [meta('name', 'robots', 'noindex')]),
    meta('property', 'og:site_name', name),
    meta('property', 'og:title', title),
    meta('property', 'og:description', text),
    meta('property', 'og:type', detail ? 'product' : article ? 'article' : 'website'),
    meta('property', 'og:url', url(address)),
    meta('property', 'og:image', url(picture ? pictureUrl(picture.src, 720, 'webp') : `${icons}/512.png`)),
    ...(detail ? [`<script type="application/ld+json">${jsonBlock(productData(of, url))}</script>`] : []),
  ].join('')
}

/** A product in the vocabulary of schema.org. */
function productData({ language, rows }: HeadOf, url: (path: string) => string): object {
  const [detail] = rows.details
  const { product, pictures, brand } = detail!
  const price = ladderPrice(product.ladder, product.minimum)
  const places = minorPlaces(product.currency)
  const store = rows.stores.find((s) => s.id === product.storeId)
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: textIn(product.title, language),
    description: textIn(detail!.description, language),
    image: pictures.map((p) => url(pictureUrl(p.src, 720, 'webp'))),
    ...(brand && { brand: { '@type': 'Brand', name: brand } }),
    offers: {
      '@type': 'Offer',
      url: url(links.goods(product.id)),
      price: (price / 10 ** places).toFixed(places),
      priceCurrency: product.currency,
      ...(product.deal && { priceValidUntil: new Date(product.deal.until).toISOString() }),
      availability: `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`,
      eligibleQuantity: { '@type': 'QuantitativeValue', minValue: product.minimum },
      ...(store && { seller: { '@type': 'Organization', name: store.name } }),
    },
  }
}
