import type { CategoryPaths } from '../categories/paths.ts'
import * as goods from './rules.ts'
import { isCurrency } from '../currencies/codes.ts'
import { blankGoods, goodsChangeOf, goodsFault, patched, type GoodsChange, type GoodsFields } from './rules.ts'
import { goodsStates, type GoodsState } from './states.ts'
import { Faulty, type RawFault, type RawGoods, type ImportFault } from './raw.ts'
import { atOnce } from './in-turns.ts'
import { CODE_MAX, LINE_MAX } from '../wire/limits.ts'
import {
  attributesOf,
  inOrderOf,
  fileLadder,
  backText,
  dealOf,
  dealText,
  readable,
  readBack,
  fileTexts,
  fileVariants,
  weightOf,
  whole,
} from './values.ts'
import { decimalOf } from '../currencies/money.ts'
import { LEAD_MAX } from '../shipping/terms.ts'

/** A product as a store has it, for tables. */
export interface KeptGoods extends GoodsFields {
  id: string
  state: GoodsState
  stock: number
  stocks: Record<string, number>
}

/** Where a file's products go. */
export interface ImportTarget {
  /** The store's products, by id and by its own code. */
  byId: ReadonlyMap<string, KeptGoods>
  byCode: ReadonlyMap<string, KeptGoods>
  categories: CategoryPaths
  /** The category of new products that name none, or an unknown one. */
  categoryId: number | undefined
  currency: string
  /** The state of new products that do not state one. */
  state: 'draft' | 'listed'
  /** When the file is read (Unix ms): a deal ends within a year from then. */
  now: number
  /** The pictures that were chosen with the file: the ids of their files, by name. */
  pictures?: ReadonlyMap<string, string>
}

/** The plan for a product of a file. */
export type Planned = { row: number; id: string; title: string } & (
  | { kind: 'new'; fields: GoodsFields; stock: number; stocks: Record<string, number>; state: GoodsState }
  | {
      kind: 'changed'
      change: GoodsChange | undefined
      /** The change in the stock of each choice ('' without choices). */
      stock: { sku: string; by: number }[]
      state: GoodsState | undefined
    }
  | { kind: 'same' }
)

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * The id of a new product that names none: always the same for the same text, so that a file that is read twice makes
 * its products once (four rounds of FNV-1a; nothing depends on its being unguessable).
 */
export function idOfText(text: string): string {
  let hex = ''
  for (let round = 0; round < 4; round++) {
    let hash = 0x811c9dc5 ^ (round * 0x9e3779b1)
    for (let i = 0; i < text.length; i++) {
      hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
      hash ^= hash >>> 15
    }
    hex += (hash >>> 0).toString(16).padStart(8, '0')
  }
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}

function categoryIdOf({ category }: RawGoods, before: KeptGoods | undefined, target: ImportTarget): number {
  const named = category === undefined || category.trim() === '' ? undefined : target.categories.idOf(category)
  const id = named ?? before?.categoryId ?? target.categoryId
  if (id === undefined || (before && category?.trim() && named === undefined && target.categoryId === undefined))
    throw new Faulty('category', 'unknownCategory', category ?? '')
  return id
}

/** The product after the import: the fields of the file over those of the product that is there, or over nothing. */
function fieldsOf(raw: RawGoods, before: KeptGoods | undefined, target: ImportTarget): GoodsFields {
  const currency = raw.currency?.trim().toUpperCase() || before?.currency || target.currency
  const isKept = currency === before?.currency || currency === target.currency
  if (!isKept && !isCurrency(currency)) throw new Faulty('currency', 'badCurrency', currency)
  const old: GoodsFields = before ?? blankGoods(0, currency)
  const next = patched(old, {
    title: fileTexts(raw.title, goods.GOODS_TITLE_MAX, 'title'),
    description: fileTexts(raw.description, goods.GOODS_DESCRIPTION_MAX, 'description'),
    categoryId: categoryIdOf(raw, before, target),
    currency,
    ladder: fileLadder(raw, old, currency),
    ...(raw.code === undefined ? {} : { code: readable(raw.code, CODE_MAX, 'code') }),
    ...(raw.brand === undefined ? {} : { brand: readable(raw.brand, goods.GOODS_BRAND_MAX, 'brand') }),
    ...(raw.minimum?.trim() ? { minimum: whole(raw.minimum, 'minimum', 1, LINE_MAX) } : {}),
    ...(raw.multiple?.trim() ? { multiple: whole(raw.multiple, 'multiple', 1, LINE_MAX) } : {}),
    ...(raw.lead?.trim() ? { lead: whole(raw.lead, 'lead', 1, LEAD_MAX) } : {}),
    ...(raw.weight === undefined ? {} : { weight: weightOf(raw.weight, 'weight') }),
    ...(raw.backorder === undefined ? {} : { back: readBack(raw.backorder) }),
    ...(raw.deal === undefined ? {} : { deal: dealOf(raw.deal, target.now) }),
    ...(raw.attributes ? { attributes: attributesOf(raw.attributes) } : {}),
  })
  const variants = raw.variants ? fileVariants(raw.variants, old, currency) : next.variants
  return { ...next, variants, pictures: picturesOf(raw, old, target) ?? next.pictures }
}

