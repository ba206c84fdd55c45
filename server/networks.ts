import { networks, type Network } from '#contract/coins/networks.ts'
import type { Chain, PayingChain } from './chains/chain.ts'
import { ChainSettingsError, usesReal, type RealNetworks } from './chains/real.ts'
import { simulatedChain } from './chains/simulated.ts'
import type { Db } from './db/tables/tables.ts'
import { settleClaims } from './deposits/claims.ts'
import { settleDeposits } from './deposits/credit.ts'
import { depositTerms, type Deposits } from './deposits/deposits.ts'
import { followChain } from './deposits/follow.ts'
import { checkReal, openReal } from './deposits/real-chains.ts'
import { readSetting, writeSetting } from './market/settings.ts'
import type { Signer } from './signer/protocol/protocol.ts'
import { sweep } from './sweeps/sweeps.ts'
import { eachOf } from './turns/each-of.ts'
import { payWithdrawals } from './withdrawals/paying/pay.ts'

/** The pace of rounds (ms). Each asks a real node about three times. */
const [FOLLOW_SIMULATED, FOLLOW_REAL] = [2_000, 5_000]

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
