import type { KeptRate } from '#contract/currencies/exchange.ts'
import type { Readers } from '../../read.ts'

/** The market's currency and what the others are worth, as this device last heard. */
export const ratesHere = ({ catalogue }: Pick<Readers, 'catalogue'>): Promise<KeptRate[]> => catalogue.rates.toArray()
