import { sql } from 'kysely'
import { coinOf, type Asset } from '#contract/coins/assets.ts'
import type { Network } from '#contract/coins/networks.ts'
import { backCause, depositCause } from '#contract/wallet/posting-causes.ts'
import type { RechargeState } from '#contract/deposits/recharges.ts'
import type { Chain } from '../chains/chain.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { available, LOSS, outside } from '../ledger/accounts.ts'
import { balance, post } from '../ledger/ledger.ts'
import { retried } from '../db/retry.ts'
import { eachOf } from '../turns/each-of.ts'
import { followedHeight } from './follow.ts'
import { isChanged, writeRecharge, type Shown } from './recharges.ts'
import { termsOf, type AllDepositTerms } from './terms.ts'

// Credits what a chain has confirmed, and takes back what it no longer has. Each deposit counts once: its entries in
// the ledger are numbered, and its row is locked while they are written.

interface Deposit {
  chain: string
  txid: string
  n: number
  asset: Asset
  amount: bigint
  height: number | null
  pending: boolean
  credits: number
  credited: boolean
  shortfall: bigint
}

/** A chain with its terms, and the height up to which it was followed. */
interface Standing {
  chain: Chain
  terms: AllDepositTerms
  tip: number
}

/**
 * Updates the accounts and recharges of everybody whose deposits on a chain have changed. `now` is Unix ms.
 *
 * @throws AggregateError
 */
export async function settleDeposits(db: Db, chain: Chain, terms: AllDepositTerms, now: number): Promise<void> {
  // Deposits to a deleted account wait for the operator.
  const { rows } = await sql<{ uid: string }>`
    select distinct d.user_id as uid from deposits d join users u on u.id = d.user_id and u.deleted_at is null
    where d.stale and d.chain = ${chain.id}::text`.execute(db)
  await eachOf(rows, async ({ uid }) => {
    if (await retried(() => clearUnchanged(db, uid, chain, terms))) return
    await ownerTransaction(db, uid, async (call) => {
      const { tx } = call
      const plan = await readPlan(tx, uid, chain, terms)
      for (const deposit of plan.back) await takeBack(tx, uid, deposit, chain.network)
      for (const deposit of plan.credit) await credit(tx, uid, deposit, chain.network)
      for (const shown of shownOf(plan, uid)) await writeRecharge(call, shown, now)
      await clear(tx, plan.all)
    })
  })
}

/** Clears a person's marks where nothing that they see has changed; returns whether that is so. */
const clearUnchanged = (db: Db, uid: string, chain: Chain, terms: AllDepositTerms): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const plan = await readPlan(tx, uid, chain, terms)
    if (plan.back.length + plan.credit.length > 0) return false
    for (const shown of shownOf(plan, uid)) if (await isChanged(tx, shown)) return false
    await clear(tx, plan.all)
    return true
  })

/** Clears the mark of these deposits, which are locked; others may have changed meanwhile and keep theirs. */
async function clear(tx: Tx, deposits: readonly Deposit[]): Promise<void> {
  const keys = deposits.map(({ chain, txid, n }) => ({ chain, txid, n }))
  await sql`update deposits d set stale = false
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k (chain text, txid text, n int)
    where d.chain = k.chain and d.txid = k.txid and d.n = k.n and d.stale`.execute(tx)
}

/** A person's deposits that have changed or are not credited yet, locked until the end of the transaction. */
async function lockDeposits(tx: Tx, uid: string, { id }: Chain): Promise<Deposit[]> {
  type Row = Omit<Deposit, 'amount' | 'shortfall'> & { amount: string; shortfall: string }
  const { rows } = await sql<Row>`
    select chain, txid, n, asset, amount::text, height, pending, credits, credited, shortfall::text from deposits
    where user_id = ${uid}::uuid and chain = ${id}::text and txid in (
      select txid from deposits where user_id = ${uid}::uuid and chain = ${id}::text and (stale or not credited))
    order by txid, n for update`.execute(tx)
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount), shortfall: BigInt(row.shortfall) }))
}

/** Deposits to take back, deposits to credit, and all that were read. */
interface Plan extends Standing {
  back: Deposit[]
  credit: Deposit[]
  all: readonly Deposit[]
}

const readPlan = async (tx: Tx, uid: string, chain: Chain, terms: AllDepositTerms): Promise<Plan> =>
  planOf(await lockDeposits(tx, uid, chain), { chain, terms, tip: await followedHeight(tx, chain) })

const confirmationsOf = ({ height }: Deposit, tip: number): number => (height === null ? 0 : tip - height + 1)

