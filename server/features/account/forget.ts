import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/tables.ts'
import type { Input } from '#contract/registry.ts'
import { isOpenOrder } from '#contract/rules/order-states.ts'
import { ownerTransaction, type OwnerCall } from '../../feed/owner-feed.ts'
import { accepted, refused, type Answer, type SignedIn } from '../../http/handlers.ts'
import type { Limiter } from '../../http/limits.ts'
import type { Passwords } from '../../http/passwords.ts'
import { available, balance, BALANCE_CURRENCY, holdsTestMoney, takeTestMoneyBack } from '../../ledger/ledger.ts'
import type { AccountLimits } from './limits.ts'
import { whyNotOwn } from '../../http/own-password.ts'
import { mailSecurity } from '../../mails/security.ts'
import { whyNotFactor } from './factor.ts'
import { personal } from './personal.ts'
import { dropTalks } from '../../messages/talk-lines.ts'
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

/** Deletes an account whose password and second factor are proven, and of which nothing is open. */
export async function deleteAccount(
  call: SignedIn,
  { limits, passwords, factors }: { limits: AccountLimits; passwords: Passwords; factors: Limiter },
  { password, factor }: Input<'user.delete'>,
): Promise<Answer<Record<string, never>>> {
  const { id } = call.user
  const key = `delete ${id} ${call.from}`
  const no = await whyNotOwn(call, password, { passwords, attempts: limits.passwords, key })
  if (no) return no
  return ownerTransaction(call.db, id, async (own) => {
    const { tx } = own
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
    const test = await holdsTestMoney(tx, id, BALANCE_CURRENCY)
    if (!test && (await balance(tx, available(id), BALANCE_CURRENCY)) !== 0) return refused('moneyHeld')
    const unproven = await whyNotFactor(call, tx, factors, factor)
    if (unproven) return unproven
    if (test) await takeTestMoneyBack(tx, id, BALANCE_CURRENCY)
    const { language } = await tx.selectFrom('users').select('language').where('id', '=', id).executeTakeFirstOrThrow()
    const { email } = call.user
    await forget(own, { id, email }, call.now())
    await mailSecurity(tx, 'accountDeleted', { email, language, now: call.now(), device: call.device })
    return accepted({})
  })
}

/** Deletes and empties every row of a person; the account's own keeps its number. */
async function forget(call: OwnerCall, { id, email }: { id: string; email: string }, now: number): Promise<void> {
  const { tx } = call
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
  await tx.deleteFrom('loans').where('user_id', '=', id).where('state', '<>', 'accepted').execute()
  await tx.updateTable('loans').set({ name: '', mobile: '', purpose: '' }).where('user_id', '=', id).execute()
  await forgetTalks(call, id)
  await tx
    .updateTable('sessions')
    .set({ device: '', expires_at: new Date(now + TOLD_FOR) })
    .where('user_id', '=', id)
    .execute()
  await tx
    .updateTable('store_members')
    .set({ ended_at: sql<Date>`coalesce(ended_at, ${new Date(now)}::timestamptz)`, invited_role: null })
    .where('user_id', '=', id)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('invited_role', 'is not', null)]))
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

/** Takes a person's conversations away: with the operator at once, from stores once their members have been told. */
async function forgetTalks(call: OwnerCall, id: string): Promise<void> {
  await dropTalks(call, id, sql`true`)
  for (const table of ['talk_lines', 'talks'] as const)
    await call.tx.deleteFrom(table).where('user_id', '=', id).where('store_id', '=', 0).execute()
}

/** What another device was sending while the account was deleted may have come after it: it goes, too. */
export async function purgeForgotten(db: Db, now: number): Promise<void> {
  const gone = await db
    .selectFrom('users')
    .select(['id', 'email', 'deleted_at'])
    .where('deleted_at', '>', new Date(now - 3 * 86_400_000))
    .execute()
  for (const { id, email, deleted_at } of gone)
    await ownerTransaction(db, id, (call) => forget(call, { id, email }, deleted_at!.getTime()))
}
