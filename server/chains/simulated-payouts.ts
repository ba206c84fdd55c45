import { sql } from 'kysely'
import { coinOf } from '#contract/coins/assets.ts'
import type { Network } from '#contract/coins/networks.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { readSimulated, writeSimulated } from '../signer/protocol/simulated.ts'
import type { Chain, Cost, PayingChain, SpentIn } from './chain.ts'

/** The usual rate of a simulated transaction. */
const USUAL_RATE = 10n

/** The network's price of a simulated transaction for each unit of its rate. */
const COSTS: Record<Network, Cost | undefined> = {
  ethereum: { coin: 'ETH', amount: 5_000_000_000_000n },
  // Paid with staked energy.
  tron: undefined,
  bitcoin: { coin: 'BTC', amount: 140n },
}

type Paying = Omit<PayingChain, keyof Chain | 'paidAt'>

const costAt = (network: Network, rate: bigint): Cost | undefined => {
  const cost = COSTS[network]
  return cost && { coin: cost.coin, amount: cost.amount * rate }
}

/** The paying methods of a simulated chain; `change` runs one change of it at a time. */
export const simulatedPayouts = (
  db: Db,
  network: Network,
  change: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): Paying => ({
  usualRate: async () => USUAL_RATE,
  signer: {
    async sign({ id, asset, address: to, amount, fee, rate }) {
      const nonce = await change((tx) => nonceOf(tx, network, id))
      const unsigned = { id, network, to, coin: coinOf(asset), amount: BigInt(amount) - BigInt(fee), nonce }
      return { spends: [String(nonce)], rate, ...writeSimulated({ ...unsigned, rate: BigInt(rate) }) }
    },
    // Nobody needs a key to spend what is at an address of a simulated network.
    sweep: async () => ({ refused: 'network' }),
    gas: async () => ({ refused: 'network' }),
    // The market has stored all of them.
    signed: async () => ({ txids: [] }),
    about: async () => ({ keys: [] }),
  },
  broadcast: (raw) => change((tx) => takeIn(tx, network, raw)),
  async spentBy([nonce]) {
    const { rows } = await sql<SpentIn>`
      select height, txid from simulated_transfers where network = ${network}::text and nonce = ${nonce!}::bigint
        and height is not null and not dropped`.execute(db)
    return rows[0]
  },
  refuses: () => false,
  hasFailed: async () => false,
  faultIn: async () => undefined,
  costAt: (rate) => costAt(network, rate),
  async costOf(txid) {
    const { rows } = await sql<{ rate: string }>`
      select rate::text from simulated_transfers
      where network = ${network}::text and txid = ${txid} and height is not null`.execute(db)
    return rows[0] && costAt(network, BigInt(rows[0].rate))
  },
})

/** The nonce of a payment: the next one at its first transaction, the same one after that. */
async function nonceOf(tx: Tx, network: Network, id: string): Promise<number> {
  const { rows } = await sql<{ nonce: number }>`
    insert into simulated_nonces (network, payment_id, nonce)
    select ${network}::text, ${id}::uuid, 1 + greatest(
      (select coalesce(max(nonce), -1) from simulated_nonces where network = ${network}::text),
      (select coalesce(max(nonce), -1) from simulated_transfers where network = ${network}::text))
    on conflict (network, payment_id) do update set nonce = simulated_nonces.nonce returning nonce`.execute(tx)
  return rows[0]!.nonce
}

/** Takes a transaction as waiting, unless its nonce is used, or another that pays as much waits with that. */
async function takeIn(tx: Tx, network: Network, raw: string): Promise<void> {
  const { txid, to, coin, amount, nonce, rate, ...read } = readSimulated(raw)
  if (read.network !== network) throw new Error(`A transaction of ${read.network} was sent to ${network}`)
  const { rows: others } = await sql`
    select from simulated_transfers where network = ${network}::text and nonce = ${nonce}::bigint and not dropped
      and (txid = ${txid} or height is not null or rate >= ${String(rate)}::numeric)`.execute(tx)
  if (others.length > 0) return
  await sql`update simulated_transfers set dropped = true
    where network = ${network}::text and nonce = ${nonce}::bigint and height is null`.execute(tx)
  await sql`
    insert into simulated_transfers (network, txid, n, to_address, coin, amount, nonce, rate)
    values (${network}::text, ${txid}, 0, ${to}::text, ${coin}::text, ${String(amount)}::numeric, ${nonce}::bigint,
      ${String(rate)}::numeric)
    on conflict (network, txid, n) do update set dropped = false`.execute(tx)
}
