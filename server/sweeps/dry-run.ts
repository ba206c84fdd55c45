import { assetOf, coinOf, type Asset } from '#contract/coins/assets.ts'
import type { Network } from '#contract/coins/networks.ts'
import type { SweepHindrance } from '#contract/reserves/sweeps.ts'
import type { DryRun } from '#contract/reserves/schema-operator-sweeps.ts'
import type { SweepDestination } from '../chains/chain.ts'
import { ChainSettingsError, NodeError } from '../chains/real.ts'
import type { Db } from '../db/tables/tables.ts'
import { depositTerms, type Deposits } from '../deposits/deposits.ts'
import { depositCoins } from '../deposits/pairs.ts'
import { termsOf } from '../deposits/terms.ts'
import { readMarketCurrency } from '../market/currency.ts'
import { lastProof } from '../reserves/results.ts'
import { SignerAwayError } from '../signer/protocol/protocol.ts'
import { capOf } from '../withdrawals/caps.ts'
import { chooseSweeps, type ChosenSweep } from './choose.ts'
import { isSweeping, type SweepingChain } from './rows.ts'
import { priceWorth, currentRates } from './worth.ts'

/** Where and how a coin can be collected. */
export interface OpenSweeps {
  chain: SweepingChain
  to: SweepDestination
  /** Whether its destination is bounded: a reserve address, or a paying wallet with a cap. */
  isBounded: boolean
}

type Chains = Pick<Deposits, 'chainOf' | 'payingOf'>

/** The coins that the market takes on its networks. */
export const collectable = ({ chainOf }: Pick<Deposits, 'chainOf'>): { network: Network; asset: Asset }[] =>
  depositCoins.flatMap(({ network, coin }) => {
    const chain = chainOf(network)
    return chain ? [{ network, asset: assetOf(coin, chain.test) }] : []
  })

/** Where a coin of a network can be collected, or why it cannot. */
export async function openFor(
  db: Db,
  { chainOf, payingOf }: Chains,
  network: Network,
  asset: Asset,
): Promise<OpenSweeps | SweepHindrance> {
  if (chainOf(network)?.simulated) return 'simulated'
  const chain = payingOf(network)
  if (!chain) return 'off'
  if (!isSweeping(chain) || !chain.sweeping.coins.some((coin) => assetOf(coin, chain.test) === asset))
    return 'unsupported'
  try {
    const to = await chain.sweeping.destination()
    if (!to) return 'unset'
    return { chain, to, isBounded: !to.isWallet || (await capOf(db, network, coinOf(asset))) !== undefined }
  } catch (error) {
    return hindranceOf(error, network)
  }
}

/** The hindrance that an error of collecting on a network shows. @throws every other error */
function hindranceOf(error: unknown, network: Network): SweepHindrance {
  // The library for Ethereum puts errors of a node into its own.
  for (let one = error; one instanceof Error; one = one.cause) {
    const isSetting = one instanceof ChainSettingsError
    if (!isSetting && !(one instanceof NodeError) && !(one instanceof SignerAwayError)) continue
    console.error(`Deposits on ${network} cannot be collected:`, one.message)
    return isSetting ? 'foreign' : 'away'
  }
  throw error
}

/** Computes the effects of collecting a coin now, without collecting it. */
export async function dryRun(db: Db, chains: Chains, network: Network, asset: Asset, now: number): Promise<DryRun> {
  const open = await openFor(db, chains, network, asset)
  if (typeof open === 'string') return nothing(network, asset, open)
  const coin = coinOf(asset)
  const { chain, to } = open
  try {
    const { confirmations } = termsOf(await depositTerms(db), network, coin)
    const choice = await chooseSweeps(db, chain, { coin, to, confirmations, now })
    const { chosen, small, over, percent, more, unrated } = choice
    const cost = mostOf(chosen)
    const costCoin = chosen[0]?.cost.coin ?? coin
    const costAsset = assetOf(costCoin, chain.test)
    const left = ({ addresses, units }: typeof small) => ({ addresses, units: String(units) })
    return {
      ...{ network, asset, hindrance: null, to: to.address, wallet: to.isWallet, addresses: chosen.length },
      units: String(sumOf(chosen, ({ amount }) => amount)),
      ...{ cost: String(cost), costAsset },
      worth:
        priceWorth(await currentRates(db, now), { coin: costCoin, amount: cost }, await readMarketCurrency(db)) ?? null,
      gas: String(sumOf(chosen, ({ gas }) => gas)),
      ...{ small: left(small), over: left(over), percent, more, unrated },
      short: await isShort(db, costAsset, cost),
    }
  } catch (error) {
    return nothing(network, asset, hindranceOf(error, network))
  }
}

const sumOf = (chosen: readonly ChosenSweep[], of: (one: ChosenSweep) => bigint): bigint =>
  chosen.reduce((sum, one) => sum + of(one), 0n)

/** The most that some sweeps may cost: a quarter more than at present, because rates move until they are signed. */
function mostOf(chosen: readonly ChosenSweep[]): bigint {
  const usual = sumOf(chosen, ({ cost }) => cost.amount)
  return usual + usual / 4n
}

/** Whether the market has less of an asset of its own than it is to spend, by the last proof of reserves. */
async function isShort(db: Db, asset: Asset, cost: bigint): Promise<boolean> {
  const found = (await lastProof(db))?.coins.find((one) => one.asset === asset)
  return found !== undefined && found.held !== null && BigInt(found.held) - BigInt(found.owed) < cost
}

const nothing = (network: Network, asset: Asset, hindrance: SweepHindrance): DryRun => ({
  ...{ network, asset, hindrance, to: '', wallet: false, addresses: 0, units: '0' },
  ...{ cost: '0', costAsset: asset, worth: 0, gas: '0', percent: 0, more: false, unrated: false, short: false },
  ...{ small: { addresses: 0, units: '0' }, over: { addresses: 0, units: '0' } },
})
