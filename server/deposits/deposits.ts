import type { Stated } from '#contract/registry.ts'
import { networks, type Network } from '#contract/rules/networks.ts'
import type { Chain } from '../chains/chain.ts'
import { simulatedChain, type SimulatedChain } from '../chains/simulated.ts'
import type { Db, Tx } from '../db/tables.ts'
import { readSiteSettings } from '../settings.ts'
import { addressSoFar } from './addresses.ts'
import { settleClaims } from './claims.ts'
import { settleDeposits } from './credit.ts'
import { eachOf } from './each-of.ts'
import { followChain } from './follow.ts'
import { depositCoins, readDepositTerms, termsOf, type AllDepositTerms } from './terms.ts'

/** The chains by which accounts are filled. */
export interface Deposits {
  /** The chain of a network; undefined where the market takes nothing there. */
  chainOf(network: Network): Chain | undefined
  /** The same where it is simulated. */
  simulatedOf(network: Network): SimulatedChain | undefined
  /** Seconds between two blocks of simulated chains; undefined where none is. */
  blockSeconds: number | undefined
  /** Has simulated chains make the blocks that they need. */
  mine(): Promise<void>
  /**
   * Follows every chain and brings all recharges up to date. `now` is Unix ms.
   *
   * @throws AggregateError
   */
  follow(now: number): Promise<void>
}

/** The deposits of a market: on simulated chains, whose blocks come after so many seconds; undefined: on none. */
export function createDeposits(db: Db, blockSeconds: number | undefined): Deposits {
  const chains = new Map(
    blockSeconds === undefined ? [] : networks.map((network) => [network, simulatedChain(db, network, blockSeconds)]),
  )
  return {
    blockSeconds,
    chainOf: (network) => chains.get(network),
    simulatedOf: (network) => chains.get(network),
    async mine() {
      for (const chain of chains.values()) await chain.mineIfNeeded()
    },
    async follow(now) {
      if (chains.size === 0) return
      const terms = await depositTerms(db)
      await eachOf([...chains.values()], async (chain) => {
        // A chain that was not followed to its end does not tell yet whether a payment is gone.
        if (!(await followChain(db, chain))) return
        await settleDeposits(db, chain, terms, now)
        await settleClaims(db, chain, terms, now)
      })
    },
  }
}

/** The operator's terms. A setting is checked before it is kept. */
export const depositTerms = async (db: Db | Tx): Promise<AllDepositTerms> =>
  readDepositTerms((await readSiteSettings(db)).deposit_terms)!

type Method = NonNullable<Stated<'user.profile'>['recharge']>[number]

/** The ways in which a person's account can be filled. */
export async function methodsOf(db: Db, deposits: Deposits, userId: string): Promise<Method[]> {
  const ways = depositCoins.flatMap((pair) => {
    const chain = deposits.chainOf(pair.network)
    return chain ? [{ ...pair, chain }] : []
  })
  if (ways.length === 0) return []
  const terms = await depositTerms(db)
  return Promise.all(
    ways.map(async ({ network, coin, chain }) => {
      const { minimum, confirmations } = termsOf(terms, network, coin)
      return {
        ...{ network, coin, test: chain.test, minimum: String(minimum), confirmations },
        seconds: Math.ceil(confirmations * chain.blockSeconds),
        address: (await addressSoFar(db, chain, userId)) ?? null,
      }
    }),
  )
}
