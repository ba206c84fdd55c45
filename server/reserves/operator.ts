import { coinOf, coinText, type Asset } from '#contract/coins/assets.ts'
import { fallbackLocale } from '#contract/text/locales.ts'
import { networkName } from '#contract/coins/networks.ts'
import type { CoinReserves, ReserveProof } from '#contract/reserves/schema-operator.ts'
import type { Db } from '../db/tables/tables.ts'
import { timeText } from '../texts/time-text.ts'
import { alarmsIn } from './alarm.ts'
import type { Reserves } from './reserves.ts'
import { lastProof } from './results.ts'
import { OperatorError } from '../operator/answer.ts'

/**
 * `reserves`, `reserves check`: the last proof of reserves, or a new one.
 *
 * @throws OperatorError where a coin is short or not known, the book has a fault, or there is no proof
 */
export async function showReserves(
  db: Db,
  [verb]: readonly string[],
  now: number,
  reserves: Reserves | undefined,
): Promise<string> {
  if (verb !== undefined && verb !== 'check')
    throw new OperatorError('“reserves” shows the last proof, “reserves check” makes one.')
  if (verb === 'check' && !reserves) throw new OperatorError('Only a market that runs can look at its networks.')
  const proof = verb === 'check' ? await reserves!.prove(now) : await lastProof(db)
  if (!proof) throw new OperatorError('There is no proof of reserves yet.')
  const text = describe(proof)
  if (alarmsIn(proof).length > 0 || proof.coins.some(({ state }) => state === 'unknown')) throw new OperatorError(text)
  return text
}

const describe = (proof: ReserveProof): string =>
  [
    `Proof of reserves, ${timeText(proof.at)}`,
    ...(proof.coins.length === 0 ? ['The market has no coins on any network.'] : []),
    ...proof.coins.flatMap(describeCoin),
    ...alarmsIn(proof).map((alarm) => `Alarm: ${alarm.in(fallbackLocale)}`),
  ].join('\n')

function describeCoin(coin: CoinReserves): string[] {
  const { asset, state, held, owed, knownAt, networks } = coin
  const amount = (units: string | bigint): string => coinText(BigInt(units), coinOf(asset as Asset))
  const parts = coin.parts.map(({ part, units }) => `${part} ${amount(units)}`)
  const owes = `owed ${amount(owed)}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`
  const known = held === null ? '' : `held ${amount(held)}, difference ${amount(BigInt(held) - BigInt(owed))}, `
  const since = knownAt === null ? 'not known yet' : `unknown since ${timeText(knownAt)}`
  return [
    `${asset}: ${state === 'unknown' ? since : state}, ${known}${owes}`,
    ...networks.map(({ network, height, deposits, own }) =>
      height === null || deposits === null || own === null
        ? `  ${networkName(network)}: not known`
        : `  ${networkName(network)}, block ${height}: deposits ${amount(deposits)}, wallet, reserves ${amount(own)}`,
    ),
  ]
}
