import { assetOf, coinOf, coinText, type Asset } from '#contract/coins/assets.ts'
import { amountText } from '#contract/currencies/money.ts'
import { networkName, networks, type Network } from '#contract/coins/networks.ts'
import { knownOr } from '#contract/wire/open.ts'
import { sweepHindrances, type SweepHindrance } from '#contract/reserves/sweeps.ts'
import type { ActOf } from '#contract/operator/schema-acts.ts'
import type { DryRun, Swept } from '#contract/reserves/schema-operator-sweeps.ts'
import type { Actor } from '../audit/audit.ts'
import type { Db } from '../db/tables/tables.ts'
import type { Deposits } from '../deposits/deposits.ts'
import { readMarketCurrency } from '../market/currency.ts'
import { collectable, dryRun, openFor } from './dry-run.ts'
import { listedSweeps } from './listed.ts'
import { beginRun } from './runs.ts'
import { priceWorth, currentRates } from './worth.ts'
import { cannot, OperatorError } from '../operator/answer.ts'

/** The request of a screen or a command, with the cost (units) and the destination that it was shown. */
interface Asked {
  network: Network
  asset: Asset
  to: string
  cost: string
}

/** The act of collecting a coin. @throws OperatorError where it cannot be collected, or to another destination */
export async function sweepAct(
  db: Db,
  deposits: Pick<Deposits, 'chainOf' | 'payingOf'>,
  { network, asset, to, cost }: Asked,
  now: number,
): Promise<ActOf<'sweep'>> {
  const open = await openFor(db, deposits, network, asset)
  if (typeof open === 'string') throw cannot('cannot.sweepOff', { network: networkName(network) })
  if (open.to.address !== to) throw cannot('cannot.sweepTo')
  const { chain, isBounded: bounded } = open
  const { gas } = chain.sweeping
  const coin = gas?.coin ?? coinOf(asset)
  const currency = await readMarketCurrency(db)
  const worth = priceWorth(await currentRates(db, now), { coin, amount: BigInt(cost) }, currency) ?? null
  return {
    ...{ act: 'sweep', chain: chain.id, network, asset, to, cost, costAsset: assetOf(coin, chain.test) },
    ...{ worth: worth !== null && Number.isSafeInteger(worth) ? worth : null, bounded },
  }
}

/** Begins to collect a coin. @throws OperatorError where that was begun already */
export async function beginSweep(db: Db, act: ActOf<'sweep'>, now: number, actor: Actor): Promise<void> {
  if (!(await beginRun(db, act, now, actor))) throw cannot('cannot.sweepBegun')
}

const hindrances: Record<SweepHindrance, string> = {
  simulated: 'nothing to collect: the network is simulated, and nobody needs a key to spend its coins.',
  off: 'nothing is collected there: the market does not pay on this network.',
  unsupported: 'nothing is collected there: the market pays on this network, and cannot collect its deposits.',
  unset: 'the signer has no destination. Set sweeps.to of the network in its signer.json.',
  foreign: 'the signer’s destination cannot be used; the market’s log says why.',
  away: 'the node or the signer does not answer; the market’s log says which.',
}

const amount = (units: string, asset: string): string => `${coinText(BigInt(units), coinOf(asset as Asset))} ${asset}`

const counted = (addresses: number): string => `${addresses} ${addresses === 1 ? 'address' : 'addresses'}`

/** A dry run in words; `currency` is the market's. */
function describe(run: DryRun, currency: string): string[] {
  const { network, asset, hindrance, to, wallet, addresses, units, cost, costAsset, worth, gas } = run
  const place = `${networkName(network)}, ${asset}`
  if (hindrance !== null) return [`${place}: ${hindrances[knownOr(sweepHindrances, hindrance, 'off')]}`]
  const price = worth === null ? 'at a worth that nobody knows' : `worth ${amountText(worth, currency)}`
  const left = ({ addresses: count, units: some }: DryRun['small'], why: string): string[] =>
    count === 0 ? [] : [`  Left out, ${why}: ${amount(some, asset)} at ${counted(count)}.`]
  const where = wallet ? 'the paying wallet' : 'the reserve address'
  return [
    `${place}: ${amount(units, asset)} at ${counted(addresses)}, to ${where} ${to}`,
    `  It costs ${amount(cost, costAsset)} at most, ${price}.`,
    ...(gas === '0' ? [] : [`  ${amount(gas, costAsset)} is sent to addresses as gas, where the rest of it stays.`]),
    ...left(run.small, `because it costs more than ${run.percent} % of what is there`),
    ...left(run.over, 'because of the cap of the paying wallet'),
    ...(run.unrated ? ['  Costs cannot be compared: a coin has no current rate.'] : []),
    ...(run.more ? ['  There are more addresses than were looked at. Collect these first.'] : []),
    ...(run.short
      ? [`  The market’s own ${costAsset} does not cover the cost: the reserves would be short of it.`]
      : []),
  ]
}

const line = ({ id, at, network, asset, units, from, to, state, reason, txid, confirmations, needed }: Swept): string =>
  [
    ...[id.slice(0, 8), new Date(at).toISOString(), network, amount(units, asset), `${from} → ${to}`],
    state === 'sent' ? `sent, ${confirmations} of ${needed} confirmations` : String(state),
    ...(reason === null ? [] : [String(reason)]),
    ...(txid === null ? [] : [txid]),
  ].join('  ')

async function list(db: Db): Promise<string> {
  const { begun, sweeps, more } = await listedSweeps(db)
  const lines = [
    ...begun.map(({ network, asset, at }) => `${new Date(at).toISOString()}  ${network}  ${asset}  begun`),
    ...sweeps.map(line),
    ...(more ? ['There are more.'] : []),
  ]
  return lines.length === 0 ? 'Nothing was collected yet.' : lines.join('\n')
}

/** `sweep`, `sweep <network> [coin] [--do]`: what is collected, and a dry run, which `--do` carries out. */
export async function operateSweeps(
  db: Db,
  args: readonly string[],
  { now, actor, deposits }: { now: number; actor: Actor; deposits: Deposits | undefined },
): Promise<string> {
  if (args.length === 0) return list(db)
  if (!deposits) throw new OperatorError('Only a market that runs can look at its networks.')
  const isDone = args.includes('--do')
  const [name, coin, ...more] = args.filter((one) => one !== '--do')
  const network = networks.find((one) => one === name)
  const isCoin = (asset: Asset): boolean => coin === undefined || asset === coin || coinOf(asset) === coin
  const wanted = collectable(deposits).filter((one) => one.network === network && isCoin(one.asset))
  if (!network || more.length > 0 || wanted.length === 0)
    throw new OperatorError('A sweep names a network of the market, and one of its coins or none: sweep ethereum USDT.')
  const texts: string[] = []
  let begun = 0
  for (const { asset } of wanted) {
    const run = await dryRun(db, deposits, network, asset, now)
    texts.push(...describe(run, await readMarketCurrency(db)))
    if (!isDone || run.addresses === 0) continue
    await beginSweep(db, await sweepAct(db, deposits, { network, asset, to: run.to, cost: run.cost }, now), now, actor)
    begun++
  }
  if (begun > 0) return [...texts, 'It was begun. “sweep” shows how it goes.'].join('\n')
  return [...texts, isDone ? 'There was nothing to begin.' : 'Nothing was done: --do collects it.'].join('\n')
}
