import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Coin } from '#contract/rules/coins.ts'
import type { Network } from '#contract/rules/networks.ts'
import type { Db, Tx } from '../db/tables.ts'
import type { Cost, Payment, PayingChain } from './chain.ts'

// The market's own transactions on a simulated chain. They are signed with no key: their coins are worth nothing.

/** The usual rate of a simulated transaction. */
const USUAL_RATE = 10n

/** The network's price of a simulated transaction for each unit of its rate. */
const COSTS: Record<Network, Cost | undefined> = {
  ethereum: { coin: 'ETH', amount: 5_000_000_000_000n },
  // Paid with staked energy.
  tron: undefined,
  bitcoin: { coin: 'BTC', amount: 140n },
}

type Paying = Pick<PayingChain, 'usualRate' | 'sign' | 'broadcast' | 'spentAt' | 'costAt' | 'costOf'>

const costAt = (network: Network, rate: bigint): Cost | undefined => {
  const cost = COSTS[network]
  return cost && { coin: cost.coin, amount: cost.amount * rate }
}

/** A transaction's text; its SHA-256 is its id. */
const rawOf = (network: Network, { to, coin, amount, nonce, rate }: Payment): string =>
  JSON.stringify({ network, to, coin, amount: String(amount), nonce, rate: String(rate) })
const txidOf = (raw: string): string => createHash('sha256').update(raw).digest('hex')

/** The paying methods of a simulated chain; `change` runs one change of it at a time. */
export const simulatedPayouts = (
  db: Db,
  network: Network,
  change: (work: (tx: Tx) => Promise<void>) => Promise<void>,
): Paying => ({
  usualRate: async () => USUAL_RATE,
  async sign(payment) {
    const raw = rawOf(network, payment)
    return { txid: txidOf(raw), raw }
  },
  broadcast: (raw) => change((tx) => takeIn(tx, network, raw)),
  async spentAt(nonce) {
    const { rows } = await sql<{ height: number }>`
      select height from simulated_transfers where network = ${network}::text and nonce = ${nonce}::bigint
        and height is not null and not dropped`.execute(db)
    return rows[0]?.height
  },
  costAt: async (rate) => costAt(network, rate),
  async costOf(txid) {
    const { rows } = await sql<{ rate: string }>`
      select rate::text from simulated_transfers
      where network = ${network}::text and txid = ${txid} and height is not null`.execute(db)
    return rows[0] && costAt(network, BigInt(rows[0].rate))
  },
})

/** Takes a transaction as waiting, unless its nonce is used, or another that pays as much waits with that. */
async function takeIn(tx: Tx, network: Network, raw: string): Promise<void> {
  const { to, coin, amount, nonce, rate } = JSON.parse(raw) as Record<'to' | 'amount' | 'rate', string> & {
    coin: Coin
    nonce: number
  }
  const txid = txidOf(raw)
  const { rows: others } = await sql`
    select from simulated_transfers where network = ${network}::text and nonce = ${nonce}::bigint and not dropped
      and (txid = ${txid} or height is not null or rate >= ${rate}::numeric)`.execute(tx)
  if (others.length > 0) return
  await sql`update simulated_transfers set dropped = true
    where network = ${network}::text and nonce = ${nonce}::bigint and height is null`.execute(tx)
  await sql`
    insert into simulated_transfers (network, txid, n, to_address, coin, amount, nonce, rate)
    values (${network}::text, ${txid}, 0, ${to}::text, ${coin}::text, ${amount}::numeric, ${nonce}::bigint,
      ${rate}::numeric)
    on conflict (network, txid, n) do update set dropped = false`.execute(tx)
}
