import { byId } from '#contract/lists/by-id.ts'
import { productWorth } from '#contract/catalogue/filter.ts'
import type { Category, Product } from '#contract/catalogue/schema.ts'
import { fieldWeights, titleLength } from '#contract/search/rank.ts'
import { searchTokens } from '#contract/search/tokens.ts'
import type { SegmentRow } from '#localdb/rows/search.ts'

/** The names of the categories and what is above each, by id; and a mark that changes with them. */
export interface Tree {
  names: ReadonlyMap<number, { leaf: string; above: string }>
  signature: string
}

/** Reads the tree of categories. */
export function treeOf(categories: readonly Category[]): Tree {
  const known = byId(categories)
  const own = (c: Category): string => Object.values(c.name).join('\n')
  const above = (c: Category): string => {
    const names: string[] = []
    for (let up = known.get(c.pid); up && names.length < 10; up = known.get(up.pid)) names.push(own(up))
    return names.join('\n')
  }
  let hash = 0
  for (const char of [...known.values()]
    .sort((a, b) => a.id - b.id)
    .map((c) => `${c.id} ${c.pid} ${own(c)}`)
    .join('\n'))
    hash = (Math.imul(hash, 31) + char.codePointAt(0)!) | 0
  return {
    names: new Map(categories.map((c) => [c.id, { leaf: own(c), above: above(c) }])),
    signature: `${categories.length}.${hash >>> 0}`,
  }
}

/**
 * The order in which documents are numbered: shorter titles first. Equal lengths are ordered as equal hits are: by
 * monthly sales, then by sales, then the newer product first.
 */
const byRank = (a: Ranked, b: Ranked): number =>
  a.length - b.length || b.p.monthlySales - a.p.monthlySales || b.p.sales - a.p.sales || b.p.id - a.p.id
interface Ranked {
  p: Product
  length: number
}

const MOST = 0xffffffff
const whole = (n: number): number => Math.min(MOST, Math.max(0, n))

/** Packs products into a part of the index; `ids` are all it speaks of, products that are gone among them. */
export function packSegment(products: readonly Product[], ids: readonly number[], tree: Tree): SegmentRow {
  const docs = products.map((p) => ({ p, length: titleLength(p.title) })).sort(byRank)
  const postings = new Map<string, number[]>()
  const columns = emptyColumns(docs.length)
  for (const [doc, { p, length }] of docs.entries()) {
    for (const [token, mask] of maskedTokens(p, tree)) {
      const list = postings.get(token)
      if (list) list.push(doc * 16 + mask)
      else postings.set(token, [doc * 16 + mask])
    }
    columns.id[doc] = p.id
    columns.store[doc] = p.storeId
    columns.category[doc] = p.categoryId
    columns.worth[doc] = productWorth(p) ?? NaN
    columns.minimum[doc] = whole(p.minimum)
    columns.stock[doc] = p.stock > 0 ? 1 : 0
    columns.monthlySales[doc] = whole(p.monthlySales)
    columns.sales[doc] = whole(p.sales)
    columns.createdAt[doc] = p.createdAt
    columns.length[doc] = length
  }
  const terms = [...postings.keys()].sort()
  const starts = new Uint32Array(terms.length + 1)
  for (const [i, term] of terms.entries()) starts[i + 1] = starts[i]! + postings.get(term)!.length
  const packed = new Uint32Array(starts[terms.length]!)
  for (const [i, term] of terms.entries()) packed.set(postings.get(term)!, starts[i])
  return {
    ...columns,
    signature: tree.signature,
    ids: Uint32Array.from(ids),
    terms: terms.join('\n'),
    starts,
    postings: packed,
  }
}

/** The columns of so many documents. */
export const emptyColumns = (n: number) => ({
  id: new Uint32Array(n),
  store: new Uint32Array(n),
  category: new Uint32Array(n),
  worth: new Float64Array(n),
  minimum: new Uint32Array(n),
  stock: new Uint8Array(n),
  monthlySales: new Uint32Array(n),
  sales: new Uint32Array(n),
  createdAt: new Float64Array(n),
  length: new Uint8Array(n),
})

/** A product's tokens, each with the mask of the fields that it stands in. */
function maskedTokens(p: Product, tree: Tree): Map<string, number> {
  const found = new Map<string, number>()
  const add = (text: string, field: number): void => {
    for (const token of searchTokens(text)) found.set(token, (found.get(token) ?? 0) | field)
  }
  add(Object.values(p.title).join('\n'), fieldWeights.title)
  add([p.brand ?? '', ...(p.codes ?? [])].join('\n'), fieldWeights.codes)
  const category = tree.names.get(p.categoryId)
  if (category) {
    add(category.leaf, fieldWeights.leaf)
    add(category.above, fieldWeights.above)
  }
  return found
}
