import { randomUUID } from 'node:crypto'
import type { User } from '#contract/account/schema.ts'
import type { Tx } from '../db/tables/tables.ts'
import { raiseFeed } from '../feed/owner-feed.ts'
import { refused, tooMany, type Call } from '../http/handlers.ts'
import { startSession } from '../http/session.ts'
import { grantTestMoney } from '../ledger/test-money.ts'
import type { AccountLimits } from './limits.ts'
import { userColumns, userJson } from './user-json.ts'

/** An account to be made. */
export interface NewAccount {
  email: string
  username: string
  passwordHash: string
  language: string
  invitedBy: string | null
}

/**
 * Makes an account, with test money where the market gives any, and its first session; `social` where a provider's
 * account begins it. Undefined when the address already has an account. Of two calls at once, the second waits for the
 * first and finds the address taken.
 */
export async function makeAccount(
  tx: Tx,
  call: Call,
  { email, username, passwordHash, language, invitedBy }: NewAccount,
  testMoney: boolean,
  social = false,
): Promise<(User & { token: string }) | undefined> {
  const user = await tx
    .insertInto('users')
    .values({
      id: randomUUID(),
      email,
      username,
      password_hash: passwordHash,
      avatar: null,
      language,
      created_at: new Date(call.now()),
      invited_by: invitedBy,
    })
    .onConflict((oc) => oc.column('email').doNothing())
    .returning(userColumns)
    .executeTakeFirst()
  if (!user) return undefined
  if (testMoney) {
    // The first pull brings it.
    await raiseFeed(tx, user.id)
    await grantTestMoney(tx, user.id)
  }
  const token = await startSession(tx, user.id, passwordHash, call.now(), call.device, social)
  if (token === undefined) throw new Error('A new account has no session')
  return { ...userJson(user), token }
}

/** Whose invitation a code is: their id, null without a code; or why it cannot be used. */
export async function invitingPerson(
  call: Call,
  limits: AccountLimits,
  code: string | undefined,
): Promise<{ id: string | null } | ReturnType<typeof refused>> {
  if (!code) return { id: null }
  const tries = `invitation ${call.from}`
  if (limits.guesses.spent(tries, call.now())) return tooMany(60_000)
  const inviter = await call.db
    .selectFrom('users')
    .select('id')
    .where('invitation', '=', code)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (inviter) return inviter
  limits.guesses.take(tries, call.now())
  return refused('invitationUnknown')
}
