import { sql } from 'kysely'
import type { Payload } from '#contract/registry.ts'
import { coinOf } from '#contract/coins/assets.ts'
import { FILE_BYTES_MAX } from '#contract/pictures/files.ts'
import { CLAIM_MS, CLAIMS_MAX } from '#contract/deposits/recharges.ts'
import type { Chain } from '../chains/chain.ts'
import type { Db } from '../db/tables/tables.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { rechargeChange } from './recharge-change.ts'
import { claimIds } from '../files/claim-files.ts'
import { refused, type MutationCall, type Verdict } from '../http/handlers.ts'
import { eachOf } from '../turns/each-of.ts'
import { followedHeight } from './follow.ts'
import { readRecharge, tellRecharge, type RechargeName } from './recharges.ts'
import { termsOf, type AllDepositTerms } from './terms.ts'

// A claim names a transaction and credits nothing: the chain shows what arrived, and at whose address.

/** Time between two lookups of a claim (ms): a chain's node limits its callers. */
const LOOK_AGAIN = 15_000

/** The most claims that one round looks up. */
const A_ROUND = 50

/** Adds a claim to the recharge that the network shows already, or makes one that waits for the network. */
export async function claim(
  call: MutationCall,
  { network, asset, txid, amount, pictures }: Payload<'recharge.claim'>,
  needed: number,
): Promise<Verdict> {
  const { tx, userId, rev } = call
  const name: RechargeName = { user_id: userId, network, txid, asset }
  const before = await readRecharge(tx, name)
  if (!before?.seen_at && (await openClaims(call, name)) >= CLAIMS_MAX)
    return refused('claimsFull', { max: CLAIMS_MAX })
  // Sealed, because a picture of a payment can show more than its person means to show.
  const kept = await claimIds(call, pictures, FILE_BYTES_MAX, `recharge:${network}:${txid}:${asset}`, false)
  if ('reason' in kept) return { kind: 'refused', refusal: kept }
  const now = new Date(call.now())
  const claimed = { claimed_at: now, claimed_amount: amount, pictures: JSON.stringify(pictures), looked_at: null, rev }
  const row = await tx
    .insertInto('recharges')
    .values({ ...name, ...claimed, state: 'claimed', needed, at: now })
    .onConflict((oc) =>
      oc.columns(['user_id', 'network', 'txid', 'asset']).doUpdateSet({
        ...claimed,
        // A claim that had expired or was invalid is looked up again.
        ...(!before?.seen_at && { state: 'claimed' as const }),
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return { kind: 'accepted', rows: [rechargeChange(row)] }
}

/** The number of a person's other recent claims that no network has shown. */
async function openClaims({ tx, userId, now }: MutationCall, { network, txid, asset }: RechargeName): Promise<number> {
  const since = new Date(now() - CLAIM_MS)
  const same = sql`(network, txid, asset) = (${network}::text, ${txid}::text, ${asset}::text)`
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from recharges where user_id = ${userId}::uuid and seen_at is null
      and claimed_at > ${since} and not ${same}`.execute(tx)
  return rows[0]!.n
}

/**
 * Looks up the claims that a chain has not shown, and ends those that are invalid or past their time.
 *
 * @throws AggregateError
 */
export async function settleClaims(db: Db, chain: Chain, terms: AllDepositTerms, now: number): Promise<void> {
  const { rows } = await sql<RechargeName & { claimed_at: Date }>`
    update recharges set looked_at = ${new Date(now)} where (user_id, network, txid, asset) in (
      select user_id, network, txid, asset from recharges where state = 'claimed' and network = ${chain.network}::text
        and (looked_at is null or looked_at <= ${new Date(now - LOOK_AGAIN)})
      order by looked_at nulls first limit ${A_ROUND}::int for update skip locked)
    returning user_id, network, txid, asset, claimed_at`.execute(db)
  await eachOf(rows, async ({ claimed_at: at, ...name }) => {
    const state = at.getTime() + CLAIM_MS <= now ? 'expired' : (await isInvalid(db, chain, terms, name)) && 'invalid'
    if (state) await end(db, name, state, now)
  })
}

/** Whether a chain has confirmed the transaction, and it sent nothing to its person's address. */
async function isInvalid(db: Db, chain: Chain, terms: AllDepositTerms, name: RechargeName): Promise<boolean> {
  const height = await chain.heightOf(name.txid)
  const followed = await followedHeight(db, chain)
  const { confirmations } = termsOf(terms, chain.network, coinOf(name.asset))
  if (height === undefined || height === null || followed - height + 1 < confirmations) return false
  const { rows } = await sql`select from deposits
    where user_id = ${name.user_id}::uuid and chain = ${chain.id}::text and txid = ${name.txid}::text
      and asset = ${name.asset}::text limit 1`.execute(db)
  return rows.length === 0
}

const end = (db: Db, name: RechargeName, state: 'invalid' | 'expired', now: number): Promise<void> =>
  ownerTransaction(db, name.user_id, async (call) => {
    const row = await call.tx
      .updateTable('recharges')
      .set({ state, rev: call.rev })
      .where('user_id', '=', name.user_id)
      .where('network', '=', name.network)
      .where('txid', '=', name.txid)
      .where('asset', '=', name.asset)
      .where('state', '=', 'claimed')
      .returningAll()
      .executeTakeFirst()
    if (!row) return call.abandon()
    await tellRecharge(call, row, BigInt(row.claimed_amount ?? 0), now)
  })
