import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Input } from '#contract/registry.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { accepted, refused, tooMany, type Answer, type Call, type HandlersFor } from '../http/handlers.ts'
import type { Limiter } from '../turns/limits.ts'
import type { Passwords } from '../factors/passwords.ts'
import { startSession } from '../http/session.ts'
import { mailSecurity } from '../mails/security.ts'
import { readMarketName } from '../market/settings.ts'
import { wrongCode } from './by-code.ts'
import { spendCode } from './codes.ts'
import { factorOf } from '../factors/prove-factor.ts'
import type { AccountLimits } from './limits.ts'
import { invitingPerson, makeAccount } from './new-account.ts'
import type { Identity, Provider } from './provider.ts'
import { userColumns, userJson } from './user-json.ts'

/** An attempt is finished within so long, and joined within as long again (ms). */
export const ATTEMPT_MS = 900_000
/** At most so many identities lead to one account; the oldest go first. */
export const IDENTITIES_MAX = 10
/** The most attempts that are kept. The caller with the most loses the oldest first. */
export const ATTEMPTS_MAX = 10_000

/** Tells callers apart without keeping who they are: the salt goes with the process. */
const salt = randomBytes(16)
const callerOf = ({ from }: Call): Buffer => createHash('sha256').update(salt).update(from).digest()

/** Makes room: each caller's newest attempt stays before another's second newest. */
const dropAttempts = (db: Db) =>
  sql`delete from social_attempts where (select count(*) from social_attempts) > ${sql.lit(ATTEMPTS_MAX)}
    and ticket_hash in (
      select ticket_hash from (
        select ticket_hash, created_at, row_number() over (partition by caller order by created_at desc) as nth
        from social_attempts) ranked
      order by nth, created_at desc offset ${sql.lit(ATTEMPTS_MAX)})`.execute(db)

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest()

interface Parts {
  provider: Provider | undefined
  passwords: Passwords
  limits: AccountLimits
  /** Wrong codes of second factors. */
  factors: Limiter
  testMoney: boolean
}
type SocialCalls = 'user.social' | 'user.socialBegin' | 'user.loginSocial' | 'user.socialJoin'

/**
 * Signing in with an account of elsewhere. An address that has an account here is joined to it only after that
 * account's password or a code mailed to it, and an address that the provider has not made sure of is no address. An
 * account that has a second factor is opened by it, too, whoever vouches for the first.
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
      .values({ ticket_hash: hashOf(ticket), ...checks, caller: callerOf(call), created_at: new Date(call.now()) })
      .execute()
    await dropAttempts(call.db)
    return accepted({ url, ticket })
  },

  'user.loginSocial': async (call, { ticket, invitation, ...came }) => {
    if (!parts.provider) return refused('socialOff')
    const attempt = await takeAttempt(call, ticket)
    if (!attempt || attempt.subject !== null || attempt.state !== came.state) return refused('socialFailed')
    const identity = await parts.provider.finish(came, attempt)
    if (!identity) return refused('socialFailed')
    return enter(call, parts, { issuer: parts.provider.issuer, ticket, invitation }, identity)
  },

  'user.socialJoin': (call, proof) => join(call, parts, proof),
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

/** Keeps an attempt whose identity is known, for what the account it leads to still asks. */
const keep = (call: Call, ticket: string, subject: string, email: string) =>
  call.db
    .insertInto('social_attempts')
    .values({
      ...{ ticket_hash: hashOf(ticket), state: '', nonce: '', verifier: '', subject, email },
      caller: callerOf(call),
      created_at: new Date(call.now()),
    })
    .execute()

