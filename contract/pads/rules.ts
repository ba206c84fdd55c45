import type { Product, Variant } from '../catalogue/schema.ts'
import { ladderPrice, orderableQuantity, piecesByProduct } from '../prices/ladder.ts'
import { CODE_MAX } from '../wire/limits.ts'
import { whyNotOrderable, type WhyNot } from '../catalogue/orderable.ts'
import { isEmptyRow, type PadRow } from './rows.ts'
import { typedQuantity } from '../cart/quantity.ts'

// The quick-order pad: rows of a code and a quantity, as they were typed, and the result of each.

/** The most characters of a typed quantity. */
export const PAD_QUANTITY_MAX = 20
/** The largest file that is read into it (bytes). */
export const PAD_FILE_MAX = 2_000_000

/** How a maker's code may be written where it is kept. */
export const codeForms = (code: string): string[] => {
  const text = code.trim()
  return [...new Set([text, text.toUpperCase(), text.toLowerCase()])]
}

/** A fault of a row; `to` is a quantity that would be right. */
export type PadFault =
  | { kind: 'unknownCode' | 'severalProducts' | 'needsChoice' | 'noSuchChoice' | 'badQuantity' }
  | { kind: 'notSold'; why: WhyNot }
  | { kind: 'belowMinimum'; minimum: number; missing: number; to: number }
  | { kind: 'notMultiple'; multiple: number; to: number }
  | { kind: 'stockShort'; available: number; to: number | undefined }

/** The goods that a row's code names, as far as they are known here. */
export type PadGoods =
  | { kind: 'fault'; fault: PadFault }
  /** Not on this device: the server may know it. */
  | { kind: 'away' }
  | { kind: 'goods'; product: Product; variant: Variant | undefined; gone: boolean }

/** The result of a row. `price` and `amount` are minor units of the product's currency. */
export type PadLine =
  | { state: 'empty' }
  | { state: 'away' }
  | { state: 'wrong'; fault: PadFault; product: Product | undefined; variant: Variant | undefined }
  | { state: 'ready'; product: Product; variant: Variant | undefined; num: number; price: number; amount: number }

/** The largest quantity that can be ordered from a stock; undefined when it is below the least one. */
const atMost = (stock: number, { minimum, multiple }: Product): number | undefined => {
  const most = Math.floor(stock / multiple) * multiple
  return most >= orderableQuantity(1, minimum, multiple) ? most : undefined
}

/** A row by itself: the result of its code and quantity, before the other rows of its product count. */
function alone(row: PadRow, goods: PadGoods): PadLine {
  if (isEmptyRow(row)) return { state: 'empty' }
  if (row.code.trim() === '') return wrong({ kind: 'unknownCode' })
  if (goods.kind === 'away') return { state: 'away' }
  if (goods.kind === 'fault') return wrong(goods.fault)
  const { product, variant, gone } = goods
  const no = (fault: PadFault): PadLine => ({ state: 'wrong', fault, product, variant })
  const why = whyNotOrderable(product, { gone })
  if (why) return no({ kind: 'notSold', why })
  if (product.choices > 0 && !variant) return no({ kind: 'needsChoice' })
  if (variant?.stock === 0) return no({ kind: 'notSold', why: { reason: 'outOfStock' } })
  const num = typedQuantity(row.quantity)
  if (num === undefined) return no({ kind: 'badQuantity' })
  return { state: 'ready', product, variant, num, price: 0, amount: 0 }
}

const wrong = (fault: PadFault): PadLine => ({ state: 'wrong', fault, product: undefined, variant: undefined })

/**
 * The result of each row. Ladder, minimum and multiple count a product's pieces over all its rows; the stock of a
 * choice counts the rows of that choice.
 */
export function judgePad(rows: readonly PadRow[], goods: readonly PadGoods[]): PadLine[] {
  const lines = rows.map((row, n) => alone(row, goods[n]!))
  const ready = lines.filter((line) => line.state === 'ready')
  const pieces = piecesByProduct(ready.map(({ product, num }) => ({ id: product.id, num })))
  const ofChoice = new Map<string, number>()
  const choice = (line: { product: Product; variant: Variant | undefined }): string =>
    `${line.product.id}:${line.variant?.id ?? 0}`
  for (const line of ready) ofChoice.set(choice(line), (ofChoice.get(choice(line)) ?? 0) + line.num)
  return lines.map((line): PadLine => {
    if (line.state !== 'ready') return line
    const { product, variant, num } = line
    const all = pieces.get(product.id)!
    const no = (fault: PadFault): PadLine => ({ state: 'wrong', fault, product, variant })
    const { minimum, multiple } = product
    const stock = variant?.stock ?? product.stock
    const wanted = ofChoice.get(choice(line))!
    if (wanted > stock)
      return no({ kind: 'stockShort', available: stock, to: wanted === num ? atMost(stock, product) : undefined })
    if (all > product.stock) return no({ kind: 'stockShort', available: product.stock, to: undefined })
    const goal = orderableQuantity(all, minimum, multiple)
    const to = num + goal - all
    if (all < minimum) return no({ kind: 'belowMinimum', minimum, missing: goal - all, to })
    if (goal !== all) return no({ kind: 'notMultiple', multiple, to })
    const price = ladderPrice(product.ladder, all, variant?.extra)
    return { ...line, price, amount: price * num }
  })
}

const heads = {
  code: /code|sku|ean|model|رمز|كود|代码|编码|编号|货号/i,
  quantity: /qty|quantity|pieces|pcs|menge|كمية|عدد|数量/i,
} as const

/**
 * The rows of a table of cells: by its head, if its first row is one, else the first cell of each row and the next one
 * that is a quantity.
 */
export function padRowsOf(cells: readonly (readonly string[])[]): PadRow[] {
  const first = cells[0] ?? []
  const headed = cells.length > 1 && !first.some((cell) => /\p{Nd}/u.test(cell))
  const at = (head: RegExp): number => (headed ? first.findIndex((cell) => head.test(cell)) : -1)
  const [codeAt, quantityAt] = [at(heads.code), at(heads.quantity)]
  return (headed ? cells.slice(1) : cells).map((row): PadRow => {
    const code = row[Math.max(0, codeAt)] ?? ''
    const rest = row.filter((_, n) => n !== Math.max(0, codeAt))
    const quantity =
      quantityAt >= 0 ? row[quantityAt] : (rest.find((cell) => typedQuantity(cell) !== undefined) ?? rest[0])
    return { code: code.slice(0, CODE_MAX), quantity: (quantity ?? '').slice(0, PAD_QUANTITY_MAX) }
  })
}