/** The pictures of a file: those that the product has, by their addresses, and those that came with the file. */
function picturesOf({ pictures }: RawGoods, old: GoodsFields, target: ImportTarget): string[] | undefined {
  const named = pictures?.map((name) => {
    if (old.pictures.includes(name)) return name
    const file = target.pictures?.get(name.trim().toLowerCase())
    if (file === undefined) throw new Faulty('pictures', 'unknownPicture', name)
    return file
  })
  if (named && named.length > goods.GOODS_PICTURES_MAX) throw new Faulty('pictures', 'tooMany', String(named.length))
  return named && [...new Set(named)]
}

function stateOf({ state }: RawGoods, before: KeptGoods | undefined, otherwise: GoodsState): GoodsState {
  const named = state?.trim().toLowerCase()
  if (!named) return otherwise
  const known = goodsStates.find((one) => one === named)
  // A product that was once on sale is hidden and never becomes a draft again; a draft has nothing to hide.
  const other = known === 'draft' ? 'hidden' : known === 'hidden' ? 'draft' : undefined
  if (
    known === undefined ||
    (before && before.state !== known && other && (known === 'draft' || before.state === other))
  )
    throw new Faulty('state', 'badState', state)
  return known
}

const stockOf = (text: string | undefined): number | undefined =>
  text === undefined || text.trim() === '' ? undefined : whole(text, 'stock', 0, goods.GOODS_STOCK_MAX)

const columnsOfFault: Record<goods.GoodsFault, [string, ImportFault]> = {
  title: ['title', 'noTitle'],
  ladder: ['steps', 'badSteps'],
  variants: ['label', 'noLabel'],
  price: ['price', 'noPrice'],
  size: ['description', 'tooLong'],
}

/** The plan for one product of a file. @throws Faulty */
function planOne(raw: RawGoods, target: ImportTarget, id: string, before: KeptGoods | undefined): Planned {
  const fields = fieldsOf(raw, before, target)
  const state = stateOf(raw, before, before?.state ?? target.state)
  const fault = goodsFault(fields, state)
  if (fault) throw new Faulty(...columnsOfFault[fault])
  const title = fields.title['en'] ?? Object.values(fields.title)[0]!
  const choices = new Map((raw.variants ?? []).map((variant) => [variant.sku, stockOf(variant.stock)]))
  const own = Object.keys(fields.variants).length > 0 ? undefined : stockOf(raw.stock)
  if (!before) {
    const stocks = Object.fromEntries([...choices].map(([sku, num]) => [sku, num ?? 0]))
    return {
      row: raw.row,
      id,
      title,
      kind: 'new',
      fields,
      stock: own ?? 0,
      stocks,
      state: state === 'hidden' ? 'draft' : state,
    }
  }
  const change = goodsChangeOf(before, goods.wholePatch(before, fields))
  // A product that loses its last choice, or gets its first, begins with nothing on the shelf.
  const there = Object.keys(before.variants).length > 0 ? 0 : before.stock
  const counted: [string, number | undefined, number][] = [
    ...[...choices].map(([sku, num]): [string, number | undefined, number] => [sku, num, before.stocks[sku] ?? 0]),
    ['', own, there],
  ]
  // Pieces that orders hold beyond the shelf are written as an empty shelf, and stay owed when that is read again.
  const stock = counted.flatMap(([sku, num, was]) =>
    num === undefined || num === Math.max(0, was) ? [] : [{ sku, by: num - was }],
  )
  const moved = state === before.state ? undefined : state
  if (!change && stock.length === 0 && moved === undefined) return { row: raw.row, id, title, kind: 'same' }
  return { row: raw.row, id, title, kind: 'changed', change, stock, state: moved }
}

