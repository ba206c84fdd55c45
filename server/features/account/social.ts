import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/tables.ts'
import { accepted, refused, type Answer, type Call, type HandlersFor } from '../../http/handlers.ts'
import type { Passwords } from '../../http/passwords.ts'
import { startSession } from '../../http/session.ts'
import { wrongCode } from './by-code.ts'
import { spendCode } from './codes.ts'
import { tooMany, type AccountLimits } from './limits.ts'
import { makeAccount } from './new-account.ts'
import type { Identity, Provider } from './provider.ts'
import { userColumns, userJson } from './user-json.ts'

/** An attempt is finished within so long, and joined within as long again (ms). */
export const ATTEMPT_MS = 900_000
/** At most so many identities lead to one account; the oldest go first. */
export const IDENTITIES_MAX = 10
/** At most so many attempts are kept; the oldest go first. */
export const ATTEMPTS_MAX = 10_000

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest()

interface Parts {
  provider: Provider | undefined
  passwords: Passwords
  limits: AccountLimits
  testMoney: boolean
}
type SocialCalls = 'user.social' | 'user.socialBegin' | 'user.loginSocial' | 'user.socialJoin'

/**
 * Signing in with an account of elsewhere. An address that has an account here is joined to it only after that
 * account's password or a code mailed to it, and an address that the provider has not made sure of is no address.
 */
export const socialHandlers = (parts: Parts): HandlersFor<SocialCalls> => ({
  'user.social': async () => accepted({ name: parts.provider?.name ?? null }),

  'user.socialBegin': async (call) => {
    if (!parts.provider) return refused('socialOff')
    const allowed = parts.limits.codes.take(call.from, call.now())
    if (!allowed.ok) return tooMany(allowed.retryAfter)
    const begun = await parts.provider.begin().catch((error: unknown) => {
      console.warn('The provider cannot be reached:', error instanceof Error ? error.message : 'for no reason')
    })
    if (!begun) return refused('socialFailed')
    const ticket = randomBytes(32).toString('base64url')
    const { url, ...checks } = begun
    await call.db
      .insertInto('social_attempts')
      .values({ ticket_hash: hashOf(ticket), ...checks, created_at: new Date(call.now()) })
      .execute()
    await sql`delete from social_attempts where ticket_hash in (
      select ticket_hash from social_attempts order by created_at desc offset ${sql.lit(ATTEMPTS_MAX)})`.execute(
      call.db,
    )
    return accepted({ url, ticket })
  },

  'user.loginSocial': async (call, { ticket, ...came }) => {
    if (!parts.provider) return refused('socialOff')
    const attempt = await takeAttempt(call, ticket)
    if (!attempt || attempt.subject !== null || attempt.state !== came.state) return refused('socialFailed')
    const identity = await parts.provider.finish(came, attempt)
    if (!identity) return refused('socialFailed')
    return enter(call, parts, parts.provider, ticket, identity)
  },

  'user.socialJoin': (call, { ticket, password, code }) => join(call, parts, ticket, password, code),
})

/** Takes an attempt that is still good out of the table: none is finished twice. */
async function takeAttempt({ db, now }: Call, ticket: string) {
  const taken = await db
    .deleteFrom('social_attempts')
    .where('ticket_hash', '=', hashOf(ticket))
    .returningAll()
    .executeTakeFirst()
  return taken && taken.created_at.getTime() > now() - ATTEMPT_MS ? taken : undefined
}

const known = (db: Db | Tx, issuer: string, subject: string) =>
  db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select([...userColumns.map((column) => `users.${column}` as const), 'users.password_hash'])
    .where('identities.issuer', '=', issuer)
    .where('identities.subject', '=', subject)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()

