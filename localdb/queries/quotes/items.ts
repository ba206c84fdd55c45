import type { Product } from '#contract/catalogue/schema.ts'
import type { Quote } from '#contract/quotes/schema-rows.ts'
import type { Readers } from '../../read.ts'
import type { DetailRow } from '../../schema.ts'

/** A quote as the screens show it; what both sides wrote is still sealed. */
export interface QuoteItem extends Quote {
  /** How many changes of it are not yet at the server. */
  pending: number
}

/** Names what only the catalogue on this device can name: of a request that the server does not have yet. */
async function named({ catalogue }: Readers, quotes: readonly QuoteItem[]): Promise<QuoteItem[]> {
  const unnamed = quotes.filter((q) => q.shopName === '')
  if (unnamed.length === 0) return [...quotes]
  const [products, stores, details] = await Promise.all([
    catalogue.products.bulkGet(unnamed.map((q) => q.productId)),
    catalogue.stores.bulkGet(unnamed.map((q) => q.shopId)),
    catalogue.details.bulkGet(unnamed.map((q) => q.productId)),
  ])
  return quotes.map((quote) => {
    const n = unnamed.indexOf(quote)
    const product = products[n] ?? details[n]?.product
    if (n < 0 || !product) return quote
    const choices = (details[n]?.variants ?? []).map(({ id, label }) => ({ variantId: id, label }))
    return { ...quote, title: product.title, picture: product.picture, shopName: stores[n]?.name ?? '', choices }
  })
}

/** All quotes, the last to change first. */
export async function quoteItems(readers: Readers): Promise<QuoteItem[]> {
  const rows = await readers.user.quotes.toArray()
  const shown = rows.flatMap((row) => (row.shown && !row.shown.deleted ? [{ ...row.shown, pending: row.pending }] : []))
  return (await named(readers, shown)).sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
}

/** The quotes of an order that a store drew up, the first of it first; none of a quote that the person began. */
export async function drawnWith(readers: Readers, id: string): Promise<QuoteItem[]> {
  const order = (await readers.user.quotes.get(id))?.shown?.drawn
  if (order === undefined) return []
  const all = (await quoteItems(readers)).filter(({ drawn }) => drawn === order)
  return all.sort((a, b) => Number(b.said !== '') - Number(a.said !== '') || a.productId - b.productId)
}

/** A quote by its id, with what is known of its product here. */
export interface QuoteShown {
  quote: QuoteItem | null
  detail: DetailRow | undefined
  product: Product | undefined
}

/** One quote. */
export async function quoteById(readers: Readers, id: string): Promise<QuoteShown> {
  const { user, catalogue } = readers
  const row = await user.quotes.get(id)
  if (!row?.shown || row.shown.deleted) return { quote: null, detail: undefined, product: undefined }
  const [quote] = await named(readers, [{ ...row.shown, pending: row.pending }])
  const [product, detail] = await Promise.all([
    catalogue.products.get(quote!.productId),
    catalogue.details.get(quote!.productId),
  ])
  return { quote: quote!, detail, product: product ?? detail?.product }
}

/** Quotes by their ids, as far as they are here. */
export async function quotesOf({ user }: Pick<Readers, 'user'>, ids: readonly string[]): Promise<Map<string, Quote>> {
  const rows = await user.quotes.bulkGet([...new Set(ids)])
  return new Map(rows.flatMap((row) => (row?.shown && !row.shown.deleted ? [[row.key, row.shown] as const] : [])))
}
