import { sql } from 'kysely'
import type { BitcoinSettings } from '#server/chains/real.ts'
import type { SignerConfig } from '#server/signer/config/config.ts'
import type { Signer } from '#server/signer/protocol/protocol.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { openTestMarket } from '../market/market.ts'
import { giveCoins } from '../market/orders.ts'
import { queueWithdrawal } from '../withdrawals/queued.ts'
import { statsOf } from './address-stats.ts'
import { startRegtest } from './regtest.ts'
import { addressNamed, BITCOIN_WALLET, bitcoinConfig } from './signing.ts'

/** The time of all rounds (Unix ms). */
export const NOW = 1_800_000_000_000

/** The fee of a withdrawal (satoshis). */
export const FEE = 2_000n

/** Settings of a signer on a regtest network that has no limits but those of its rate. */
export function withoutLimits(more: object = {}): SignerConfig {
  const most = { each: 10n ** 15n, address: 10n ** 15n, day: 10n ** 15n }
  return { ...bitcoinConfig(more), limits: { BTC: [most, most, most] } }
}

/** A market on a regtest network that pays through a signer, with a person who has 10 BTC; `settings` replaces some. */
export async function openPayingMarket(signer: Signer, settings: Partial<BitcoinSettings> = {}) {
  const regtest = await startRegtest()
  const bitcoin = { ...regtest.settings, wallet: BITCOIN_WALLET, ...settings }
  const market = await openTestMarket({ simulatedSeconds: undefined, bitcoin, signer, now: () => NOW })
  await market.deposits.check()
  await operate(market.db, ['rate', 'BTC', '60000', 'fixed'], NOW)
  const person = await market.person()
  const { uid } = person
  await giveCoins(market.db, uid, 'tBTC', 1_000_000_000n)
  const { db } = market
  const follow = (): Promise<void> => market.deposits.follow(NOW)
  const chain = () => market.deposits.payingOf('bitcoin')!
  await follow()
  return {
    ...market,
    regtest,
    person,
    /** Registers another person. */
    newPerson: market.person,
    uid,
    chain,
    /** Follows the chain once, and pays. */
    follow,
    /** Makes blocks, with a round after each. */
    async mined(blocks: number): Promise<void> {
      for (let n = 0; n < blocks; n++) {
        regtest.mine()
        await follow()
      }
    },
    /** Gives the paying wallet unspent outputs of these amounts, in a block that the market has followed. */
    async fund(...amounts: number[]): Promise<void> {
      regtest.send(amounts.map((amount) => [BITCOIN_WALLET, BigInt(amount)] as const))
      regtest.mine()
      await follow()
    },
    /** Withdraws an amount (satoshis), of which FEE comes off; `at` is when it is asked for (Unix ms). */
    withdraw: (amount: number, address = addressNamed('somebody'), at = NOW): Promise<string> =>
      queueWithdrawal(db, chain(), {
        ...{ uid, now: at },
        more: { network: 'bitcoin', asset: 'tBTC', address, amount: String(amount), fee: String(FEE) },
      }),
    row: (id: string) => db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    payouts: (id: string) =>
      db.selectFrom('payouts').selectAll().where('withdrawal_id', '=', id).orderBy('rate').execute(),
    /** The satoshis at an address, by the blocks. */
    at(address: string): bigint {
      const { funded_txo_sum: got, spent_txo_sum: spent } = statsOf(regtest.blocks, address)
      return BigInt(got) - BigInt(spent)
    },
    /** The sum that the market has posted for network costs, fees of withdrawals included (satoshis). */
    async costs(): Promise<bigint> {
      const { rows } = await sql<{ sum: string }>`
        select coalesce(sum(amount), 0)::text as sum from ledger_postings
        where account = 'market:network' and asset = 'tBTC'`.execute(db)
      return BigInt(rows[0]!.sum)
    },
    async close(): Promise<void> {
      await market.close()
      await regtest.close()
    },
  }
}
export type PayingMarket = Awaited<ReturnType<typeof openPayingMarket>>
