import { taxOn } from '../prices/ladder.ts'
import { knownOr, type Open } from '../wire/open.ts'
import { chargedFor, type TransitDays } from './terms.ts'

// The shipping and taxes of a store's order, by the country that it goes to: the same rule in the cart, at the
// checkout, at the store's desk and at the server. Amounts are minor units of the store's currency.
//
//   country ──▶ zone ──▶ free from so much? ──▶ an order, a piece, a started weight, or steps by the goods' worth
//           └─▶ its tax, else that of everywhere else

/** Stands among the countries of zones and taxes for everywhere else. */
export const ELSEWHERE = '*'
/** The ways in which the price of a zone is computed. */
export const zoneWays = ['order', 'piece', 'weight', 'value'] as const
export type ZoneWay = (typeof zoneWays)[number]

/** The shipping of an order whose goods are worth `from` or more (minor units). */
export interface ZoneStep {
  from: number
  price: number
}
/** Countries that a store ships to at one price. */
export interface Zone {
  /** Codes (ISO 3166-1 alpha-2), and ELSEWHERE. */
  countries: string[]
  by: Open<ZoneWay>
  /** The price of an order, a piece or a started weight; 0 where `steps` give it. */
  price: number
  /** The unit of weight that is charged for (grams); a started one counts in full. */
  grams?: number | undefined
  /** Ascending, the first from 0. */
  steps?: ZoneStep[] | undefined
  /** The worth of goods from which shipping is free; null for never. */
  freeFrom: number | null
  /** How long a parcel is under way; null where the store does not say. */
  days: TransitDays | null
}

/** A rate in basis points; `included` in the prices of goods, else added to them. */
export interface Tax {
  rate: number
  included: boolean
}
/** The tax of a country, or of ELSEWHERE. */
export interface CountryTax extends Tax {
  country: string
}

/**
 * The charges of a store. Without zones it ships everywhere for `shipping`; without `taxes` there is one rate, which is
 * added.
 */
export interface Charging {
  currency: string
  shipping: number
  taxBasisPoints: number
  zones?: readonly Zone[] | undefined
  taxes?: readonly CountryTax[] | undefined
}

type StoreOf = NonNullable<Parameters<typeof chargedFor>[1]>
type WithCountries = Pick<Charging, 'zones' | 'taxes'>

/** The charges of a store as a device knows them: by its row, else by the details of one of its products. */
export const chargingFor = (
  detail: Parameters<typeof chargedFor>[0],
  store: (StoreOf & { terms?: WithCountries | null | undefined }) | undefined,
): Charging => ({
  currency: store?.currency ?? detail.product.currency,
  ...chargedFor(detail, store),
  zones: store?.terms?.zones,
  taxes: store?.terms?.taxes,
})

/** The parts of an order on which its charges depend. */
export interface Charged {
  currency: string
  pieces: number
  /** Undefined where a weight is not known on this device. */
  grams: number | undefined
  /** The worth of its goods. */
  goods: number
}

/**
 * The weight of a piece (grams): the choice's own, else the product's. Undefined where this device does not know it.
 */
export const gramsOf = (
  product: { weight?: number | undefined },
  choice: { weight?: number | undefined } | undefined,
): number | undefined => choice?.weight || product.weight

/** The parts of an order that decide its charges, from its lines and the worth of its goods. */
export function chargedOrder(
  { currency, goods }: Pick<Charged, 'currency' | 'goods'>,
  lines: readonly { num: number; grams: number | undefined }[],
): Charged {
  const sum = (of: (line: (typeof lines)[number]) => number): number => lines.reduce((all, line) => all + of(line), 0)
  const isWeighed = lines.every(({ grams }) => grams !== undefined)
  return {
    ...{ currency, goods },
    pieces: sum(({ num }) => num),
    grams: isWeighed ? sum(({ num, grams = 0 }) => num * grams) : undefined,
  }
}

export type Charges =
  | { kind: 'known'; shipping: number; tax: Tax; zone: Zone | undefined }
  /** The store does not ship to that country. */
  | { kind: 'notThere' }
  /** They depend on the country, and none is known. */
  | { kind: 'byCountry' }
  /** This device cannot reckon them. */
  | { kind: 'unknown' }

/** The zone in which a country is; undefined where the store does not ship. */
export const zoneOf = <Z extends Pick<Zone, 'countries'>>(zones: readonly Z[], country: string): Z | undefined =>
  zones.find(({ countries }) => countries.includes(country)) ??
  zones.find(({ countries }) => countries.includes(ELSEWHERE))

/** The tax of a country, or ('') of everywhere else. */
export const taxIn = ({ taxes = [], taxBasisPoints }: Charging, country: string): Tax =>
  taxes.find((of) => of.country === country) ??
  taxes.find((of) => of.country === ELSEWHERE) ?? { rate: taxBasisPoints, included: false }

/** Whether it is a country by which charges are told apart. */
const isNamed = (country: string): boolean => country !== ELSEWHERE

/** Whether the charges of a store depend on the country. */
export const isByCountry = ({ zones = [], taxes = [] }: Pick<Charging, 'zones' | 'taxes'>): boolean =>
  zones.some(({ countries }) => countries.length === 0 || countries.some(isNamed)) ||
  taxes.some(({ country }) => isNamed(country))

/** Shipping in a zone; undefined where its way is one that only a newer app knows, or a weight is not known here. */
function shippingIn({ by, price, grams, steps = [], freeFrom }: Zone, order: Charged): number | undefined {
  if (freeFrom !== null && order.goods >= freeFrom) return 0
  switch (knownOr(zoneWays, by, undefined)) {
    case 'order':
      return price
    case 'piece':
      return price * order.pieces
    case 'weight':
      // An order that weighs nothing here is a parcel, too.
      return grams && order.grams !== undefined ? price * Math.max(1, Math.ceil(order.grams / grams)) : undefined
    case 'value':
      return steps.findLast(({ from }) => from <= order.goods)?.price
  }
}

/**
 * The charges of an order to a country ('' while none is known), beside its goods. Shipping is a price in the store's
 * currency: goods in another have none.
 */
export function chargesOf(charging: Charging, order: Charged, country: string): Charges {
  const { currency, shipping, zones = [] } = charging
  if (country === '' && isByCountry(charging)) return { kind: 'byCountry' }
  const zone = zoneOf(zones, country)
  if (zones.length > 0 && !zone) return { kind: 'notThere' }
  const price = order.currency !== currency ? 0 : zone ? shippingIn(zone, order) : shipping
  return price === undefined
    ? { kind: 'unknown' }
    : { kind: 'known', shipping: price, tax: taxIn(charging, country), zone }
}

/** The worth of goods that an order lacks for free shipping in its zone; 0 where that does not apply. */
export const moreToFree = ({ freeFrom }: Zone, order: Charged, currency: string): number =>
  freeFrom === null || order.currency !== currency ? 0 : Math.max(0, freeFrom - order.goods)

/** The taxes on goods, rounded half up: those that are added to them, and those that their prices include. */
export function taxesOn(goods: number, { rate, included }: Tax): { tax: number; included: number } {
  return included
    ? { tax: 0, included: Math.round((goods * rate) / (10_000 + rate)) }
    : { tax: taxOn(goods, rate), included: 0 }
}
