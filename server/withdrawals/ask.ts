import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Input } from '#contract/registry.ts'
import { coinOf, coinText, isTest } from '#contract/coins/assets.ts'
import { WITHDRAWALS_A_DAY } from '#contract/withdrawals/rules.ts'
import { readWithdrawalAddress } from '#contract/withdrawals/address.ts'
import type { PayingChain } from '../chains/chain.ts'
import { addressesOf } from '../deposits/addresses.ts'
import { depositTerms } from '../deposits/deposits.ts'
import { termsOf } from '../deposits/terms.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { whyNotFactor } from '../factors/prove-factor.ts'
import { isEnrolled } from '../factors/second-factor.ts'
import { withdrawalChange, type WithdrawalRow, type WithdrawalSource } from './change.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import { refused, type SignedIn } from '../http/handlers.ts'
import type { Limiter } from '../turns/limits.ts'
import { balance } from '../ledger/ledger.ts'
import { mailWithdrawal } from './mail.ts'
import { claimableFrom } from '../orders/moves/claimable.ts'
import { readSetting } from '../market/settings.ts'
import { memberOf, ownersOf } from '../members/members.ts'
import { approvalsOf, isSuspended, needsFactor, owesDeposit, worthInADay } from './approvals.ts'
import { heldUntilOf } from './hold.ts'
import { accountOf, holdWithdrawal, notifyOf } from './move.ts'
import { withdrawalTerms, withdrawalTermsOf } from './terms.ts'

type No = ReturnType<typeof refused>
type Ask = Input<'withdraw.ask'>

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** The limiter of second factors' codes, and the market's own address on the web. */
export interface AskParts {
  factors: Limiter
  publicUrl: string | undefined
}

/**
 * A person's own account, or that of a store of which they are an owner, by its uid. Within a transaction they stay one
 * until the commit.
 */
export async function withdrawalSource(
  db: Db | Tx,
  asked_by: string,
  store: string | undefined,
): Promise<No | WithdrawalSource> {
  if (store === undefined) return { user_id: asked_by, store_id: null, asked_by }
  const member = await memberOf(db, asked_by, store)
  if (!member) return refused('wrongOwner')
  return member.role === 'owner' ? { user_id: store, store_id: member.storeId, asked_by } : refused('ownerOnly')
}

/** Checks an ask by itself; resolves to its address in canonical form, or to a refusal. */
export async function readAsk(
  { db, user }: SignedIn,
  chain: PayingChain | undefined,
  ask: Ask,
): Promise<No | { address: string }> {
  const coin = coinOf(ask.asset)
  const terms = withdrawalTermsOf(await withdrawalTerms(db), ask.network, coin)
  if (!chain || !terms || chain.test !== isTest(ask.asset)) return refused('withdrawalOff')
  const read = readWithdrawalAddress(ask.network, ask.address, chain)
  if (!('address' in read) || chain.refuses(read.address)) return refused('withdrawalAddress')
  if ((await addressesOf(db, user.id)).get(chain.id) === read.address) return refused('withdrawalOwn')
  const named = (units: bigint): string => `${coinText(units, coin, 2)} ${coin}`
  if (BigInt(ask.amount) < terms.minimum) return refused('withdrawalLeast', { least: named(terms.minimum) })
  if (BigInt(ask.fee) !== terms.fee) return refused('withdrawalFee', { fee: named(terms.fee) })
  return read
}

/**
 * Holds the amount of a withdrawal, and has it wait where its address is new or operators have to agree. The fund
 * password is proven; the caller holds the owner's feed.
 */