function planOf(all: readonly Deposit[], standing: Standing): Plan {
  const { chain, terms, tip } = standing
  const back = all.filter(({ credited, height }) => credited && height === null)
  const credit: Deposit[] = []
  for (const [asset, of] of Map.groupBy(all, (d) => d.asset)) {
    const { minimum, confirmations } = termsOf(terms, chain.network, coinOf(asset))
    const ripe = of.filter((d) => !d.credited && d.height !== null && confirmationsOf(d, tip) >= confirmations)
    if (ripe.reduce((sum, { amount }) => sum + amount, 0n) >= minimum) credit.push(...ripe)
  }
  return { ...standing, back, credit, all }
}

/** The recharges to show to their person, one for each transaction and asset. */
function shownOf({ chain, terms, tip, credit, back, all }: Plan, uid: string): Shown[] {
  const { network } = chain
  return [...Map.groupBy(all, ({ txid, asset }) => `${txid} ${asset}`).values()].map((every) => {
    const of = withoutReplaced(every)
    const { txid, asset } = of[0]!
    const { confirmations: needed } = termsOf(terms, network, coinOf(asset))
    const confirmations = Math.min(needed, ...of.map((deposit) => confirmationsOf(deposit, tip)))
    const isCredited = (d: Deposit): boolean => (d.credited && !back.includes(d)) || credit.includes(d)
    const amount = String(of.reduce((sum, one) => sum + one.amount, 0n))
    const arrived = of.reduce((sum, one) => (credit.includes(one) ? sum + one.amount - one.shortfall : sum), 0n)
    const state = of.every(isCredited) ? 'credited' : openState(of, confirmations >= needed)
    return { user_id: uid, network, txid, asset, state, amount, arrived, confirmations, needed }
  })
}

/** The transfers of a transaction without those that it made only in a block that was replaced. */
function withoutReplaced(every: readonly Deposit[]): readonly Deposit[] {
  const mined = every.filter(({ height }) => height !== null)
  return mined.length > 0 ? mined : every
}

function openState(of: readonly Deposit[], ripe: boolean): RechargeState {
  if (of.some(({ height, pending }) => height === null && !pending)) return 'dropped'
  if (of.some(({ height }) => height === null)) return 'seen'
  return ripe ? 'below' : 'confirming'
}

const causeOf = ({ txid, n, asset, credits }: Deposit, network: Network): string =>
  depositCause({ network, txid, n, coin: coinOf(asset) }, credits)

/** Credits a deposit, after making good the market's loss by an earlier reorganisation of it. */
async function credit(tx: Tx, uid: string, deposit: Deposit, network: Network): Promise<void> {
  const { amount, asset, shortfall, credits } = deposit
  const next: Deposit = { ...deposit, credits: credits + 1, credited: true, shortfall: 0n }
  const written = await post(tx, causeOf(next, network), [
    { account: outside(network), asset, amount: -amount },
    ...(shortfall > 0n ? [{ account: LOSS, asset, amount: shortfall }] : []),
    ...(amount > shortfall ? [{ account: available(uid), asset, amount: amount - shortfall }] : []),
  ])
  if (!written) throw new Error(`${causeOf(next, network)} is in the ledger already`)
  await writeDeposit(tx, next)
}

/** Takes back a deposit that a chain no longer has; what was spent meanwhile is the market's loss. */
async function takeBack(tx: Tx, uid: string, deposit: Deposit, network: Network): Promise<void> {
  const { amount, asset } = deposit
  const has = await balance(tx, available(uid), asset)
  const taken = has < amount ? has : amount
  const shortfall = amount - taken
  const written = await post(tx, backCause(causeOf(deposit, network)), [
    { account: outside(network), asset, amount },
    ...(taken > 0n ? [{ account: available(uid), asset, amount: -taken }] : []),
    ...(shortfall > 0n ? [{ account: LOSS, asset, amount: -shortfall }] : []),
  ])
  if (!written) throw new Error(`${causeOf(deposit, network)} was taken back already`)
  await writeDeposit(tx, { ...deposit, credited: false, shortfall })
  if (shortfall > 0n)
    console.error(`A reorganisation of ${network} took back ${amount} units of ${asset}; ${shortfall} had been spent`)
}

const writeDeposit = (tx: Tx, { chain, txid, n, credits, credited, shortfall }: Deposit): Promise<unknown> =>
  tx
    .updateTable('deposits')
    .set({ credits, credited, shortfall: String(shortfall) })
    .where('chain', '=', chain)
    .where('txid', '=', txid)
    .where('n', '=', n)
    .execute()
