import { byId } from '#contract/lists/by-id.ts'
import { marketIn } from '#contract/currencies/exchange.ts'
import { categoryPaths } from '#contract/categories/paths.ts'
import { planBulk } from '#contract/products/bulk.ts'
import { readingCsv, rowsOfTable, type GoodsFile } from '#contract/products/csv.ts'
import { planningImport, type ImportTarget, type KeptGoods, type Planned } from '#contract/products/import.ts'
import { readingJsonLines } from '#contract/products/json.ts'
import type { RawFault } from '#contract/products/raw.ts'
import { partIn, goodsPartsOf, ofParts, type GoodsPatch } from '#contract/products/rules.ts'
import type { CatalogueDb, UserDb } from '#localdb/open.ts'
import type { PartChange, PlanKind, PlanOf, PlanRow, PlanShown, Rejected } from '../api/products-shown.ts'
import { inTurns } from './in-turns.ts'
import { keptGoods } from './kept.ts'

/** The largest file that is read (bytes). */
const FILE_MAX = 30_000_000
/** How many rows of a plan are asked for at once. */
const ROWS = 100
/** How many characters of a changed text, and entries of a changed list, are shown. */
const SHOWN_TEXT = 160
const SHOWN_LIST = 6
const SHOWN_CATEGORIES = 5

/** A plan, kept until it is begun or another takes its place. */
export interface Plan {
  id: string
  new: Planned[]
  changed: Planned[]
  same: number
  faults: RawFault[]
  unknown: string[]
  before: ReadonlyMap<string, KeptGoods>
  /** The text of the file, for its rejected rows; empty for one change of many. */
  text: string
}

/** The last plan of each database. */
const plans = new WeakMap<UserDb, Plan>()

/** The plan of an id; undefined when another took its place, or the worker was restarted. */
export function planOf(db: UserDb, id: string): Plan | undefined {
  const plan = plans.get(db)
  return plan?.id === id ? plan : undefined
}
export const forgetPlan = (db: UserDb): boolean => plans.delete(db)

/** A file's text; undefined when it is too large, or no text. */
async function textOf(from: string | Blob): Promise<string | undefined> {
  if (typeof from === 'string') return from.length > FILE_MAX || from.includes('\0') ? undefined : from
  if (from.size > FILE_MAX) return undefined
  const bytes = new Uint8Array(await from.arrayBuffer())
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe
  const text = new TextDecoder(wide ? 'utf-16le' : 'utf-8').decode(bytes)
  return text.includes('\0') ? undefined : text
}

