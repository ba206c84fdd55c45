import { sql } from 'kysely'
import type { Input } from '#contract/registry.ts'
import { isOpenOrder } from '#contract/orders/states.ts'
import { FOLLOWED_DEPTH } from '../chains/chain.ts'
import { personalData } from '../db/personal/personal-data.ts'
import { forgetRows, type Deletion, type RowsPerson } from '../db/personal/statements.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { ownerTransaction, type OwnerCall } from '../feed/owner-feed.ts'
import { accepted, refused, type Answer, type SignedIn } from '../http/handlers.ts'
import type { Limiter } from '../turns/limits.ts'
import { whyNotOwn } from '../factors/own-password.ts'
import type { Passwords } from '../factors/passwords.ts'
import { isTest } from '#contract/coins/assets.ts'
import { available } from '../ledger/accounts.ts'
import { balances } from '../ledger/ledger.ts'
import { isTestSql, takeTestMoneyBack } from '../ledger/test-money.ts'
import { mailSecurity } from '../mails/security.ts'
import { ownsAlone } from '../members/members.ts'
import type { AccountLimits } from './limits.ts'
import { whyNotFactor } from '../factors/prove-factor.ts'

// An account is deleted as the declaration of all tables says (db/personal), table by table, in transactions of a few
// hundred rows each. The first closes the account, and is mostly all there is. The daily purge finds what a process did
// not live to delete, and what another device was sending at that moment.

/** The time after its deletion in which the purge looks at an account (ms). */
const LOOKED_AT = 3 * 86_400_000

/** Deletes an account whose password and second factor are proven, and of which nothing is open. */
export async function forgetAccount(
  call: SignedIn,
  { limits, passwords, factors }: { limits: AccountLimits; passwords: Passwords; factors: Limiter },
  { password, factor }: Input<'user.delete'>,
): Promise<Answer<Record<string, never>>> {
  const { id, email } = call.user
  const key = `delete ${id} ${call.from}`
  const no = await whyNotOwn(call, password, { passwords, attempts: limits.passwords, key })
  if (no) return no
  const now = call.now()
  let next: string | undefined
  const answer = await ownerTransaction(call.db, id, async (own): Promise<Answer<Record<string, never>>> => {
    const { tx } = own
    const open = await openOrders(tx, id)
    if (open > 0) return refused('ordersOpen', { count: open })
    if (await ownsAlone(tx, id)) return refused('lastOwner')
    if (await withdraws(tx, id)) return refused('withdrawalOpen')
    // Money that is worth nothing keeps nobody.
    const held = await balances(tx, available(id))
    if (![...held.keys()].every(isTest) || (await awaitsMoney(tx, id))) return refused('moneyHeld')
    const unproven = await whyNotFactor(call, tx, factors, factor)
    if (unproven) return unproven
    await takeTestMoneyBack(tx, id)
    const { language } = await tx.selectFrom('users').select('language').where('id', '=', id).executeTakeFirstOrThrow()
    next = await forgetSome(own, { id, email }, now)
    await mailSecurity(tx, 'accountDeleted', { email, language, now, device: call.device })
    return accepted({})
  })
  if (next !== undefined)
    await forgetRest(call.db, { id, email }, now, next).catch((error: unknown) => {
      console.error('The rest of a deleted account waits for the purge:', error)
    })
  return answer
}

/** Whether real money is on its way. A deposit confirmed long ago is below the minimum, and is no reason to wait. */
async function awaitsMoney(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from deposits d where d.user_id = ${id}::uuid and not ${isTestSql}
    and not d.credited and (d.pending or d.height > (select max(height) from chain_blocks b where b.chain = d.chain)
      - ${FOLLOWED_DEPTH}::int) limit 1`.execute(tx)
  return rows.length > 0
}

/** Whether a withdrawal that they asked for is under way, of their own money or of a store. */
async function withdraws(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from withdrawals
    where (user_id = ${id}::uuid or asked_by = ${id}::uuid) and ended_at is null limit 1`.execute(tx)
  return rows.length > 0
}

/** The number of a person's orders that are open, or have a problem that is. */
async function openOrders(tx: Tx, id: string): Promise<number> {
  const orders = await tx.selectFrom('orders').select(['id', 'state']).where('user_id', '=', id).execute()
  const reported = await tx
    .selectFrom('order_reports')
    .select('order_id')
    .distinct()
    .where('user_id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
  const still = new Set(reported.map((row) => row.order_id))
  return orders.filter((order) => isOpenOrder(order.state) || still.has(order.id)).length
}

/**
 * Deletes and empties a person's rows, from one table on, until one of them has more than a piece: returns its name,
 * to go on with. Undefined: nothing is left.
 */
async function forgetSome(
  call: OwnerCall,
  person: RowsPerson,
  now: number,
  from?: string,
): Promise<string | undefined> {
  const { tx, rev } = call
  const deletion: Deletion = { ...person, now: new Date(now), rev }
  const tables = Object.entries(personalData)
  const begin = from === undefined ? 0 : tables.findIndex(([table]) => table === from)
  for (const [table, declared] of tables.slice(begin)) {
    // Readers of a product's reviews hear that one has no author any more.
    if (table === 'reviews') call.touch(await reviewed(tx, person.id))
    if (await forgetRows(tx, table, declared, deletion)) return table
  }
  return undefined
}

const reviewed = async (tx: Tx, id: string): Promise<number[]> =>
  (await tx.selectFrom('reviews').select('product_id').distinct().where('user_id', '=', id).execute()).map(
    (row) => row.product_id,
  )

/** Goes on from a table until nothing is left, each piece in a transaction of its own. */
async function forgetRest(db: Db, person: RowsPerson, now: number, from?: string): Promise<void> {
  let next = from
  do {
    const at = next
    next = await ownerTransaction(db, person.id, (call) => forgetSome(call, person, now, at))
  } while (next !== undefined)
}

/** Deletes the rest of accounts that were deleted lately: another device may have sent something at that moment. */
export async function purgeForgotten(db: Db, now: number): Promise<void> {
  const gone = await db
    .selectFrom('users')
    .select(['id', 'email', 'deleted_at'])
    .where('deleted_at', '>', new Date(now - LOOKED_AT))
    .execute()
  for (const { id, email, deleted_at } of gone) await forgetRest(db, { id, email }, deleted_at!.getTime())
}
