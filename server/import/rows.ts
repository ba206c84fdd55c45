import { createHash } from 'node:crypto'
import { codesOf, searchColumns } from '../search/vector.ts'
import type { Item } from './item.ts'
import type { ImportPlace } from './places.ts'

/** Raised when an item becomes other rows than before, so that the next import brings old products up to date. */
const MAKING = 3

/** An item on its way into a store: which product it is there, and a hash of all that it says. */
export interface ImportEntry {
  line: number
  text: string
  item: Item
  store: string
  key: string
  hash: string
}

/** A product is the same if its store and its source's id are. */
export const keyOf = (store: string, item: Item): string => `${store}/${item.sourceId}`

/** Hash of everything that a product is made of; equal hashes need no write. */
export const itemHashOf = (item: Item): string =>
  createHash('sha256')
    .update(`${MAKING} ${JSON.stringify(item)}`)
    .digest('base64url')

/** The columns of a product that an import writes, with the SQL type of each. */
export const productColumns = {
  source_id: 'text',
  source_hash: 'text',
  store_id: 'int',
  category_id: 'int',
  category_ids: 'int[]',
  title: 'jsonb',
  description: 'jsonb',
  brand: 'text',
  pictures: 'jsonb',
  attributes: 'jsonb',
  currency: 'text',
  ladder: 'jsonb',
  deal: 'jsonb',
  price: 'bigint',
  minimum: 'int',
  stock: 'int',
  tokens: 'tsvector',
  title_words: 'smallint',
  rev: 'bigint',
} as const

/** The row of a product. */
export function productRow(
  { item, key, hash }: ImportEntry,
  place: ImportPlace,
  rev: number,
): Record<keyof typeof productColumns, unknown> {
  const title = { [item.language]: item.title }
  return {
    source_id: key,
    source_hash: hash,
    store_id: place.storeId,
    category_id: place.categoryId,
    category_ids: place.categoryIds,
    title,
    description: item.description === '' ? {} : { [item.language]: item.description },
    brand: item.brand,
    pictures: [],
    attributes: item.attributes,
    currency: item.currency,
    ladder: item.ladder,
    // A file says what things cost from now on.
    deal: null,
    price: item.ladder[0]!.price,
    minimum: item.minimum,
    stock: item.stock,
    ...searchColumns({
      title,
      brand: item.brand,
      codes: codesOf(item.attributes),
      leaf: place.categoryNames[0]!,
      above: place.categoryNames.slice(1),
    }),
    rev,
  }
}

/** The columns of a variant that an import writes; its product is named by its key. */
export const variantColumns = {
  source_id: 'text',
  sku: 'text',
  label: 'jsonb',
  extra: 'bigint',
  stock: 'int',
  sort: 'int',
} as const

/** The rows of a product's variants. */
export const variantRows = ({ item, key }: ImportEntry): Record<keyof typeof variantColumns, unknown>[] =>
  item.variants.map((v, sort) => ({
    source_id: key,
    sku: v.sku,
    label: { [item.language]: v.name },
    extra: v.extra,
    stock: v.stock,
    sort,
  }))
