import type { Texts } from '#contract/text/locales.ts'
import type { BulkAct } from '#contract/products/bulk.ts'
import type { GoodsPatch } from '#contract/products/rules.ts'
import type { GoodsState } from '#contract/products/states.ts'
import type { RawFault } from '#contract/products/raw.ts'

/** A request to plan for many goods: a file of them, or one change of some. */
export type PlanOf =
  | {
      of: 'file'
      from: string | Blob
      /** The category of new products that name none, or one that nobody knows. */
      categoryId: number | undefined
      /** The state of new products whose row names none. */
      state: 'draft' | 'listed'
      /** The ids of picture files, by their names (in lower case). */
      pictures: Readonly<Record<string, string>>
    }
  | { of: 'bulk'; ids: string[]; act: BulkAct }

export type PlanKind = 'new' | 'changed' | 'fault'

/** The counts of a plan. Its rows are asked for some at a time. */
export interface PlanShown {
  plan: string
  new: number
  changed: number
  same: number
  fault: number
  /** Columns of the file that are not ours. */
  unknown: string[]
  /** The categories that the file names and nobody knows; some of them. */
  categories: string[]
}

/** A row of a plan; long texts are cut. Amounts are minor units of `currency`. */
export type PlanRow =
  | {
      kind: 'new'
      row: number
      title: Texts
      code: string
      price: number | undefined
      currency: string
      stock: number
      state: GoodsState
    }
  | { kind: 'changed'; row: number; title: Texts; currency: string; changes: PartChange[] }
  /** `title` is of a product that the store has; for a file, `value` is the text that stands in it. */
  | ({ kind: 'fault'; title: Texts } & RawFault)

/** One part of a change: a written part, the stock of a choice ('' without choices), or the state. */
export type PartChange =
  | { part: string; from: GoodsPatch; to: GoodsPatch }
  | { stock: string; from: number; to: number }
  | { state: GoodsState; to: GoodsState }

/** The rows that could not be taken over, as they stood in the file. */
export interface Rejected {
  /** The first row of a table; empty of JSON Lines. */
  head: string[]
  faults: (RawFault & { rows: string[][] })[]
}

/** A request to write goods to a file: all of them, those of some ids, or a template of such a file. */
export interface WriteOf {
  form: 'csv' | 'jsonl'
  which: 'all' | 'template' | string[]
}

/** An act on the job whose changes are being recorded. */
export type JobAct = 'resume' | 'stop' | 'goOn' | 'forget' | 'undo'
