import type { Texts } from '#contract/text/locales.ts'
import type { Refusal } from '#contract/wire/schema-refusals.ts'
import type { UserReader } from '../../read.ts'
import type { IntentRow } from '../../schema.ts'
import { doesOf, fieldsOf, type Does } from './does.ts'

// The changes of a store that wait on a member's device (worker/session/desk.ts), or were refused.

/** A change of the store's, and what it is about. */
export interface DeskChange extends Does {
  intentId: string
  /** The order that it was about. */
  sale: { id: string; number: string } | undefined
  /** The buyer's request or review that it answers, and the product that this is about. */
  answer: { kind: 'quote' | 'review'; id: string; title: Texts } | undefined
  /** The product that it is about, by its id; undefined where it is about no product, or about several. */
  goods: { id: string; title: Texts } | undefined
}
/** One that the server refused or has to ask about, and why. */
export interface RefusedChange extends DeskChange {
  refusal: Refusal | null
}
/** A change with its subject, as far as this device knows it. */
export async function deskChangeOf(user: UserReader, row: IntentRow): Promise<DeskChange> {
  const key = row.keys.find((ref) => ref.startsWith('sales/'))?.slice('sales/'.length)
  const sale = key === undefined ? undefined : (await user.sales.get(key))?.server
  return {
    ...doesOf(row),
    intentId: row.intentId,
    sale: sale ? { id: sale.id, number: sale.number } : undefined,
    answer: await answeredIn(user, row),
    goods: await goodsOf(user, row),
  }
}

/** The request or review that an intent answers. */
async function answeredIn(user: UserReader, { keys }: IntentRow): Promise<DeskChange['answer']> {
  const [table, id = ''] = (keys[0] ?? '').split('/')
  if (table === 'storeQuotes') {
    const row = (await user.storeQuotes.get(id))?.server
    return row && !row.deleted ? { kind: 'quote', id, title: row.title } : undefined
  }
  if (table !== 'storeReviews') return undefined
  const row = (await user.storeReviews.get(id))?.server
  return row && !row.deleted ? { kind: 'review', id, title: row.title } : undefined
}

/** The refused changes that nobody has dealt with yet, the oldest first. */
export async function refusedChanges(user: UserReader): Promise<RefusedChange[]> {
  const rows = await user.outbox.where('state').anyOf(['rejected', 'conflict']).toArray()
  return Promise.all(rows.map(async (row) => ({ ...(await deskChangeOf(user, row)), refusal: row.last })))
}

/** The product that an intent is about; a new one that was refused is called what it was to be called. */
async function goodsOf(user: UserReader, { name, keys, payload }: IntentRow): Promise<RefusedChange['goods']> {
  if (!name.startsWith('goods.') || keys.length !== 1) return undefined
  const id = keys[0]!.slice(keys[0]!.indexOf('/') + 1)
  const row = await user.goods.get(id)
  const shown = row?.shown ?? row?.server
  if (shown && !shown.deleted) return { id, title: shown.title }
  const made = (fieldsOf(payload)['fields'] as { title?: Texts } | undefined)?.title
  return name === 'goods.put' && made ? { id, title: made } : undefined
}