export async function askIn(
  own: OwnerCall,
  call: SignedIn,
  parts: AskParts,
  chain: PayingChain,
  ask: Ask & { address: string },
): Promise<No | WithdrawalRow> {
  const { tx } = own
  const now = call.now()
  const userId = call.user.id
  const of = await withdrawalSource(tx, userId, ask.store)
  if ('kind' in of) return of
  const before = await tx.selectFrom('withdrawals').selectAll().where('id', '=', ask.id).executeTakeFirst()
  if (before) return before.user_id === of.user_id ? before : refused('idReused')
  if (of.store_id !== null) await lockStore(own, of.store_id)
  const worth = await worthInADay(tx, { ...of, asset: ask.asset, amount: BigInt(ask.amount) }, now)
  const no =
    (await whyNotNow(tx, of, now)) ?? (await whyNotEnough(tx, of, ask, now)) ?? (await whyNotFactored(tx, of, worth))
  if (no) return no
  // Last, because its code is used up.
  const unproven = await whyNotFactor(call, tx, parts.factors, ask.factor)
  if (unproven) return unproven
  const wait = (await isUsed(tx, of.user_id, chain, ask.address))
    ? 0
    : (await readSetting(tx, 'newAddressHours')) * HOUR_MS
  const why = (await isSuspended(tx, of)) ? 'suspended' : null
  const approvals = Math.max(await approvalsOf(tx, worth), why ? 1 : 0)
  const token = randomBytes(32).toString('base64url')
  const { confirmations } = termsOf(await depositTerms(tx), ask.network, coinOf(ask.asset))
  const row = await tx
    .insertInto('withdrawals')
    .values({
      ...{ id: ask.id, ...of, chain: chain.id, network: ask.network, asset: ask.asset },
      ...{
        address: ask.address,
        amount: ask.amount,
        fee: ask.fee,
        approvals,
        why,
        needed: confirmations,
        rev: own.rev,
      },
      state: wait > 0 ? 'waiting' : approvals > 0 ? 'review' : 'queued',
      stop_hash: stopHash(token),
      ...{ at: new Date(now), ready_at: new Date(now + wait) },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await holdWithdrawal(own, row)
  own.also.push(withdrawalChange(row))
  await notifyOf(own, row, now, true)
  await mailWithdrawal(tx, row, { now, device: call.device, token, publicUrl: parts.publicUrl })
  return row
}

/** The hash by which the token of a mail's link is kept. */
export const stopHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Takes the feeds of a store's owners, under which they ask for their own money, so that limits count all of it; then
 * the store, under whose lock refunds take its earnings.
 */
async function lockStore({ tx, within }: OwnerCall, storeId: number): Promise<void> {
  const { owners } = await ownersOf(tx, storeId)
  for (const { id } of owners) await within(id)
  await tx.selectFrom('stores').select('id').where('id', '=', storeId).forNoKeyUpdate().execute()
}

/** Why a person can withdraw nothing at present, of their own or of a store. */
async function whyNotNow(
  tx: Tx,
  { user_id: uid, asked_by: userId }: WithdrawalSource,
  now: number,
): Promise<No | undefined> {
  const heldUntil = await heldUntilOf(tx, userId, now)
  if (heldUntil !== null) return refused('withdrawalHeld', { hours: Math.ceil((heldUntil - now) / HOUR_MS) })
  if (await owesDeposit(tx, userId)) return refused('withdrawalStopped')
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from withdrawals
    where (user_id = ${uid}::uuid or asked_by = ${userId}::uuid)
      and at > ${new Date(now - DAY_MS)}::timestamptz`.execute(tx)
  return rows[0]!.n >= WITHDRAWALS_A_DAY ? refused('withdrawalsFull', { max: WITHDRAWALS_A_DAY }) : undefined
}

async function whyNotEnough(
  tx: Tx,
  of: WithdrawalSource,
  { asset, amount }: Ask,
  now: number,
): Promise<No | undefined> {
  const has = await balance(tx, accountOf(of), asset)
  if (has < BigInt(amount)) return refused('withdrawalShort')
  if (of.store_id === null) return undefined
  const free = has - (await claimableFrom(tx, of.store_id, asset, now))
  if (free >= BigInt(amount)) return undefined
  const coin = coinOf(asset)
  return refused('withdrawalClaimable', { free: `${coinText(free > 0n ? free : 0n, coin, 2)} ${coin}` })
}

const whyNotFactored = async (tx: Tx, { asked_by: by }: WithdrawalSource, worth: number): Promise<No | undefined> =>
  (await needsFactor(tx, by, worth)) && !(await isEnrolled(tx, by)) ? refused('withdrawalFactor') : undefined

/** Whether something was sent from an owner's account to an address of a chain before. */
const isUsed = async (tx: Tx, uid: string, { id }: PayingChain, address: string): Promise<boolean> =>
  (await tx
    .selectFrom('withdrawals')
    .select('id')
    .where('user_id', '=', uid)
    .where('chain', '=', id)
    .where('address', '=', address)
    .where('state', 'in', ['sent', 'done'])
    .executeTakeFirst()) !== undefined