const isJsonLines = (text: string): boolean => /^\uFEFF?\s*\{/.test(text)

/**
 * Plans a file or a change of many against the data on this device and its clock (`now`, Unix ms); undefined when the
 * file is too large, or no text.
 */
export async function makePlan(
  { db }: { db: UserDb },
  catalogue: CatalogueDb,
  wish: PlanOf,
  now: number,
): Promise<PlanShown | undefined> {
  const text = wish.of === 'file' ? await textOf(wish.from) : ''
  if (text === undefined) return undefined
  const all = await keptGoods(db, wish.of === 'bulk' ? wish.ids : undefined)
  const before = byId(all)
  const of =
    wish.of === 'bulk'
      ? { ...planBulk(all, wish.act), unknown: [] }
      : await planFile(text, {
          byId: before,
          byCode: new Map(all.filter(({ code }) => code !== '').map((one) => [one.code, one])),
          categories: categoryPaths(await catalogue.categories.toArray()),
          categoryId: wish.categoryId,
          // A store mostly sells in one currency.
          currency: all[0]?.currency ?? marketIn(await catalogue.rates.toArray()),
          state: wish.state,
          pictures: new Map(Object.entries(wish.pictures)),
          now,
        })
  const { planned, faults, unknown } = of
  const ofKind = (kind: Planned['kind']): Planned[] => planned.filter((one) => one.kind === kind)
  const plan: Plan = {
    id: crypto.randomUUID(),
    ...{ new: ofKind('new'), changed: ofKind('changed'), same: ofKind('same').length, faults, unknown, before, text },
  }
  plans.set(db, plan)
  const nowhere = faults.filter(({ fault }) => fault === 'unknownCategory').map(({ value }) => value)
  return {
    plan: plan.id,
    ...{ new: plan.new.length, changed: plan.changed.length, same: plan.same, fault: faults.length, unknown },
    categories: [...new Set(nowhere)].filter(Boolean).slice(0, SHOWN_CATEGORIES),
  }
}

async function planFile(
  text: string,
  target: ImportTarget,
): Promise<{ planned: Planned[] } & Pick<GoodsFile, 'faults' | 'unknown'>> {
  const file = await inTurns(isJsonLines(text) ? readingJsonLines(text) : readingCsv(text))
  const { planned, faults } = await inTurns(planningImport(file.goods, target))
  return { planned, faults: [...file.faults, ...faults].toSorted((a, b) => a.row - b.row), unknown: file.unknown }
}

/** Some rows of a plan, from the n-th on. */
export function planRows(plan: Plan, kind: PlanKind, from: number): PlanRow[] {
  if (kind === 'fault') {
    // The rows of a change are the products that it was asked for.
    const all = plan.text === '' ? [...plan.before.values()] : []
    return plan.faults
      .slice(from, from + ROWS)
      .map((fault) => ({ kind, ...fault, title: all[fault.row - 1]?.title ?? {} }))
  }
  return plan[kind].slice(from, from + ROWS).map((one) => rowOf(plan, one))
}

function rowOf({ before }: Plan, one: Planned): PlanRow {
  const { row } = one
  if (one.kind === 'new') {
    const { fields, stock, stocks, state } = one
    const { code, currency, ladder, variants } = fields
    const all = Object.keys(variants).length > 0 ? Object.values(stocks).reduce((sum, num) => sum + num, 0) : stock
    return { kind: 'new', row, title: fields.title, code, price: ladder[0]?.price, currency, stock: all, state }
  }
  const was = before.get(one.id)!
  return { kind: 'changed', row, title: was.title, currency: was.currency, changes: changesOf(one, was) }
}

function changesOf(one: Planned, was: KeptGoods): PartChange[] {
  if (one.kind !== 'changed') return []
  const { change, stock, state } = one
  const parts = change ? [...goodsPartsOf(change.to).keys()] : []
  const patch = (of: GoodsPatch, part: string): GoodsPatch => ofParts([[part, brief(partIn(of, part))]])
  const currency = change?.to.currency
  return [
    ...parts.map((part) => ({
      part,
      from: patch(change!.from, part),
      to: { ...patch(change!.to, part), ...(currency === undefined ? {} : { currency }) },
    })),
    ...stock.map(({ sku, by }) => {
      const from = sku === '' ? was.stock : (was.stocks[sku] ?? 0)
      return { stock: sku, from, to: from + by }
    }),
    ...(state === undefined ? [] : [{ state: was.state, to: state }]),
  ]
}

/** A value as it is shown, cut where it is long. */
function brief(value: unknown): unknown {
  if (typeof value === 'string') return value.length > SHOWN_TEXT ? `${value.slice(0, SHOWN_TEXT)}…` : value
  if (Array.isArray(value)) return value.slice(0, SHOWN_LIST).map(brief)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, brief(part)]))
}

/** The faults of a plan's file, with the rows as they were written. */
export function rejectedOf({ faults, text }: Plan): Rejected {
  const rows = new Set(faults.map(({ row }) => row))
  if (isJsonLines(text)) {
    const lines = text.split('\n')
    return { head: [], faults: faults.map((fault) => ({ ...fault, rows: [[lines[fault.row - 1] ?? '']] })) }
  }
  const { head, of } = rowsOfTable(text, rows)
  return { head, faults: faults.map((fault) => ({ ...fault, rows: of.get(fault.row) ?? [] })) }
}
