import type { Input, Output } from '#contract/registry.ts'
import { keptRates, type KeptRate } from '#contract/currencies/exchange.ts'
import type { Category, Product, Store } from '#contract/catalogue/schema.ts'
import { listKey, reviewKey, storeListKey } from './list-keys.ts'
import type { DetailRow, HomeRow, CachedListRow, ReviewPage, StoreRow } from './schema.ts'
import { articleRows, groupRows, siteRow, type ArticleRow, type GroupRow, type SiteRow } from './rows/site.ts'

// Turns answers of the catalogue into rows. The worker joins them with the rows that a device already has
// (worker/catalogue/answers.ts); the server renders a document from them alone.

/** The stores of an answer; their figures were reckoned at `at` (Unix ms). */
export const rowsOfStores = (stores: readonly Store[], at: number): StoreRow[] => stores.map((s) => ({ ...s, at }))

export const homeRow = (out: Output<'catalogue.home'>, at: number): HomeRow => {
  const { daily, recommended, hot, deals, storeIds, areas, demo } = out
  return { key: 'home', daily, recommended, hot, ...(deals && { deals }), storeIds, areas, demo, at }
}

export const detailRow = (out: Output<'catalogue.product'>, at: number): DetailRow => ({
  ...out.detail,
  related: out.related.map((p) => p.id),
  at,
})

/** The first reviews, which come with a product: of no age, so that the list itself is still asked for. */
export const firstReviews = ({ detail, reviews }: Output<'catalogue.product'>): ReviewPage => ({
  key: reviewKey(detail.id, 'all'),
  productId: detail.id,
  reviews,
  next: null,
  at: 0,
})

export const reviewPage = (
  input: Input<'catalogue.reviews'>,
  out: Output<'catalogue.reviews'>,
  at: number,
): ReviewPage => ({
  key: reviewKey(input.id, input.filter ?? 'all'),
  productId: input.id,
  reviews: out.reviews,
  next: out.next,
  at,
})

/** How many a list has in all, where its first page said so. */
export const totalOf = ({ total }: { total?: number | undefined }): { total?: number } =>
  total === undefined ? {} : { total }

/** Where a search leads. */
export const leadsOf = ({
  categoryIds,
  storeIds,
  related,
}: Output<'search.products'>): NonNullable<CachedListRow['leads']> => ({ categoryIds, storeIds, related })

/** The rows of a device that has nothing but some answers. */
export interface AnswerRows {
  products: Product[]
  stores: StoreRow[]
  categories: Category[]
  details: DetailRow[]
  lists: CachedListRow[]
  homes: HomeRow[]
  reviews: ReviewPage[]
  rates: KeptRate[]
  site: SiteRow[]
  articles: ArticleRow[]
  articleGroups: GroupRow[]
}

type Rows = {
  [
    N in
      | 'catalogue.home'
      | 'catalogue.products'
      | 'catalogue.categories'
      | 'catalogue.rates'
      | 'catalogue.product'
      | 'catalogue.reviews'
      | 'catalogue.store'
      | 'search.products'
      | 'search.stores'
      | 'site.settings'
      | 'article.category'
      | 'article.detail'
  ]: (input: Input<N>, out: Output<N>, at: number) => Partial<AnswerRows>
}

/** The answers that a document may be rendered over, each with its rows; `at` is when it was read (Unix ms). */
export const answerRows: Rows = {
  'catalogue.home': (_input, out, at) => ({
    products: out.products,
    stores: rowsOfStores(out.stores, at),
    homes: [homeRow(out, at)],
  }),
  'catalogue.products': (input, out, at) => ({
    products: out.products,
    stores: rowsOfStores(out.stores, at),
    lists: [{ key: listKey(input), ids: out.ids, next: out.next, at }],
  }),
  'catalogue.categories': (_input, out) => ({ categories: out.categories }),
  'catalogue.rates': (_input, out) => ({ rates: keptRates(out) }),
  'catalogue.product': (_input, out, at) => ({
    products: [out.detail.product, ...out.related],
    stores: rowsOfStores([out.store], at),
    details: [detailRow(out, at)],
    reviews: [firstReviews(out)],
  }),
  'catalogue.reviews': (input, out, at) => ({ reviews: [reviewPage(input, out, at)] }),
  'catalogue.store': (_input, out, at) => ({ stores: rowsOfStores([out.store], at) }),
  'search.products': (input, out, at) => ({
    products: out.products,
    stores: rowsOfStores(out.stores, at),
    lists: [{ key: listKey(input), ids: out.ids, next: out.next, at, leads: leadsOf(out), ...totalOf(out) }],
  }),
  'search.stores': (input, out, at) => ({
    stores: rowsOfStores(out.stores, at),
    lists: [{ key: storeListKey(input.query), ids: out.stores.map((s) => s.id), next: out.next, at }],
  }),
  'site.settings': (_input, out, at) => ({ site: [siteRow(out, at)] }),
  'article.category': ({ language = '' }, out, at) => ({
    articles: articleRows(out.articles, language, at),
    articleGroups: groupRows(out.groups, at),
  }),
  'article.detail': ({ language = '' }, out, at) => ({
    articles: articleRows([out.article], language, at),
    articleGroups: groupRows([out.group], at),
  }),
}
export type DocumentWant = keyof Rows
