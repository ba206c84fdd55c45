import { withCharges, type GoodsSums, type OrderSums } from '#contract/orders/sums.ts'
import { chargedOrder, chargesOf, moreToFree } from '#contract/shipping/charges.ts'
import type { CartItem } from '#localdb/queries/cart/items.ts'

/** An order of some lines with its shipping and taxes. */
export interface ChargedLines {
  /** Undefined where a price, a weight or what the store charges is not known here. */
  sums: OrderSums | undefined
  /** The store does not ship to that country. */
  notThere: boolean
  /** Shipping and taxes depend on the country, and none is known: they are in no sum. */
  byCountry: boolean
  /** How much more of goods ships for nothing (minor units of its currency); 0 where that is no question. */
  toFree: number
}

const NOTHING = { shipping: 0, tax: { rate: 0, included: false } }

/** The charges of a store for an order to a country ('' for none); `goods`: the sums of its lines, where known. */
export function chargeLines(
  lines: readonly Pick<CartItem, 'num' | 'grams' | 'terms'>[],
  goods: GoodsSums | undefined,
  { currency, country }: { currency: string; country: string },
): ChargedLines {
  const charging = lines.find((line) => line.terms)?.terms
  const unknown = { sums: undefined, notThere: false, byCountry: false, toFree: 0 }
  if (!charging) return unknown
  const weighed = lines.map(({ num, grams }) => ({ num, grams }))
  const order = chargedOrder({ currency, goods: goods?.goods ?? 0 }, weighed)
  const charges = chargesOf(charging, order, country)
  switch (charges.kind) {
    case 'notThere':
      return { ...unknown, notThere: true }
    case 'unknown':
      return unknown
    case 'byCountry':
      return { ...unknown, sums: goods && withCharges(goods, NOTHING), byCountry: true }
    case 'known': {
      const toFree = charges.zone ? moreToFree(charges.zone, order, charging.currency) : 0
      return { ...unknown, sums: goods && withCharges(goods, charges), toFree }
    }
  }
}
