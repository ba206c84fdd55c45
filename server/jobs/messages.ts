import { sql } from 'kysely'
import { MESSAGES_DAYS } from '#contract/rules/messages.ts'
import type { Db } from '../db/tables.ts'
import { readOrders } from '../feed/order-change.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { blank, notify } from '../messages/notify.ts'
import { dropTalks } from '../messages/talk-lines.ts'
import { orderNotice } from '../orders/tell.ts'

const DAY = 86_400_000
/** So many persons a round; what is left over comes with the next. */
const OWNERS = 200
/** So long after it was shipped a buyer is asked whether an order has arrived (days). */
const ASK_AFTER = 7

/** Persons of whom a query finds something, in another order each round. */
const owners = async (db: Db, query: ReturnType<typeof sql<{ user_id: string }>>): Promise<string[]> =>
  (await query.execute(db)).rows.map((row) => row.user_id)

/** Asks buyers, once, whether what was shipped a while ago has arrived. Returns how many orders were asked for. */
export async function askForReceipt(db: Db, now: number): Promise<number> {
  const due = sql`o.state = 'shipped' and o.shipped_at <= ${new Date(now - ASK_AFTER * DAY)}::timestamptz
    and not exists (select from messages m where m.user_id = o.user_id and m.kind = 'orderAsksReceipt'
      and m.subject_id = o.id)
    and not exists (select from message_mutes x where x.user_id = o.user_id and x.topic = 'orders' and x.is_on)`
  const found = await owners(
    db,
    sql<{ user_id: string }>`select distinct o.user_id from orders o where ${due} limit ${sql.lit(OWNERS)}`,
  )
  let asked = 0
  for (const userId of found)
    asked += await ownerTransaction(db, userId, async (call) => {
      const orders = await readOrders(call.tx, sql`o.user_id = ${userId}::uuid and ${due}`)
      for (const order of orders) await notify(call, userId, orderNotice(order, 'orderAsksReceipt', now))
      return orders.length
    })
  return asked
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
