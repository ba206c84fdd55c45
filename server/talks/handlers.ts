import { sql } from 'kysely'
import type { Texts } from '#contract/text/locales.ts'
import { LINES_AN_HOUR } from '#contract/messages/rules.ts'
import type { Payload } from '#contract/registry.ts'
import { talkLineChange, talkLineColumns, type StoredTalkLine } from './change.ts'
import { claimFiles } from '../files/claim-files.ts'
import { refused, type MutationCall, type MutationsFor, type Verdict } from '../http/handlers.ts'
import { addLine, lineSubject, talkNow } from './lines.ts'
import { orderNumber } from '../orders/order/number.ts'

type Send = Payload<'talk.send'>
const HOUR = 3_600_000

/** When the person may say something again (seconds); undefined when they may now. */
async function tooMany({ tx, userId, now }: MutationCall): Promise<number | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select at from talk_lines where user_id = ${userId}::uuid and mine and at > ${new Date(now() - HOUR)}::timestamptz
    order by at desc offset ${LINES_AN_HOUR - 1}::int limit 1`.execute(tx)
  const [oldest] = rows
  return oldest && Math.max(1, Math.ceil((oldest.at.getTime() + HOUR - now()) / 1000))
}

/**
 * The title of the subject: null without one, and for a product that is off sale; 'gone' where this person has no such
 * subject.
 */
async function titleOf({ tx, userId }: MutationCall, subject: Send['subject']): Promise<Texts | null | 'gone'> {
  if (!subject) return null
  if (subject.kind === 'order') {
    const order = await tx
      .selectFrom('orders')
      .select('serial')
      .where('id', '=', subject.id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return order ? { en: orderNumber(order.serial) } : 'gone'
  }
  if (!/^[1-9]\d{0,8}$/.test(subject.id)) return 'gone'
  const id = Number(subject.id)
  if (subject.kind === 'product') {
    const product = await tx.selectFrom('products').select(['title', 'active']).where('id', '=', id).executeTakeFirst()
    // Drafts, and what is off sale or barred, are nobody's to read.
    return product ? (product.active ? product.title : null) : 'gone'
  }
  const store = await tx.selectFrom('stores').select('name').where('id', '=', id).executeTakeFirst()
  return store ? { en: store.name } : 'gone'
}

/** Why a conversation cannot be, or how it begins; nothing where it is there. Nothing is written yet. */
async function toBegin(call: MutationCall, p: Send): Promise<ReturnType<typeof refused> | (() => Promise<unknown>)> {
  const { tx, userId, rev } = call
  const known = await tx
    .selectFrom('talks')
    .select('store_id')
    .where('user_id', '=', userId)
    .where('id', '=', p.talk)
    .executeTakeFirst()
  if (known) return known.store_id === p.to ? async () => undefined : refused('invalid', { path: 'to' })
  if (p.to !== 0 && !(await tx.selectFrom('stores').select('id').where('id', '=', p.to).executeTakeFirst()))
    return refused('storeGone')
  const title = await titleOf(call, p.subject)
  if (title === 'gone') return refused('invalid', { path: 'subject' })
  const talk = {
    user_id: userId,
    id: p.talk,
    store_id: p.to,
    subject_kind: p.subject?.kind ?? null,
    subject_id: p.subject?.id ?? null,
    title: title ? JSON.stringify(title) : null,
    at: new Date(call.now()),
    rev,
  }
  return () => tx.insertInto('talks').values(talk).execute()
}

async function send(call: MutationCall, p: Send, show?: Payload<'talk.show'>): Promise<Verdict> {
  const { tx, userId } = call
  // Said before, under another intent of the same gesture: it is said once.
  const { rows: before } = await sql<StoredTalkLine>`
    select ${talkLineColumns} from talk_lines where user_id = ${userId}::uuid and talk_id = ${p.talk}::uuid
      and id = ${p.id}::uuid`.execute(tx)
  if (before.length > 0)
    return { kind: 'accepted', rows: [...before.map(talkLineChange), ...(await talkNow(call, userId, p.talk))] }
  const text = p.text.trim()
  if (text === '' && !show) return refused('invalid', { path: 'text' })
  const seconds = await tooMany(call)
  if (seconds !== undefined) return refused('tooManyAttempts', { seconds })
  const begin = await toBegin(call, p)
  if (typeof begin !== 'function') return begin
  const pictures = show && (await claimFiles(call, 'talk.show', show, lineSubject(p.id)))
  if (pictures && 'reason' in pictures) return { kind: 'refused', refusal: pictures }
  await begin()
  const line = { talk: p.talk, id: p.id, mine: true, text, at: call.now() }
  const shown = show && pictures && { files: show.pictures, pictures }
  return { kind: 'accepted', rows: await addLine(call, userId, shown ? { ...line, shown } : line) }
}

export const talkMutations: MutationsFor<'talk.send' | 'talk.show' | 'talk.read'> = {
  'talk.send': (call, p) => send(call, p),
  'talk.show': (call, p) => send(call, p, p),
  'talk.read': async (call, { id, upTo }) => {
    await sql`update talks set read_to = greatest(read_to, least(last, ${upTo}::int)), rev = ${call.rev}::bigint
      where user_id = ${call.userId}::uuid and id = ${id}::uuid`.execute(call.tx)
    return { kind: 'accepted', rows: await talkNow(call, call.userId, id) }
  },
}
