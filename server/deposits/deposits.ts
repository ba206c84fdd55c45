import type { Stated } from '#contract/registry.ts'
import { networks, type Network } from '#contract/coins/networks.ts'
import type { Chain, PayingChain } from '../chains/chain.ts'
import { ChainSettingsError, usesReal, type RealNetworks } from '../chains/real.ts'
import { simulatedChain, type SimulatedChain } from '../chains/simulated.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { readSetting, readSiteSettings, writeSetting } from '../market/settings.ts'
import type { Signer } from '../signer/protocol/protocol.ts'
import { addressesOf } from './addresses.ts'
import { settleClaims } from './claims.ts'
import { settleDeposits } from './credit.ts'
import { eachOf } from '../turns/each-of.ts'
import { sweep } from '../sweeps/sweeps.ts'
import { payWithdrawals } from '../withdrawals/paying/pay.ts'
import { followChain } from './follow.ts'
import { checkReal, openReal } from './real-chains.ts'
import { depositCoins } from './pairs.ts'
import { readDepositTerms, termsOf, type AllDepositTerms } from './terms.ts'

/** The pace of rounds (ms). Each asks a real node about three times. */
const [FOLLOW_SIMULATED, FOLLOW_REAL] = [2_000, 5_000]

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

/** The networks of a market, as its operator sets them. */
export interface NetworkSettings extends RealNetworks {
  /** Seconds between two blocks of the simulated networks; undefined: nothing is simulated. */
  simulatedSeconds?: number | undefined
  /** Signs payments; undefined: simulated ones are unsigned. */
  signer?: Signer | undefined
}

/**
 * The deposits of a market.
 *
 * @throws ChainSettingsError where chains would be simulated beside a real one, or real coins meet test coins
 */
export async function createDeposits(
  db: Db,
  { simulatedSeconds, signer, ...realNetworks }: NetworkSettings,
): Promise<Deposits> {
  if (usesReal(realNetworks) && simulatedSeconds !== undefined)
    throw new ChainSettingsError('No network is simulated beside a real one')
  const simulated = new Map(
    simulatedSeconds === undefined
      ? []
      : networks.map((network) => [network, simulatedChain(db, network, simulatedSeconds, signer)]),
  )
  const real = await openReal(db, realNetworks, signer)
  const before = await readSetting(db, 'paysReal')
  const isReal = real.some(({ chain }) => !chain.test)
  // One way only: a start with a setting that is lost must not make goods payable in test money.
  if (before === 1 && !isReal && (real.length > 0 || simulatedSeconds !== undefined))
    throw new ChainSettingsError('This market takes real coins: it uses no test network and simulates none')
  if (isReal) await writeSetting(db, 'paysReal', 1)
  const chains: ReadonlyMap<Network, Chain> = new Map([
    ...simulated,
    ...real.map(({ chain }) => [chain.network, chain] as const),
  ])
  const paying: ReadonlyMap<Network, PayingChain> = new Map([
    ...simulated,
    ...real.flatMap(({ paying: pays }) => (pays ? [[pays.network, pays] as const] : [])),
  ])
  return {
    signer,
    blockSeconds: simulatedSeconds,
    followEvery: real.length > 0 ? FOLLOW_REAL : FOLLOW_SIMULATED,
    chainOf: (network) => chains.get(network),
    payingOf: (network) => paying.get(network),
    simulatedOf: (network) => simulated.get(network),
    async mine() {
      for (const chain of simulated.values()) await chain.mineIfNeeded()
    },
    async check() {
      try {
        await checkReal(db, real)
      } catch (error) {
        // A chain that was never reached has taken no coins.
        if (error instanceof ChainSettingsError) await writeSetting(db, 'paysReal', before)
        throw error
      }
    },
    async follow(now) {
      if (chains.size === 0) return
      const terms = await depositTerms(db)
      await eachOf([...chains.values()], async (chain) => {
        // Until a chain is followed to its end, a payment may only seem to be gone.
        if (!(await followChain(db, chain))) return console.warn(`${chain.id} is not followed to its last block yet`)
        const pays = paying.get(chain.network)
        // A failure does not hold up the others.
        await eachOf(
          [
            () => settleDeposits(db, chain, terms, now),
            () => settleClaims(db, chain, terms, now),
            ...(pays ? [() => payWithdrawals(db, pays, now), () => sweep(db, pays, terms, now)] : []),
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
      ...{ network, coin, test: chain.test, simulated: chain.simulated, minimum: String(minimum), confirmations },
      seconds: Math.ceil(confirmations * chain.blockSeconds),
      address: addresses.get(chain.id) ?? null,
    }
  })
}
