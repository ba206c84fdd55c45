import { sql } from 'kysely'
import { inCentre } from '#contract/messages/rules.ts'
import type { Input } from '#contract/registry.ts'
import { audit, type Actor } from '../../audit/audit.ts'
import type { Db, Tx } from '../../db/tables/tables.ts'
import { ownerTransaction } from '../../feed/owner-feed.ts'
import { readQuote } from '../change.ts'
import { notify } from '../../messages/notify.ts'
import { tellStore } from '../../messages/tell-store.ts'
import { quoteNotice, requestNotice } from '../tell.ts'
import { moveQuote } from '../write.ts'
import { readSetting, writeSetting, type Setting } from '../../market/settings.ts'
import { cannot, OperatorError } from '../../operator/answer.ts'

// Price requests that their stores leave unanswered. Operators answer nothing in a store's name: they remind it, or
// close the request in the market's own.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Requests from before this time are the operators' concern; `now` is Unix ms. */
export const lateBefore = async (db: Db | Tx, now: number): Promise<Date> =>
  new Date(now - (await readSetting(db, 'requestHours')) * HOUR_MS)

/**
 * Reminds a store of the price requests that it has left unanswered: by a message and a mail to each who acts for it,
 * once in a day. `now` is Unix ms. Returns whether there is such a store.
 *
 * @throws OperatorError where nothing waits for too long, nobody acts for the store, or it was reminded already
 */
export async function remindStore(db: Db, id: number, now: number, actor: Actor): Promise<boolean> {
  const store = await db.selectFrom('stores').select(['uid', 'name']).where('id', '=', id).executeTakeFirst()
  if (!store) return false
  await ownerTransaction(db, store.uid, async ({ tx }) => {
    const { n, uid } = await lateOf(tx, id, now)
    if (uid === null) throw new OperatorError('No price request waits for too long.', { reason: 'quoteMoved' })
    if (!(await hasMembers(tx, id))) throw cannot('cannot.storeNobody', { store: store.name })
    await noteReminder(tx, id, now)
    const values = { shop: store.name, n }
    await tellStore(tx, id, { kind: 'storeReminded', subject: inCentre(id, 'request', uid), values, at: now })
    await audit(tx, { ...actor, what: 'store.remind', subject: `store:${id}`, before: null, after: { requests: n } })
  })
  return true
}

/** How many requests wait for too long at a store, and what it calls the oldest of them. */
async function lateOf(tx: Tx, store: number, now: number): Promise<{ n: number; uid: string | null }> {
  const { rows } = await sql<{ n: number; uid: string | null }>`
    select count(*)::int as n, (array_agg(uid order by asked_at, uid))[1] as uid from quotes
    where store_id = ${store}::int and asked_at <= ${await lateBefore(tx, now)}::timestamptz and not deleted`.execute(
    tx,
  )
  return rows[0]!
}

const hasMembers = async (tx: Tx, store: number): Promise<boolean> =>
  (await tx
    .selectFrom('store_members')
    .select('user_id')
    .where('store_id', '=', store)
    .where('ended_at', 'is', null)
    .executeTakeFirst()) !== undefined

/** Writes down that a store is reminded. @throws OperatorError where it was within a day */
async function noteReminder(tx: Tx, store: number, now: number): Promise<void> {
  const { rows } = await sql`
    insert into store_reminders as r (store_id, at) values (${store}::int, ${new Date(now)}::timestamptz)
    on conflict (store_id) do update set at = excluded.at where r.at <= ${new Date(now - DAY_MS)}::timestamptz
    returning store_id`.execute(tx)
  if (rows.length === 0) throw cannot('cannot.remindedToday')
}

/**
 * Closes a price request that waits for too long, as the operator has seen it, for a reason that buyer and store read.
 * `now` is Unix ms. Returns whether it is there.
 *
 * @throws OperatorError where it stands otherwise by now, or its store still has time
 */
export async function closeRequest(
  db: Db,
  { id, rounds, reason }: Input<'operator.closeRequest'>,
  now: number,
  actor: Actor,
): Promise<boolean> {
  const found = await db.selectFrom('quotes').select(['user_id', 'id']).where('uid', '=', id).executeTakeFirst()
  if (!found) return false
  return ownerTransaction(db, found.user_id, async (call) => {
    const { tx } = call
    const quote = await readQuote(tx, found.user_id, found.id)
    if (!quote) return false
    if (quote.state !== 'open' || quote.rounds.length !== rounds)
      throw new OperatorError('The request has moved.', { reason: 'quoteMoved' })
    if (quote.asked_at === null || quote.asked_at > (await lateBefore(tx, now))) throw cannot('cannot.requestEarly')
    const moved = await moveQuote(call, quote, { state: 'declined', note: reason, noteBy: 'market', at: now })
    const body = { en: reason }
    await notify(call, quote.user_id, { ...quoteNotice(moved, 'quoteClosed', now), body })
    await tellStore(tx, quote.store_id, { ...requestNotice(moved, 'storeRequestClosed', now), body })
    await audit(tx, {
      ...actor,
      what: 'quote.close',
      subject: `quote:${quote.id}`,
      before: { state: quote.state },
      after: { state: moved.state, reason },
    })
    return true
  })
}

/** Sets a number of hours of the desks, and writes it down. */
export const putHours = (
  db: Db,
  name: Extract<Setting, 'requestHours' | 'digestHours'>,
  hours: number,
  actor: Actor,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const before = { value: await readSetting(tx, name) }
    await writeSetting(tx, name, hours)
    await audit(tx, { ...actor, what: 'setting.put', subject: `setting:${name}`, before, after: { value: hours } })
  })
