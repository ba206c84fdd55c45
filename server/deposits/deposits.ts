import type { Stated } from '#contract/registry.ts'
import { networks, type Network } from '#contract/rules/networks.ts'
import type { Chain, PayingChain } from '../chains/chain.ts'
import { simulatedChain, type SimulatedChain } from '../chains/simulated.ts'
import type { Db, Tx } from '../db/tables.ts'
import { readSiteSettings } from '../settings.ts'
import type { Signer } from '../signer/protocol.ts'
import { addressesOf } from './addresses.ts'
import { settleClaims } from './claims.ts'
import { settleDeposits } from './credit.ts'
import { eachOf } from './each-of.ts'
import { payWithdrawals } from '../withdrawals/pay.ts'
import { followChain } from './follow.ts'
import { depositCoins, readDepositTerms, termsOf, type AllDepositTerms } from './terms.ts'

/** The chains from which accounts are credited, and on which withdrawals are paid. */
export interface Deposits {
  /** The chain of a network; undefined where the market accepts none. */
  chainOf(network: Network): Chain | undefined
  /** The chain on which withdrawals to a network are paid; undefined where the market pays none. */
  payingOf(network: Network): PayingChain | undefined
  /** The simulated chain of a network; undefined where the market simulates none. */
  simulatedOf(network: Network): SimulatedChain | undefined
  /** The signer of payments; undefined where simulated ones are unsigned. */
  signer: Signer | undefined
  /** Seconds between two blocks of the simulated chains; undefined without any. */
  blockSeconds: number | undefined
  /** Makes a block on each simulated chain where a transaction waits for one. */
  mine(): Promise<void>
  /**
   * Follows every chain, brings all recharges up to date, and pays withdrawals. `now` is Unix ms.
   *
   * @throws AggregateError
   */
  follow(now: number): Promise<void>
}

/**
 * The deposits of a market, on simulated chains with a block each `blockSeconds`; undefined for no chains. Without a
 * signer their payments are unsigned.
 */
export function createDeposits(db: Db, blockSeconds: number | undefined, signer?: Signer): Deposits {
  const chains = new Map(
    blockSeconds === undefined
      ? []
      : networks.map((network) => [network, simulatedChain(db, network, blockSeconds, signer)]),
  )
  return {
    signer,
    blockSeconds,
    chainOf: (network) => chains.get(network),
    payingOf: (network) => chains.get(network),
    simulatedOf: (network) => chains.get(network),
    async mine() {
      for (const chain of chains.values()) await chain.mineIfNeeded()
    },
    async follow(now) {
      if (chains.size === 0) return
      const terms = await depositTerms(db)
      await eachOf([...chains.values()], async (chain) => {
        // Until a chain is followed to its end, a payment may only seem to be gone.
        if (!(await followChain(db, chain))) return
        // A failure does not hold up the others.
        await eachOf(
          [
            () => settleDeposits(db, chain, terms, now),
            () => settleClaims(db, chain, terms, now),
            () => payWithdrawals(db, chain, now),
          ],
          (step) => step(),
        )
      })
    },
  }
}

/** The operator's terms, which are checked before they are stored. */
export const depositTerms = async (db: Db | Tx): Promise<AllDepositTerms> =>
  readDepositTerms((await readSiteSettings(db)).deposit_terms)!

type Method = NonNullable<Stated<'user.profile'>['recharge']>[number]

/** The ways to fill a person's account. */
export async function methodsOf(db: Db, deposits: Deposits, userId: string): Promise<Method[]> {
  const ways = depositCoins.flatMap((pair) => {
    const chain = deposits.chainOf(pair.network)
    return chain ? [{ ...pair, chain }] : []
  })
  if (ways.length === 0) return []
  const [terms, addresses] = await Promise.all([depositTerms(db), addressesOf(db, userId)])
  return ways.map(({ network, coin, chain }) => {
    const { minimum, confirmations } = termsOf(terms, network, coin)
    return {
      ...{ network, coin, test: chain.test, minimum: String(minimum), confirmations },
      seconds: Math.ceil(confirmations * chain.blockSeconds),
      address: addresses.get(chain.id) ?? null,
    }
  })
}
