import type { Input } from '#contract/registry.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { checkFundPassword, hasFundPassword, setFundPassword, WRONG_MAX } from '../factors/fund-password.ts'
import { accepted, refused, type Answer, type SignedIn } from '../http/handlers.ts'
import type { Limiter } from '../turns/limits.ts'
import { whyNotOwn } from '../factors/own-password.ts'
import type { Passwords } from '../factors/passwords.ts'
import { mailOwner } from '../mails/security.ts'
import { wrongCode } from './by-code.ts'
import { spendCode } from './codes.ts'
import { whyNotFactor } from '../factors/prove-factor.ts'
import type { AccountLimits } from './limits.ts'

/** How long a sign-in by a linked account stands for the login password (ms). */
const FRESH_MS = 10 * 60_000

interface Parts {
  limits: AccountLimits
  passwords: Passwords
  /** Wrong codes of second factors. */
  factors: Limiter
}

type No = Exclude<Answer<never>, { kind: 'accepted' }>

/** The columns of the account that a proof reads. */
interface Account {
  password_hash: string
}

/** A proof that held; `stillNot` checks it again in the transaction of the change, against the locked account. */
interface Proof {
  /** The hash of the current fund password, where that was the proof. */
  from?: string
  stillNot(tx: Tx, account: Account | undefined): Promise<ReturnType<typeof refused> | undefined>
}

/**
 * Sets a person's fund password. The current one proves the change, or the login password with a mailed code. A second
 * factor is asked for where there is one.
 */
export async function changeFundPassword(
  call: SignedIn,
  parts: Parts,
  { password, original, login, code, factor }: Input<'user.fundPassword'>,
): Promise<Answer<Record<string, never>>> {
  const { passwords, factors } = parts
  const proof =
    original === undefined ? await proveOwner(call, parts, login, code) : await proveOriginal(call, passwords, original)
  if ('kind' in proof) return proof
  const hash = await passwords.hash(password, { person: call.user.id })
  if (hash === undefined) return { kind: 'busy', retryAfter: 1000 }
  return call.db.transaction().execute(async (tx) => {
    // Lock the account's row first, as deletion does, so that neither waits for the other.
    const account = await accountOf(tx, call.user.id).forNoKeyUpdate().executeTakeFirst()
    const no = (await whyNotFactor(call, tx, factors, factor)) ?? (await proof.stillNot(tx, account))
    if (no) return no
    const change = (await hasFundPassword(tx, call.user.id)) ? 'fundPasswordChanged' : 'fundPasswordSet'
    const to = { hash, from: proof.from, now: new Date(call.now()) }
    if (!(await setFundPassword(tx, call.user.id, to))) return refused('wrongFundPassword', { left: WRONG_MAX })
    await mailOwner(tx, change, call)
    return accepted({})
  })
}

async function proveOriginal(call: SignedIn, passwords: Passwords, original: string): Promise<Proof | No> {
  const checked = await checkFundPassword(call, passwords, original)
  return 'kind' in checked ? checked : { from: checked.hash, stillNot: async () => undefined }
}

const accountOf = (db: Db | Tx, id: string) => db.selectFrom('users').select('password_hash').where('id', '=', id)

/** Proves the owner by the login password or a fresh sign-in, and by a code from their mailbox. */
async function proveOwner(
  call: SignedIn,
  { limits, passwords }: Parts,
  login: string | undefined,
  code: string | undefined,
): Promise<Proof | No> {
  const { id, email } = call.user
  if (code === undefined) return refused('codeWrong')
  const before = await accountOf(call.db, id).executeTakeFirst()
  if (login !== undefined) {
    const key = `change ${id} ${call.from}`
    const wrong = await whyNotOwn(call, login, { passwords, attempts: limits.passwords, key })
    if (wrong) return wrong
  } else if (!(await isFresh(call))) return refused('signInAgain')
  const wrong = await wrongCode(call, limits, email, 'fund', code)
  if (wrong) return wrong
  return {
    async stillNot(tx, account) {
      if (account?.password_hash !== before?.password_hash) return refused('wrongPassword')
      return (await spendCode(tx, email, 'fund', code, call.now())) ? undefined : refused('codeExpired')
    },
  }
}

async function isFresh({ db, tokenHash, now }: SignedIn): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select(['social', 'created_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return session?.social === true && session.created_at.getTime() > now() - FRESH_MS
}
