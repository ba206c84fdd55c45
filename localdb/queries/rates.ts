import type { Rate } from '#contract/rules/exchange.ts'
import type { Readers } from '../read.ts'

/** What the currencies are worth, as this device last heard. */
export const ratesHere = ({ catalogue }: Readers): Promise<Rate[]> => catalogue.rates.toArray()
