import { sql, type RawBuilder } from 'kysely'
import type { Texts } from '#contract/text/locales.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { Message, MessageSubject, Watch } from '#contract/messages/schema-rows.ts'
import type { Tx } from '../db/tables/tables.ts'
import { isChosen, type RowChoice } from '../feed/choice.ts'

/** A message as its table has it. */
export interface MessageRow {
  id: number
  kind: string
  at: Date
  is_read: boolean
  subject_kind: string | null
  subject_id: string | null
  params: Record<string, string | number>
  title: Texts | null
  body: Texts | null
  words: string
  deleted: boolean
  rev: number
}

/** The columns of a MessageRow, for `returning` and `select`. */
export const messageColumns: RawBuilder<unknown> = sql`
  id, kind, at, is_read, subject_kind, subject_id, params, title, body, words, deleted, rev`

/** The subject of a row, as the feed carries it. */
export const subjectOf = (row: { subject_kind: string | null; subject_id: string | null }): MessageSubject | null =>
  row.subject_kind === null || row.subject_id === null
    ? null
    : { kind: row.subject_kind as MessageSubject['kind'], id: row.subject_id }

/** A message as the feed carries it. */
export function messageChange(m: MessageRow): Change {
  const row: Message = {
    id: m.id,
    kind: m.kind,
    at: m.at.getTime(),
    read: m.is_read,
    subject: subjectOf(m),
    values: m.params,
    title: m.title,
    text: m.body,
    words: m.words,
    deleted: m.deleted,
  }
  return { table: 'messages', key: String(m.id), rev: m.rev, row }
}

/** A topic that was switched off, or on again, as the feed carries it. */
export const muteChange = (m: { topic: string; is_on: boolean; at: Date; rev: number }): Change => ({
  table: 'messageMutes',
  key: m.topic,
  rev: m.rev,
  row: { topic: m.topic, on: m.is_on, at: m.at.getTime() },
})

/** A watch as its table has it. */
export interface WatchRow {
  key: string
  what: string
  product_id: number
  variant_id: number
  price: number | null
  currency: string
  area: string
  is_on: boolean
  at: Date
  rev: number
}

/** The columns of a WatchRow, for `returning` and `select`. */
export const watchColumns: RawBuilder<unknown> = sql`
  key, what, product_id, variant_id, price, currency, area, is_on, at, rev`

/** A watch as the feed carries it. */
export const watchChange = (w: WatchRow): Change => ({
  table: 'watches',
  key: w.key,
  rev: w.rev,
  row: {
    what: w.what as Watch['what'],
    id: w.product_id,
    variantId: w.variant_id,
    price: w.price,
    currency: w.currency,
    area: w.area,
    on: w.is_on,
    at: w.at.getTime(),
  },
})

/** The chosen ones of a person's messages, switched-off topics and watches. */
export async function readMessages(tx: Tx, userId: string, choice: RowChoice): Promise<Change[]> {
  const { rows: messages } = await sql<MessageRow>`
    select ${messageColumns} from messages where user_id = ${userId}::uuid
      and ${isChosen(choice, 'messages', { rev: sql`rev`, key: sql`id`, type: 'int' })}`.execute(tx)
  const { rows: mutes } = await sql<{ topic: string; is_on: boolean; at: Date; rev: number }>`
    select topic, is_on, at, rev from message_mutes where user_id = ${userId}::uuid
      and ${isChosen(choice, 'messageMutes', { rev: sql`rev`, key: sql`topic` })}`.execute(tx)
  const { rows: watches } = await sql<WatchRow>`
    select ${watchColumns} from watches where user_id = ${userId}::uuid
      and ${isChosen(choice, 'watches', { rev: sql`rev`, key: sql`key` })}`.execute(tx)
  return [...messages.map(messageChange), ...mutes.map(muteChange), ...watches.map(watchChange)]
}
