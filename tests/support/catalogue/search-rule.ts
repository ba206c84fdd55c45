import type { Category, Product, Store } from '#contract/catalogue/schema.ts'
import { passes } from '#contract/catalogue/filter.ts'
import {
  fieldWeights,
  idf,
  isHit,
  norm,
  queryWords,
  scoreOf,
  expansions,
  titleLength,
  weightOfMask,
} from '#contract/search/rank.ts'
import { searchTokens } from '#contract/search/tokens.ts'
import type { DeviceQuery } from '#worker/api/worker-api.ts'

/** Categories and products of the tests of search. */
export const categories: Category[] = [
  { id: 1, pid: 0, name: { en: 'House' }, picture: null, sort: 1 },
  { id: 2, pid: 1, name: { en: 'Kitchen' }, picture: null, sort: 2 },
  { id: 3, pid: 0, name: { en: 'Office' }, picture: null, sort: 3 },
]
export const product = (id: number, title: Product['title'], more: Partial<Product> = {}): Product => ({
  id,
  storeId: 1,
  categoryId: 2,
  title,
  picture: null,
  currency: 'USD',
  ladder: [{ from: 1, price: 500 }],
  minimum: 1,
  multiple: 1,
  stock: 5,
  choices: 0,
  monthlySales: 0,
  sales: 0,
  createdAt: id,
  brand: null,
  codes: [],
  worth: 500,
  rev: 1,
  ...more,
})
/** Whether a product is within what narrows a search. */
export const isWithin = (p: Product, stores: ReadonlyMap<number, Store>, q: DeviceQuery): boolean =>
  (q.storeId === undefined || p.storeId === q.storeId) &&
  (q.categoryId === undefined ||
    [p.categoryId, ...categories.filter((c) => c.id === p.categoryId).map((c) => c.pid)].includes(q.categoryId)) &&
  passes(p, stores.get(p.storeId), q)

/** The rule word for word, over the rows themselves: nothing packed, nothing kept. */
export function byTheRule(products: readonly Product[], stores: ReadonlyMap<number, Store>, q: DeviceQuery): number[] {
  const name = (id: number): string[] => Object.values(categories.find((c) => c.id === id)?.name ?? {})
  const above = (id: number): string[] => {
    const pid = categories.find((c) => c.id === id)?.pid ?? 0
    return pid ? [...name(pid), ...above(pid)] : []
  }
  const masks = new Map(
    products.map((p) => {
      const mask = new Map<string, number>()
      for (const [field, texts] of [
        [fieldWeights.title, Object.values(p.title)],
        [fieldWeights.codes, [p.brand ?? '', ...(p.codes ?? [])]],
        [fieldWeights.leaf, name(p.categoryId)],
        [fieldWeights.above, above(p.categoryId)],
      ] as const) {
        for (const token of texts.flatMap((text) => searchTokens(text))) mask.set(token, (mask.get(token) ?? 0) | field)
      }
      return [p.id, mask] as const
    }),
  )
  const having = (token: string): number => [...masks.values()].filter((mask) => mask.has(token)).length
  const all = [...new Set([...masks.values()].flatMap((mask) => [...mask.keys()]))]
  const words = queryWords(q.query)
    .map((word) =>
      expansions(word, {
        having,
        beginning: (s) => all.filter((t) => t.startsWith(s)),
        containing: (c) => all.filter((t) => t.includes(c)),
      }),
    )
    .filter((s) => s.length > 0)
  const hits = products
    .flatMap((p) => {
      let matched = 0
      let sum = 0
      for (const tokens of words) {
        const best = Math.max(
          0,
          ...tokens.map(({ token, factor }) => factor * weightOfMask[masks.get(p.id)!.get(token) ?? 0]!),
        )
        if (best === 0) continue
        matched++
        sum +=
          idf(products.length, Math.max(...tokens.map(({ token }) => having(token)))) *
          best *
          norm(titleLength(p.title))
      }
      return isHit(matched, words.length) ? [{ p, matched, score: scoreOf(sum) }] : []
    })
    .filter(({ p }) => isWithin(p, stores, q))
  const most = Math.max(0, ...hits.map((h) => h.matched))
  const sort = q.sort ?? 'best'
  const value = ({ p, score }: (typeof hits)[number]): number =>
    ({
      best: score,
      sales: p.sales,
      new: p.createdAt,
      priceUp: -(p.worth ?? Infinity),
      priceDown: p.worth ?? -Infinity,
    })[sort]
  return hits
    .filter((h) => sort === 'best' || h.matched === most)
    .sort(
      (a, b) =>
        b.matched - a.matched ||
        value(b) - value(a) ||
        (sort === 'best' ? b.p.monthlySales - a.p.monthlySales || b.p.sales - a.p.sales : 0) ||
        (sort === 'priceUp' ? a.p.id - b.p.id : b.p.id - a.p.id),
    )
    .map((h) => h.p.id)
}
