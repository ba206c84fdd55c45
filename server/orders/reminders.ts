import { sql } from 'kysely'
import { MESSAGES_DAYS } from '#contract/messages/rules.ts'
import type { Db } from '../db/tables/tables.ts'
import { readOrders } from './order/change.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { blank, notify } from '../messages/notify.ts'
import { dropTalks } from '../talks/lines.ts'
import { orderNotice } from './order/tell.ts'
import { readMarketName } from '../market/settings.ts'

const DAY = 86_400_000
/** The most people per round; the rest follow in the next. */
const OWNERS = 200
/** How long after its shipment a buyer is asked whether an order has arrived (days). */
const ASK_AFTER = 7
/** How long an answer stays unread before it is mailed (ms). */
export const UNREAD_FOR = 10 * 60_000

/** Persons of whom a query finds something, in another order each round. */
const owners = async (db: Db, query: ReturnType<typeof sql<{ user_id: string }>>): Promise<string[]> =>
  (await query.execute(db)).rows.map((row) => row.user_id)

/** Asks buyers, once, whether orders shipped a while ago have arrived. Returns the number of these orders. */
export async function askForReceipt(db: Db, now: number): Promise<number> {
  const due = sql`o.state = 'shipped' and o.shipped_at <= ${new Date(now - ASK_AFTER * DAY)}::timestamptz
    and o.receipt_asked_at is null`
  const found = await owners(
    db,
    sql<{ user_id: string }>`select distinct o.user_id from orders o where ${due} limit ${sql.lit(OWNERS)}`,
  )
  let asked = 0
  for (const userId of found)
    asked += await ownerTransaction(db, userId, async (call) => {
      const orders = await readOrders(call.tx, sql`o.user_id = ${userId}::uuid and ${due}`)
      // Somebody without messages about orders may still want the mail, and the other way round.
      for (const order of orders) await notify(call, userId, orderNotice(order, 'orderAsksReceipt', now))
      await sql`update orders o set receipt_asked_at = ${new Date(now)}::timestamptz
        where o.user_id = ${userId}::uuid and ${due}`.execute(call.tx)
      return orders.length
    })
  return asked
}

/**
 * Mails people that a store, or the market, has answered them and they have not read it: once, until they have. Returns
 * of how many conversations that is.
 */
export async function mailAnswers(db: Db, now: number): Promise<number> {
  const due = sql`not t.deleted and t.last > t.read_to and t.mailed_to <= t.read_to
    and t.at <= ${new Date(now - UNREAD_FOR)}::timestamptz`
  const found = await owners(
    db,
    sql<{ user_id: string }>`select distinct t.user_id from talks t where ${due} limit ${sql.lit(OWNERS)}`,
  )
  if (found.length === 0) return 0
  const market = await readMarketName(db)
  let mailed = 0
  for (const userId of found)
    mailed += await ownerTransaction(db, userId, async (call) => {
      const { rows } = await sql<{ id: string; shop: string | null }>`
        update talks t set mailed_to = t.last where t.user_id = ${userId}::uuid and ${due}
        returning t.id, t.store_name as shop`.execute(call.tx)
      for (const { id, shop } of rows) {
        const values = { shop: shop ?? market }
        await notify(call, userId, {
          kind: 'talkAnswered',
          subject: { kind: 'talk', id },
          values,
          shown: true,
          at: now,
        })
      }
      return rows.length
    })
  return mailed
}

/** Takes messages and conversations past their time away. Returns how many rows went. */
export async function purgeMessages(db: Db, now: number): Promise<number> {
  const old = new Date(now - MESSAGES_DAYS * DAY)
  const found = await owners(
    db,
    sql<{ user_id: string }>`
      select user_id from messages where not deleted and at < ${old}::timestamptz
      union select user_id from talks where not deleted and at < ${old}::timestamptz limit ${sql.lit(OWNERS)}`,
  )
  let gone = 0
  for (const userId of found)
    gone += await ownerTransaction(db, userId, async (call) => {
      const messages = await blank(call, userId, sql`at < ${old}::timestamptz`)
      const talks = await dropTalks(call, userId, sql`at < ${old}::timestamptz`)
      return messages.length + talks.length
    })
  return gone
}
