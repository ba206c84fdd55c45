import { available } from '#server/ledger/accounts.ts'
import { balance } from '#server/ledger/ledger.ts'
import { simulatedChain, type SimulatedChain } from '#server/chains/simulated.ts'
import { followChain } from '#server/deposits/follow.ts'
import type { SignerConfig } from '#server/signer/config/config.ts'
import type { Signer } from '#server/signer/protocol/protocol.ts'
import { payWithdrawals } from '#server/withdrawals/paying/pay.ts'
import { openTestMarket } from '../market/market.ts'
import { giveCoins } from '../market/orders.ts'
import { queueWithdrawal } from './queued.ts'
import { signerConfig } from './signing.ts'

/** The time of all rounds (Unix ms). */
export const NOW = 1_800_000_000_000

/** Settings under which Bitcoin has this highest rate. */
export function withRate(rate: bigint): SignerConfig {
  const config = signerConfig()
  return { ...config, networks: new Map([['bitcoin', { ...config.networks.get('bitcoin')!, rate }]]) }
}

/** A market with a person who withdraws 100,000 satoshi at a time on the simulated Bitcoin network, of 1,000,000. */
export async function openSigningMarket() {
  const market = await openTestMarket()
  const { db } = market
  const { uid } = await market.person()
  await giveCoins(db, uid, 'tBTC', 1_000_000n)
  const chainOf = (signer?: Signer): SimulatedChain => simulatedChain(db, 'bitcoin', 1, signer)
  const round = async (chain: SimulatedChain): Promise<void> => {
    await followChain(db, chain)
    await payWithdrawals(db, chain, NOW)
  }
  return {
    ...market,
    uid,
    chainOf,
    /** Follows a chain once, and pays its withdrawals. */
    round,
    /** Makes blocks, with a round after each. */
    async mined(chain: SimulatedChain, count: number): Promise<void> {
      for (let n = 0; n < count; n++) {
        await chain.mine()
        await round(chain)
      }
    },
    withdraw: (): Promise<string> => queueWithdrawal(db, chainOf(), { uid, now: NOW }),
    row: (id: string) => db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    payouts: (id: string) =>
      db.selectFrom('payouts').selectAll().where('withdrawal_id', '=', id).orderBy('rate').execute(),
    has: (): Promise<bigint> => balance(db, available(uid), 'tBTC'),
  }
}
export type SigningMarket = Awaited<ReturnType<typeof openSigningMarket>>
