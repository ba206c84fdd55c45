import { sql } from 'kysely'
import { assetOf, coinOf } from '#contract/rules/coins.ts'
import { withdrawalCause } from '#contract/rules/posting-causes.ts'
import { HELD_AFTER_CHANGE_MS, type WithdrawalDoubt, type WithdrawalState } from '#contract/rules/withdrawals.ts'
import { FOLLOWED_DEPTH, type Cost, type PayingChain } from '../chains/chain.ts'
import type { Db, Tx } from '../db/tables.ts'
import { eachOf } from '../deposits/each-of.ts'
import { followedHeight } from '../deposits/follow.ts'
import { ownerTransaction, type OwnerCall } from '../feed/owner-feed.ts'
import type { WithdrawalRow } from '../feed/withdrawal-change.ts'
import { NETWORK_COSTS, outside } from '../ledger/accounts.ts'
import { post } from '../ledger/ledger.ts'
import { suspendedFor } from '../orders/suspended.ts'
import { costsMore, owesDeposit } from './approvals.ts'
import { heldUntilOf } from './hold.ts'
import { moveWithdrawal, readWithdrawal, writeWithdrawal } from './move.ts'

// Pays withdrawals, so that none is paid twice wherever a process ends: a transaction is signed and stored before it is
// sent, and sent again from what is stored. All transactions of a withdrawal have one nonce, and a chain takes one of
// them.
//
//   waiting ──▶ review ──▶ queued ──▶ sign and store ──▶ sent ──▶ send, again and again ──▶ done
//                                                         └──▶ another has used its nonce, at full depth ──▶ returned

/** The most withdrawals that one round signs. */
const A_ROUND = 50

/** Blocks that a transaction waits before another one takes its place, which pays the network half as much again. */
const STUCK_BLOCKS = 6

/** The most transactions of one withdrawal. */
const REPLACED_MAX = 10

interface Payout {
  txid: string
  nonce: number
  rate: bigint
  raw: string
  height: number
}

/**
 * Pays the withdrawals of a chain as far as that is possible now (Unix ms). The chain was followed to its end.
 *
 * @throws AggregateError
 */
export const payWithdrawals = (db: Db, chain: PayingChain, now: number): Promise<void> =>
  eachOf([ripen, signQueued, followSent], (step) => step(db, chain, now))

interface Named {
  id: string
  user_id: string
}

/** The withdrawals of a chain that a condition chooses, the oldest first. */
const chosen = async (db: Db, { id }: PayingChain, where: ReturnType<typeof sql>): Promise<Named[]> =>
  (
    await sql<Named>`
      select id, user_id from withdrawals where chain = ${id}::text and ${where}
      order by at, id limit ${sql.lit(A_ROUND)}`.execute(db)
  ).rows

/** Changes a withdrawal that is still in a state; nothing changes where `work` resolves to false. */
const whileIn = (
  db: Db,
  { id, user_id: userId }: Named,
  state: WithdrawalState,
  work: (call: OwnerCall, row: WithdrawalRow) => Promise<unknown>,
): Promise<void> =>
  ownerTransaction(db, userId, async (call) => {
    const row = await readWithdrawal(call.tx, userId, id)
    if (row?.state !== state || (await work(call, row)) === false) call.abandon()
  })

/** Ends the wait of new addresses. */
async function ripen(db: Db, chain: PayingChain, now: number): Promise<void> {
  const ripe = await chosen(db, chain, sql`state = 'waiting' and ready_at <= ${new Date(now)}::timestamptz`)
  await eachOf(ripe, (one) =>
    whileIn(db, one, 'waiting', (call, row) =>
      moveWithdrawal(call, row, row.approvals > 0 && !row.approved ? 'review' : 'queued', now),
    ),
  )
}

/** Signs a transaction for each withdrawal that is next, unless a password or factor of its person was just changed. */
async function signQueued(db: Db, chain: PayingChain, now: number): Promise<void> {
  // Held withdrawals are not chosen: they would fill the round. The hold is read again under the lock of the feed.
  const changed = sql`exists (select from users u where u.id = user_id
    and u.credentials_reset_at > ${new Date(now - HELD_AFTER_CHANGE_MS)}::timestamptz)`
  const queued = await chosen(db, chain, sql`state = 'queued' and not ${changed}`)
  if (queued.length === 0) return
  const rate = await chain.usualRate()
  const [cost, height] = [await chain.costAt(rate), await followedHeight(db, chain)]
  await eachOf(queued, (one) =>
    whileIn(db, one, 'queued', async (call, row) => {
      const { tx } = call
      if ((await heldUntilOf(tx, row.user_id, now)) !== null) return false
      const why = await doubtOf(tx, row, cost, now)
      // Operators have agreed to what they knew of; anything else is another decision.
      if (why && !(row.approved && row.why === why))
        return moveWithdrawal(call, row, 'review', now, {
          ...{ why, approved: false, approvals: Math.max(1, row.approvals) },
        })
      const txid = await sign(tx, chain, row, { nonce: await nextNonce(tx, chain), rate, height })
      return moveWithdrawal(call, row, 'sent', now, { txid })
    }),
  )
}

/** A reason for an operator to look at a withdrawal that is to be sent. */
async function doubtOf(
  tx: Tx,
  { user_id: userId, asset, fee }: WithdrawalRow,
  cost: Cost | undefined,
  now: number,
): Promise<WithdrawalDoubt | undefined> {
  if (await owesDeposit(tx, userId)) return 'deposit'
  if ((await suspendedFor(tx, userId)) !== null) return 'suspended'
  return (await costsMore(tx, cost, { coin: coinOf(asset), amount: BigInt(fee) }, now)) ? 'cost' : undefined
}

