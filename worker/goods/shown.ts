import type { Texts } from '#contract/locales.ts'
import type { BulkAct } from '#contract/rules/goods-bulk.ts'
import type { GoodsPatch } from '#contract/rules/goods.ts'
import type { GoodsState } from '#contract/rules/goods-states.ts'
import type { Fault } from '#contract/rules/goods-said.ts'

/** What is planned for many goods: a file of them, or one change of some. */
export type PlanOf =
  | {
      of: 'file'
      from: string | Blob
      /** Where new products go that name no category, or one that nobody knows. */
      categoryId: number | undefined
      /** What new products become that do not say. */
      state: 'draft' | 'listed'
      /** The ids of files of pictures, by what they are called (in lower case). */
      pictures: Readonly<Record<string, string>>
    }
  | { of: 'bulk'; ids: string[]; act: BulkAct }

export type PlanKind = 'new' | 'changed' | 'fault'

/** What a plan comes to. Its rows are asked for some at a time. */
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
  /** `title` is of a product that is there; of a file `value` is what stands in it. */
  | ({ kind: 'fault'; title: Texts } & Fault)

/** How one part changes: of what is written, of the stock of a choice ('' without choices), or how it stands. */
export type PartChange =
  | { part: string; from: GoodsPatch; to: GoodsPatch }
  | { stock: string; from: number; to: number }
  | { state: GoodsState; to: GoodsState }

/** What could not be taken over, as it stood in the file. */
export interface Rejected {
  /** The first row of a table; empty of JSON Lines. */
  head: string[]
  faults: (Fault & { rows: string[][] })[]
}

/** What is written to a file: all goods, those of some ids, or what such a file looks like. */
export interface WriteOf {
  form: 'csv' | 'jsonl'
  which: 'all' | 'template' | string[]
}

/** What is done with the changes that are being recorded. */
export type JobAct = 'resume' | 'stop' | 'goOn' | 'forget' | 'undo'