export interface PlannedFile {
  planned: Planned[]
  faults: RawFault[]
}

/**
 * The plan for a whole file: the products that are new, change or stay, and those that cannot be taken over, and why.
 */
export const planImport = (all: readonly RawGoods[], target: ImportTarget): PlannedFile =>
  atOnce(planningImport(all, target))

/** The same, pausing after each product. */
export function* planningImport(all: readonly RawGoods[], target: ImportTarget): Generator<undefined, PlannedFile> {
  const [planned, faults]: [Planned[], RawFault[]] = [[], []]
  const seen = new Set<string>()
  let count = target.byId.size
  for (const raw of all) {
    yield
    try {
      const named = raw.id?.trim().toLowerCase()
      if (named && !UUID.test(named)) throw new Faulty('id', 'badId', named)
      const before =
        (named ? target.byId.get(named) : undefined) ?? (named || !raw.code ? undefined : target.byCode.get(raw.code))
      const id = before?.id ?? (named || idOfText(raw.code || JSON.stringify(raw.title)))
      const known = before ?? target.byId.get(id)
      if (seen.has(id)) throw new Faulty(named ? 'id' : 'code', 'twice', raw.code ?? id)
      const one = planOne(raw, target, id, known)
      if (one.kind === 'new' && ++count > goods.GOODS_MAX) throw new Faulty('', 'full', String(goods.GOODS_MAX))
      seen.add(id)
      planned.push(one)
    } catch (error) {
      if (!(error instanceof Faulty)) throw error
      faults.push({ row: raw.row, ...error.at })
    }
  }
  return { planned, faults }
}

/** An intent for a product of a file. The intents of one product are sent in this order. */
export type GoodsIntent =
  | {
      name: 'goods.put'
      payload: { id: string; fields: GoodsFields; stock: number; stocks: Record<string, number>; listed: boolean }
    }
  | { name: 'goods.edit'; payload: { id: string } & GoodsChange }
  | { name: 'goods.stock'; payload: { id: string; sku: string; by: number } }
  | { name: 'goods.show'; payload: { id: string; on: boolean } }

export function intentsOf(one: Planned): GoodsIntent[] {
  if (one.kind === 'same') return []
  const { id, state } = one
  if (one.kind === 'new') {
    const { fields, stock, stocks } = one
    return [{ name: 'goods.put', payload: { id, fields, stock, stocks, listed: state === 'listed' } }]
  }
  return [
    ...(one.change ? [{ name: 'goods.edit' as const, payload: { id, ...one.change } }] : []),
    ...one.stock.map(({ sku, by }) => ({ name: 'goods.stock' as const, payload: { id, sku, by } })),
    ...(state === undefined ? [] : [{ name: 'goods.show' as const, payload: { id, on: state === 'listed' } }]),
  ]
}

/** The exact entry of a product in a file. */
export function rawGoodsOf(kept: KeptGoods, categories: CategoryPaths): RawGoods {
  const { id, code, state, title, description, brand, currency, ladder, attributes, pictures } = kept
  const money = (minor: number): string => decimalOf(minor, currency)
  const shelf = (pieces: number): string => String(Math.max(0, pieces))
  const variants = inOrderOf(kept.variants).map(([sku, { label, extra, weight }]) => ({
    sku,
    label,
    extra: money(extra),
    ...(weight !== undefined && { weight: String(weight) }),
    stock: shelf(kept.stocks[sku] ?? 0),
  }))
  return {
    row: 0,
    ...{ id, code, state, title, description, brand, currency },
    category: categories.pathOf(kept.categoryId),
    price: ladder[0] ? money(ladder[0].price) : '',
    steps: ladder.slice(1).map(({ from, price }) => ({ from: String(from), price: money(price) })),
    minimum: String(kept.minimum),
    multiple: String(kept.multiple),
    lead: String(kept.lead),
    ...(kept.weight > 0 && { weight: String(kept.weight) }),
    backorder: backText(kept.back),
    deal: dealText(kept.deal),
    ...(variants.length > 0 ? {} : { stock: shelf(kept.stock) }),
    ...{ attributes, pictures, variants },
  }
}
