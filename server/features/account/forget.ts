import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../db/tables.ts'
import { isOpenOrder } from '#contract/rules/order-states.ts'
import { ownerTransaction } from '../../feed/owner-feed.ts'
import { accepted, refused, type Answer, type SignedIn } from '../../http/handlers.ts'
import type { Passwords } from '../../http/passwords.ts'
import { available, balance, BALANCE_CURRENCY, holdsTestMoney, takeTestMoneyBack } from '../../ledger/ledger.ts'
import { tooMany, type AccountLimits } from './limits.ts'
import { personal } from './personal.ts'
import { ownsAlone } from '../../stores/members.ts'

/** How long a device of the account's may be away and still learn that the account is gone (ms): two years. */
const TOLD_FOR = 730 * 86_400_000
/** No hash of any password. */
const NO_PASSWORD = ''

/** The condition of a person's rows, filled in. */
export const rowsOf = (condition: string, id: string, email: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    condition
      .split(/(\$id|\$email)/)
      .map((part) => (part === '$id' ? sql`${id}::uuid` : part === '$email' ? sql`${email}::text` : sql.raw(part))),
    sql``,
  )}`

/** Deletes an account once its password is said and nothing is open. */
export async function deleteAccount(
  call: SignedIn,
  { limits, passwords }: { limits: AccountLimits; passwords: Passwords },
  password: string,
): Promise<Answer<Record<string, never>>> {
  const { id } = call.user
  const key = `delete ${id} ${call.from}`
  const allowed = limits.passwords.take(key, call.now())
  if (!allowed.ok) return tooMany(allowed.retryAfter)
  const { password_hash } = await call.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const right = await passwords.check(password, password_hash, { person: id })
  if (right === undefined) return { kind: 'busy', retryAfter: 1000 }
  if (!right) return refused('wrongPassword')
  limits.passwords.forget(key)
  return ownerTransaction(call.db, id, async ({ tx }) => {
    const orders = await tx.selectFrom('orders').select(['id', 'state']).where('user_id', '=', id).execute()
    const reported = await tx
      .selectFrom('order_reports')
      .select('order_id')
      .distinct()
      .where('user_id', '=', id)
      .where('ended_at', 'is', null)
      .execute()
    const still = new Set(reported.map((row) => row.order_id))
    const open = orders.filter((order) => isOpenOrder(order.state) || still.has(order.id)).length
    if (open > 0) return refused('ordersOpen', { count: open })
    if (await ownsAlone(tx, id)) return refused('lastOwner')
    // Money that is worth nothing keeps nobody.
    if (await holdsTestMoney(tx, id, BALANCE_CURRENCY)) await takeTestMoneyBack(tx, id, BALANCE_CURRENCY)
    else if ((await balance(tx, available(id), BALANCE_CURRENCY)) !== 0) return refused('moneyHeld')
    await forget(tx, { id, email: call.user.email }, call.now())
    return accepted({})
  })
}

/** Deletes and empties every row of a person; the account's own keeps its number. */
async function forget(tx: Tx, { id, email }: { id: string; email: string }, now: number): Promise<void> {
  for (const [table, { of, end }] of Object.entries(personal))
    if (end === 'deleted') await sql`delete from ${sql.table(table)} where ${rowsOf(of, id, email)}`.execute(tx)
  await tx.updateTable('reviews').set({ author: '', pictures: '[]', user_id: null }).where('user_id', '=', id).execute()
  await tx
    .updateTable('orders')
    .set({ address: '{}', remark: '', notes: null, po_number: null })
    .where('user_id', '=', id)
    .execute()
  await tx
    .updateTable('order_reports')
    .set({ text: '', files: '[]', pictures: '[]' })
    .where('user_id', '=', id)
    .execute()
  await tx
    .updateTable('sessions')
    .set({ device: '', expires_at: new Date(now + TOLD_FOR) })
    .where('user_id', '=', id)
    .execute()
  await tx
    .updateTable('store_members')
    .set({ ended_at: new Date(now) })
    .where('user_id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
  await tx.updateTable('users').set({ invited_by: null }).where('invited_by', '=', id).execute()
  await tx
    .updateTable('users')
    .set({
      email: `${id}@deleted.invalid`,
      username: '',
      password_hash: NO_PASSWORD,
      avatar: null,
      invited_by: null,
      deleted_at: new Date(now),
    })
    .where('id', '=', id)
    .execute()
}

/** What another device was sending while the account was deleted may have come after it: it goes, too. */
export async function purgeForgotten(db: Db, now: number): Promise<void> {
  const gone = await db
    .selectFrom('users')
    .select(['id', 'email', 'deleted_at'])
    .where('deleted_at', '>', new Date(now - 3 * 86_400_000))
    .execute()
  for (const { id, email, deleted_at } of gone)
    await ownerTransaction(db, id, ({ tx }) => forget(tx, { id, email }, deleted_at!.getTime()))
}
