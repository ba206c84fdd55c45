// A product at a reduced price until a moment. All steps of its ladder cost so many percent less; what a choice costs
// beyond them stays. Its end is what it says: from then on everybody reckons with the usual prices again, the server by
// its clock, a device by its own, and the order is judged by the server's.

interface Step {
  from: number
  price: number
}

export interface Deal {
  /** Discount in whole percent. */
  percent: number
  /** Unix ms. */
  until: number
}

export const DEAL_PERCENT_MAX = 90
/** A deal ends within a year: one that never does is the price. */
export const DEAL_DAYS_MAX = 365
const DAY = 86_400_000

export const isOn = (deal: Pick<Deal, 'until'> | null | undefined, now: number): boolean =>
  deal !== null && deal !== undefined && deal.until > now

/** Whether so many percent less are a deal. */
export const isDealPercent = (percent: number): boolean =>
  Number.isInteger(percent) && percent > 0 && percent <= DEAL_PERCENT_MAX

/** Whether a deal ends soon enough to be one; an end that is no time (NaN) does not. */
export const endsInTime = ({ until }: Deal, now: number): boolean => until <= now + DEAL_DAYS_MAX * DAY

/** A ladder at so many percent less, to the nearest minor unit; nothing becomes free. */
export const reduced = (ladder: readonly Step[], percent: number): Step[] =>
  ladder.map(({ from, price }) => ({
    from,
    price: price === 0 ? 0 : Math.max(1, Math.round((price * (100 - percent)) / 100)),
  }))

/** A product's current ladder; during a deal also the deal, with the usual ladder. */
export const withDeal = <D extends Deal>(ladder: Step[], deal: D | null) => ({
  ladder: deal ? reduced(ladder, deal.percent) : ladder,
  deal: deal && { ...deal, usual: ladder },
})

/** A product as it stands on a shelf: while a deal is on, `ladder` is the reduced one. */
interface Priced {
  ladder: Step[]
  deal?: (Deal & { usual: Step[] }) | null | undefined
}

/** The same product with what it costs at a moment: the usual prices once its deal is over. */
export function pricedAt<T extends Priced>(product: T, now: number): T {
  const { deal } = product
  return !deal || isOn(deal, now) ? product : { ...product, ladder: deal.usual, deal: null }
}
