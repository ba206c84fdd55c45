import type { Input, Stated } from '#contract/registry.ts'
import type { ActOf, OperatorAct } from '#contract/operator/schema-acts.ts'
import type { Db } from '../db/tables/tables.ts'
import { readMarketCurrency } from '../market/currency.ts'
import { isStep } from '../operator/alone.ts'
import { readRateOf } from './operator.ts'
import { actOrAsk, type Became } from '../operator/second-eyes.ts'

type Rate = Omit<ActOf<'rate'>, 'act'>

/** The act that sets rates; of one alone it is what older apps know. */
const actOf = (rates: readonly Rate[]): OperatorAct =>
  rates.length === 1 ? { act: 'rate', ...rates[0]! } : { act: 'rates', rates: [...rates] }

/**
 * Sets the rates that an operator may set alone, and has the others wait for a second one, as one act.
 *
 * @throws OperatorError When one is of no currency, or no further act may wait; nothing is set then.
 */
export async function setOrAskRates(
  db: Db,
  { rates }: Input<'operator.ratesSet'>,
  now: number,
  by: string,
): Promise<Stated<'operator.ratesSet'>> {
  const market = await readMarketCurrency(db)
  // The last rate counts where a currency is named twice.
  const wanted = new Map<string, Rate>()
  for (const { currency, amount, fixed } of rates) {
    const read = readRateOf(market, currency, amount)
    wanted.set(read.currency, { ...read, ...(fixed && { fixed }) })
  }
  const alone: Rate[] = []
  const others: Rate[] = []
  for (const rate of wanted.values()) ((await isStep(db, rate, now)) ? alone : others).push(rate)
  const waits: string[] = []
  let aloneFrom: number | undefined
  // Those that wait come first: where they cannot, nothing is done.
  for (const group of [others, alone]) {
    if (group.length === 0) continue
    const answer: Became = await actOrAsk(db, actOf(group), now, by)
    if (answer.became === 'waits') waits.push(...group.map(({ currency }) => currency))
    aloneFrom ??= answer.aloneFrom
  }
  return { became: waits.length > 0 ? 'waits' : 'done', waits, ...(aloneFrom !== undefined && { aloneFrom }) }
}
