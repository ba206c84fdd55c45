import { counted, fieldsOfRow, patched, type GoodsFields, type GoodsPatch } from '#contract/products/rules.ts'
import { FILE_ID } from '#contract/pictures/files.ts'
import { LEAD } from '#contract/shipping/terms.ts'
import type { StoreMutationName } from '#contract/registry.ts'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import type { GuessesFor } from '../guess.ts'

/** Stands in for a picture that the server has yet to make; its `src` is then the id of the file it is made of. */
const TINT = '#e8e6e1'

const sum = (stocks: Readonly<Record<string, number>>): number =>
  Object.values(stocks).reduce((all, num) => all + num, 0)

/** The pictures of these names: those that the row has, and files that are on their way. */
export const picturesOf = (had: readonly Picture[], names: readonly string[]): Picture[] =>
  names.flatMap((src) => had.find((picture) => picture.src === src) ?? (FILE_ID.test(src) ? { src, tint: TINT } : []))

/** The stock once these are the choices. A new choice begins with none, and so does a product that lost all of them. */
function shelfOf(row: StoreProduct, variants: GoodsFields['variants']): Pick<StoreProduct, 'stock' | 'stocks'> {
  const [had, have] = [Object.keys(row.variants), Object.keys(variants)]
  if (had.length === 0 && have.length === 0) return { stock: row.stock, stocks: {} }
  const stocks = Object.fromEntries(have.map((sku) => [sku, row.stocks[sku] ?? 0]))
  return { stocks, stock: sum(stocks) }
}

function edited(row: StoreProduct, patch: GoodsPatch): StoreProduct {
  const { pictures, ...fields } = patched(fieldsOfRow(row), patch)
  return { ...row, ...fields, pictures: picturesOf(row.pictures, pictures), ...shelfOf(row, fields.variants) }
}

/** The row with another stock; unchanged where that choice is gone, or more would be taken than there is. */
function stocked(row: StoreProduct, sku: string, num: (now: number) => number): StoreProduct {
  const choices = Object.keys(row.variants).length > 0
  if (sku === '' ? choices : !Object.hasOwn(row.variants, sku)) return row
  const now = sku === '' ? row.stock : (row.stocks[sku] ?? 0)
  const next = num(now)
  if (next < Math.min(0, now)) return row
  if (sku === '') return { ...row, stock: next }
  const stocks = { ...row.stocks, [sku]: next }
  return { ...row, stocks, stock: sum(stocks) }
}

/** The guesses for a store's goods, until the server answers. Only `goods.put` brings a deleted product back. */
export const goodsGuesses: GuessesFor<Extract<StoreMutationName, `goods.${string}`>> = {
  'goods.put': (row, { id, fields, stock, stocks, listed }, { at }) => {
    if (row && !row.deleted) return row
    const choices = Object.keys(fields.variants).map((sku) => [sku, stocks[sku] ?? 0] as const)
    return {
      ...fields,
      lead: fields.lead ?? LEAD,
      weight: fields.weight ?? 0,
      back: fields.back ?? null,
      deal: fields.deal ?? null,
      id,
      productId: row?.productId ?? null,
      state: listed ? 'listed' : 'draft',
      pictures: picturesOf([], fields.pictures),
      stocks: Object.fromEntries(choices),
      stock: choices.length > 0 ? choices.reduce((all, [, num]) => all + num, 0) : stock,
      sales: 0,
      at,
      deleted: false,
    }
  },
  'goods.edit': (row, { to }) => (row && !row.deleted ? edited(row, to as GoodsPatch) : row),
  'goods.stock': (row, { sku, by }) => (row && !row.deleted ? stocked(row, sku, (now) => now + by) : row),
  'goods.count': (row, { sku, num }) => (row && !row.deleted ? stocked(row, sku, (now) => counted(num, now)) : row),
  'goods.show': (row, { on }) =>
    row && !row.deleted && (on || row.state !== 'draft') ? { ...row, state: on ? 'listed' : 'hidden' } : row,
  'goods.del': (row) => (row ? { ...row, deleted: true } : null),
}