async function nextNonce(tx: Tx, { id }: PayingChain): Promise<number> {
  const { rows } = await sql<{ nonce: number }>`
    insert into payout_nonces (chain, next) values (${id}::text, 1)
    on conflict (chain) do update set next = payout_nonces.next + 1 returning next - 1 as nonce`.execute(tx)
  return rows[0]!.nonce
}

/** Signs a transaction for a withdrawal and stores it; its id. */
async function sign(
  tx: Tx,
  chain: PayingChain,
  row: WithdrawalRow,
  { nonce, rate, height }: Pick<Payout, 'nonce' | 'rate' | 'height'>,
): Promise<string> {
  const amount = BigInt(row.amount) - BigInt(row.fee)
  const { txid, raw } = await chain.sign({ to: row.address, coin: coinOf(row.asset), amount, nonce, rate })
  const payout = { chain: chain.id, txid, withdrawal_id: row.id, nonce, rate: String(rate), raw, height }
  await tx.insertInto('payouts').values(payout).execute()
  return txid
}

/** The transactions of a withdrawal, the latest last. */
const payoutsOf = async (db: Db | Tx, { id }: { id: string }): Promise<Payout[]> =>
  (await db.selectFrom('payouts').selectAll().where('withdrawal_id', '=', id).orderBy('rate').execute()).map((row) => ({
    ...row,
    rate: BigInt(row.rate),
  }))

/** Follows the transactions that were signed until they are too deep in the chain to be taken back. */
async function followSent(db: Db, chain: PayingChain, now: number): Promise<void> {
  const { rows } = await sql<Named & { state: WithdrawalState; confirmations: number; txid: string }>`
    select id, user_id, state, confirmations, txid from withdrawals w
    where chain = ${chain.id}::text and exists (select from payouts p where p.withdrawal_id = w.id)
    order by at, id`.execute(db)
  if (rows.length === 0) return
  const tip = await followedHeight(db, chain)
  await eachOf(rows, async (row) => {
    const payouts = await payoutsOf(db, row)
    for (const { txid } of payouts) {
      const height = await chain.heightOf(txid)
      if (typeof height === 'number') return confirm(db, chain, row, { txid, depth: tip - height + 1 }, now)
    }
    return sendAgain(db, chain, row, payouts, { tip, now })
  })
}

type Sent = Named & Pick<WithdrawalRow, 'state' | 'confirmations' | 'txid'>

/** Writes how deep the transaction of a withdrawal is in the chain. */
async function confirm(
  db: Db,
  chain: PayingChain,
  sent: Sent,
  { txid, depth }: { txid: string; depth: number },
  now: number,
): Promise<void> {
  if (sent.state === 'done') {
    if (depth >= FOLLOWED_DEPTH) await forget(db, sent)
    return
  }
  const cost = await chain.costOf(txid)
  await whileIn(db, sent, 'sent', async (call, row) => {
    const confirmations = Math.max(0, Math.min(row.needed, depth))
    if (confirmations < row.needed)
      return (
        (row.confirmations !== confirmations || row.txid !== txid) &&
        writeWithdrawal(call, row, { confirmations, txid })
      )
    if (cost && cost.amount > 0n) {
      const asset = assetOf(cost.coin, chain.test)
      await post(call.tx, withdrawalCause(row.id, 'cost'), [
        { account: NETWORK_COSTS, asset, amount: -cost.amount },
        { account: outside(chain.network), asset, amount: cost.amount },
      ])
    }
    return moveWithdrawal(call, row, 'done', now, { confirmations, txid })
  })
}

/** Deletes the stored transactions of a withdrawal: none of them is sent again. */
const forget = (db: Db | Tx, { id }: Named): Promise<unknown> =>
  db.deleteFrom('payouts').where('withdrawal_id', '=', id).execute()

/**
 * Sends the transaction of a withdrawal that is in no block, again where the chain has lost it. The money is given back
 * only once the nonce is used by a transaction that pays no withdrawal and is too deep to be taken back.
 */
async function sendAgain(
  db: Db,
  chain: PayingChain,
  sent: Sent,
  payouts: readonly Payout[],
  { tip, now }: { tip: number; now: number },
): Promise<void> {
  const last = payouts.at(-1)
  // Another process has just forgotten them.
  if (!last) return
  const used = await chain.spentAt(last.nonce)
  if (used !== undefined) {
    if (tip - used + 1 < FOLLOWED_DEPTH) return
    if (sent.state === 'done') {
      console.error(`Withdrawal ${sent.id} was confirmed on ${chain.id}, and another transaction has taken its place`)
      return void (await forget(db, sent))
    }
    return whileIn(db, sent, 'sent', async (call, row) => {
      await forget(call.tx, row)
      return moveWithdrawal(call, row, 'returned', now, { confirmations: 0 })
    })
  }
  if ((await chain.heightOf(last.txid)) === undefined) await chain.broadcast(last.raw)
  if (sent.state !== 'sent') return
  const stuck = tip - last.height >= STUCK_BLOCKS && payouts.length < REPLACED_MAX
  const usual = stuck ? await chain.usualRate() : 0n
  if (!stuck && sent.confirmations === 0) return
  await whileIn(db, sent, 'sent', async (call, row) => {
    if (!stuck) return writeWithdrawal(call, row, { confirmations: 0 })
    const latest = (await payoutsOf(call.tx, row)).at(-1)!
    if (latest.txid !== last.txid) return false
    const more = (last.rate * 3n) / 2n + 1n
    const rate = usual > more ? usual : more
    const txid = await sign(call.tx, chain, row, { nonce: last.nonce, rate, height: tip })
    return writeWithdrawal(call, row, { confirmations: 0, txid })
  })
}
