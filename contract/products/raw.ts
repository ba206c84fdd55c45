import type { Texts } from '../text/locales.ts'
import type { RefusalReason } from '../wire/refusal-reasons.ts'

// A product as a file states it, before anything is checked: the texts as they stand there. A field that the file does
// not have is absent, and an existing product keeps its own; an empty field empties it.

/** A choice as a file states it. */
export interface RawVariant {
  sku: string
  label: Texts
  extra?: string
  weight?: string
  stock?: string
}

/** A product as a file states it. */
export interface RawGoods {
  /** The row of the file in which it begins, the head being row 1; a line of JSON Lines. */
  row: number
  id?: string
  code?: string
  state?: string
  title: Texts
  description: Texts
  category?: string
  brand?: string
  currency?: string
  price?: string
  steps?: { from: string; price: string }[]
  minimum?: string
  multiple?: string
  lead?: string
  weight?: string
  backorder?: string
  deal?: string
  stock?: string
  attributes?: { name: string; value: string }[]
  pictures?: string[]
  variants?: RawVariant[]
}

/** Fields that are one text. */
export const plainFields = [
  'id',
  'code',
  'state',
  'category',
  'brand',
  'currency',
  'price',
  'minimum',
  'multiple',
  'lead',
  'weight',
  'backorder',
  'deal',
  'stock',
] as const
/** Fields that have one text per language. */
export const textFields = ['title', 'description'] as const

/** Why a product of a file cannot be taken over. */
export type ImportFault =
  | 'unreadable' // no line of JSON that is an object
  | 'columns' // more cells than the head names
  | 'noTitle'
  | 'tooLong'
  | 'tooMany'
  | 'badText' // control characters, or halves of characters
  | 'badId'
  | 'badState'
  | 'badCurrency'
  | 'badPrice'
  | 'badSteps'
  | 'badNumber'
  | 'badList' // no "name = value"
  | 'noPrice' // on sale without one
  | 'noCode' // a choice without its code
  | 'noLabel'
  | 'twice' // named by an earlier row, too
  | 'unknownCategory'
  | 'unknownPicture'
  | 'full' // more goods than a store can have
  | 'tooFew' // fewer pieces than none
  | 'badDeal' // no percentage with its end, or one after more than a year
  | 'badBack' // not so many pieces within so many days
  | 'stepsAbove' // a step of the ladder that would cost more than one piece
  | 'barred' // taken off by the market

/** A fault of a file's product, with its row and column. */
export interface RawFault {
  row: number
  column: string
  fault: ImportFault | RefusalReason
  /** The text that stands there, shortened. */
  value: string
}

/** A fault on its way to the code that lists it. */
export class Faulty extends Error {
  readonly at: { column: string; fault: ImportFault; value: string }
  constructor(column: string, fault: ImportFault, value = '') {
    super(fault)
    this.at = { column, fault, value: value.slice(0, 80) }
  }
}