/** Signs in whom the identity is of, makes their account, or says whose account must agree. */
async function enter(
  call: Call,
  { passwords, limits, testMoney, factors }: Parts,
  { issuer, ticket, invitation }: { issuer: string; ticket: string; invitation: string | undefined },
  { subject, email, name }: Identity,
): Promise<Answer<{ userinfo?: ReturnType<typeof userJson> & { token: string }; join?: { email: string } }>> {
  const user = await known(call.db, issuer, subject)
  if (user) {
    const proof = await factorOf(call, factors, user.id, undefined)
    if (proof.refused) {
      await keep(call, ticket, subject, user.email)
      return proof.refused
    }
    const token = await startSession(call.db, user.id, user.password_hash, call.now(), call.device, true)
    return token === undefined ? refused('socialFailed') : accepted({ userinfo: { ...userJson(user), token } })
  }
  if (email === undefined) return refused('socialUnverified')
  const asks = async () => {
    await keep(call, ticket, subject, email)
    return accepted({ join: { email } })
  }
  if (await call.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()) return asks()
  // Nobody knows it: a password of their own comes by mail, as one that was forgotten does.
  const passwordHash = await passwords.hash(randomBytes(32).toString('base64url'), { address: call.from })
  if (passwordHash === undefined) return { kind: 'busy', retryAfter: 1000 }
  // A code that nobody has costs no account: the attempt is over, and cannot be made again with another.
  const inviter = await invitingPerson(call, limits, invitation)
  const invitedBy = 'kind' in inviter ? null : inviter.id
  const username =
    (name ?? email.split('@')[0]!)
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 60) || (await readMarketName(call.db))
  const made = await call.db.transaction().execute(async (tx) => {
    const account = { email, username, passwordHash, language: call.language, invitedBy }
    const userinfo = await makeAccount(tx, call, account, testMoney, true)
    if (userinfo) await tx.insertInto('identities').values({ issuer, subject, user_id: userinfo.id, email }).execute()
    return userinfo
  })
  // Registered by mail at the same moment.
  return made ? accepted({ userinfo: made }) : asks()
}

type Proofs = Input<'user.socialJoin'>

/**
 * Opens the account that an identity leads to. One that it is not joined to yet has to agree first, by its password or
 * a mailed code; the attempt stays until then.
 */
async function join(
  call: Call,
  parts: Parts,
  { ticket, factor, ...proofs }: Proofs,
): Promise<Answer<{ userinfo: ReturnType<typeof userJson> & { token: string } }>> {
  const attempt = await call.db
    .selectFrom('social_attempts')
    .select(['subject', 'email', 'created_at'])
    .where('ticket_hash', '=', hashOf(ticket))
    .where('created_at', '>', new Date(call.now() - ATTEMPT_MS))
    .executeTakeFirst()
  const issuer = parts.provider?.issuer
  if (issuer === undefined || !attempt?.subject || !attempt.email) return refused('socialFailed')
  const { subject, email } = attempt
  const joined = await known(call.db, issuer, subject)
  const user =
    joined ??
    (await call.db
      .selectFrom('users')
      .select([...userColumns, 'password_hash'])
      .where('email', '=', email)
      .executeTakeFirst())
  if (!user) return refused('socialFailed')
  const wrong = joined ? undefined : await disagrees(call, parts, user, proofs)
  if (wrong) return wrong
  const proof = await factorOf(call, parts.factors, user.id, factor)
  if (proof.refused) return proof.refused
  return call.db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('identities')
      .values({ issuer, subject, user_id: user.id, email })
      .onConflict((oc) => oc.columns(['issuer', 'subject']).doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows)
      await mailSecurity(tx, 'identityAdded', { ...user, now: call.now(), device: call.device })
    await sql`delete from identities where (issuer, subject) in (select issuer, subject from identities
      where user_id = ${user.id}::uuid order by created_at desc offset ${sql.lit(IDENTITIES_MAX)})`.execute(tx)
    await tx.deleteFrom('social_attempts').where('ticket_hash', '=', hashOf(ticket)).execute()
    if (proofs.code !== undefined) await spendCode(tx, email, 'social', proofs.code, call.now())
    const token = await startSession(tx, user.id, user.password_hash, call.now(), call.device, true)
    if (token === undefined) return refused('socialFailed')
    await proof.mark(tx, token)
    return accepted({ userinfo: { ...userJson(user), token } })
  })
}

/** Why an account does not agree to be joined; undefined when it does. */
async function disagrees(
  call: Call,
  { passwords, limits }: Parts,
  { email, password_hash }: { email: string; password_hash: string },
  { password, code }: Omit<Proofs, 'ticket' | 'factor'>,
): Promise<Exclude<Answer<never>, { kind: 'accepted' }> | undefined> {
  if (code !== undefined) return wrongCode(call, limits, email, 'social', code)
  const allowed = limits.passwords.take(`login ${email} ${call.from}`, call.now())
  if (!allowed.ok) return tooMany(allowed.retryAfter)
  const slow = limits.account.take(email, call.now())
  if (!slow.ok) return tooMany(slow.retryAfter)
  const right = await passwords.check(password ?? '', password_hash, { address: call.from })
  if (right === undefined) return { kind: 'busy', retryAfter: 1000 }
  return right ? undefined : refused('wrongPassword')
}
