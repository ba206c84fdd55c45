import type { Stated } from '#contract/registry.ts'
import type { Network } from '#contract/coins/networks.ts'
import type { Chain, PayingChain } from '../chains/chain.ts'
import type { SimulatedChain } from '../chains/simulated.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { readSiteSettings } from '../market/settings.ts'
import type { Signer } from '../signer/protocol/protocol.ts'
import { addressesOf } from './addresses.ts'
import { depositCoins } from './pairs.ts'
import { readDepositTerms, termsOf, type AllDepositTerms } from './terms.ts'

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
  /** Time between two rounds (ms): the longest until a block is noticed. */
  followEvery: number
  /** Makes a block on each simulated chain where a transaction waits for one. */
  mine(): Promise<void>
  /**
   * Compares the settings of real chains with their nodes, and with the addresses that people have.
   *
   * @throws ChainSettingsError where they differ, NodeError where a node does not answer
   */
  check(): Promise<void>
  /**
   * Follows every chain, brings all recharges up to date, pays withdrawals, and collects what operators have begun to.
   * `now` is Unix ms.
   *
   * @throws AggregateError
   */
  follow(now: number): Promise<void>
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
      ...{ network, coin, test: chain.test, simulated: chain.simulated, minimum: String(minimum), confirmations },
      seconds: Math.ceil(confirmations * chain.blockSeconds),
      address: addresses.get(chain.id) ?? null,
    }
  })
}