/** Signs in whom the identity is of, makes their account, or says whose account must agree. */
async function enter(
  call: Call,
  { passwords, testMoney }: Parts,
  { issuer }: Provider,
  ticket: string,
  { subject, email, name }: Identity,
): Promise<Answer<{ userinfo?: ReturnType<typeof userJson> & { token: string }; join?: { email: string } }>> {
  const user = await known(call.db, issuer, subject)
  if (user) {
    const token = await startSession(call.db, user.id, user.password_hash, call.now(), call.device)
    return token === undefined ? refused('socialFailed') : accepted({ userinfo: { ...userJson(user), token } })
  }
  if (email === undefined) return refused('socialUnverified')
  const keep = async () => {
    await call.db
      .insertInto('social_attempts')
      .values({
        ticket_hash: hashOf(ticket),
        state: '',
        nonce: '',
        verifier: '',
        subject,
        email,
        created_at: new Date(call.now()),
      })
      .execute()
    return accepted({ join: { email } })
  }
  if (await call.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()) return keep()
  // Nobody knows it: a password of their own comes by mail, as one that was forgotten does.
  const passwordHash = await passwords.hash(randomBytes(32).toString('base64url'), { address: call.from })
  if (passwordHash === undefined) return { kind: 'busy', retryAfter: 1000 }
  const username =
    (name ?? email.split('@')[0]!)
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 60) || 'Caravan'
  const made = await call.db.transaction().execute(async (tx) => {
    const account = { email, username, passwordHash, language: call.language, invitedBy: null }
    const userinfo = await makeAccount(tx, call, account, testMoney)
    if (userinfo) await tx.insertInto('identities').values({ issuer, subject, user_id: userinfo.id }).execute()
    return userinfo
  })
  // Registered by mail at the same moment.
  return made ? accepted({ userinfo: made }) : keep()
}

/** Joins an identity to the account of its address, once that has agreed; the attempt stays until then. */
async function join(
  call: Call,
  { provider, passwords, limits }: Parts,
  ticket: string,
  password: string | undefined,
  code: string | undefined,
): Promise<Answer<{ userinfo: ReturnType<typeof userJson> & { token: string } }>> {
  const attempt = await call.db
    .selectFrom('social_attempts')
    .select(['subject', 'email', 'created_at'])
    .where('ticket_hash', '=', hashOf(ticket))
    .where('created_at', '>', new Date(call.now() - ATTEMPT_MS))
    .executeTakeFirst()
  if (!provider || !attempt?.subject || !attempt.email) return refused('socialFailed')
  const { subject, email } = attempt
  const user = await call.db
    .selectFrom('users')
    .select([...userColumns, 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!user) return refused('socialFailed')
  if (code !== undefined) {
    const wrong = await wrongCode(call, limits, email, 'social', code)
    if (wrong) return wrong
  } else {
    const allowed = limits.passwords.take(`login ${email} ${call.from}`, call.now())
    if (!allowed.ok) return tooMany(allowed.retryAfter)
    const slow = limits.account.take(email, call.now())
    if (!slow.ok) return tooMany(slow.retryAfter)
    const right = await passwords.check(password ?? '', user.password_hash, { address: call.from })
    if (right === undefined) return { kind: 'busy', retryAfter: 1000 }
    if (!right) return refused('wrongPassword')
  }
  return call.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('identities')
      .values({ issuer: provider.issuer, subject, user_id: user.id })
      .onConflict((oc) => oc.columns(['issuer', 'subject']).doNothing())
      .execute()
    await sql`delete from identities where (issuer, subject) in (select issuer, subject from identities
      where user_id = ${user.id}::uuid order by created_at desc offset ${sql.lit(IDENTITIES_MAX)})`.execute(tx)
    await tx.deleteFrom('social_attempts').where('ticket_hash', '=', hashOf(ticket)).execute()
    if (code !== undefined) await spendCode(tx, email, 'social')
    const token = await startSession(tx, user.id, user.password_hash, call.now(), call.device)
    if (token === undefined) return refused('socialFailed')
    return accepted({ userinfo: { ...userJson(user), token } })
  })
}
