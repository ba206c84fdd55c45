import { expect, it } from 'vitest'
import { convert, ratesIn, type Rate, type RateOf } from '#contract/currencies/exchange.ts'
import { orderableQuantity } from '#contract/prices/ladder.ts'
import { noteKey } from '#contract/orders/line-notes.ts'
import { agreedPrices } from '#contract/quotes/rules.ts'
import { convertSums, goodsSums, withCharges } from '#contract/orders/sums.ts'
import { chargedOrder, chargesOf, ELSEWHERE, type Charging, type Zone } from '#contract/shipping/charges.ts'
import type { CartItem } from '#localdb/queries/cart/items.ts'
import { seededRandom } from '#server/seed/random.ts'
import { ordersMoney } from '../../../src/features/orders/payment/orders-money.ts'
import { askedTotal } from '#contract/orders/asked-total.ts'
import { orderMoney } from '../../../src/parts/orders/order-money.ts'
import { reckonCart } from '../../../src/parts/cart/reckon-cart.ts'
import { item, product, quote, variant } from '../../support/device/cart-items.ts'

// One figure: what the cart shows is what the checkout shows, what the server reckons for the same orders, what its
// question about one of them and the payment show, and what is paid, to the unit; whatever cannot be ordered is in none
// of them.

const { whole: int, pick, chance } = seededRandom(1)

const CURRENCIES = ['USD', 'EUR', 'JPY', 'KWD', 'IDR', 'NGN', 'GBP'] as const

/** Rates of a moment in a market's currency; the pound now and then has none. */
const someRates = (market: string): Rate[] =>
  CURRENCIES.flatMap((currency, id) =>
    currency === market || (currency === 'GBP' && chance(0.5))
      ? []
      : [{ id, currency, numerator: int(1, 40_000), denominator: 10 ** int(2, 8), at: 0 }],
  )

/** The charges of a store: everywhere the same, or by zones and countries. */
function someCharging(currency: string): Charging {
  const freeFrom = (): number | null => (chance(0.5) ? int(1, 1_000_000) : null)
  const zone = (countries: string[], way: Pick<Zone, 'by' | 'price' | 'grams' | 'steps'>): Zone => ({
    ...{ countries, ...way, freeFrom: freeFrom(), days: null },
  })
  const price = chance(0.3) ? 0 : int(1, 9999)
  const tax = (country: string) => ({ country, rate: int(0, 2500), included: chance(0.5) })
  return {
    ...{ currency, shipping: price, taxBasisPoints: int(0, 2500) },
    ...(chance(0.5) && {
      zones: [
        zone(['EG'], { by: 'weight', price: int(1, 999), grams: pick([100, 1000]) }),
        zone(['DE'], { by: 'piece', price: int(0, 99) }),
        ...(chance(0.5) ? [zone([ELSEWHERE], { by: 'value', price: 0, steps: [{ from: 0, price }] })] : []),
      ],
    }),
    ...(chance(0.5) && { taxes: [tax('EG'), tax(ELSEWHERE)] }),
  }
}

function someCart(rateOf: RateOf): CartItem[] {
  const items: CartItem[] = []
  for (let id = 1, n = int(1, 12); id <= n; id++) {
    const [shopId, currency] = [int(1, 3), pick(CURRENCIES)]
    const ladder = [{ from: 1, price: int(1, 100_000) }]
    for (let from = int(2, 50); chance(0.6); from += int(1, 200))
      ladder.push({ from, price: Math.max(1, ladder.at(-1)!.price - int(0, 500)) })
    const [minimum, multiple] = [int(1, 60), pick([1, 1, 1, 6, 12])]
    const choices = chance(0.4) ? int(1, 4) : 0
    const of = product({
      id,
      storeId: shopId,
      currency,
      ladder,
      minimum,
      multiple,
      stock: chance(0.15) ? int(0, 60) : 1_000_000,
      worth: convert(ladder[0]!.price, currency, rateOf.market, rateOf) ?? null,
    })
    const terms = chance(0.95) ? someCharging(currency) : undefined
    const grams = chance(0.95) ? int(0, 3000) : undefined
    for (let variantId = choices ? 1 : 0; variantId <= choices; variantId++)
      items.push(
        item({
          id,
          shopId,
          variantId,
          key: `${shopId}:${id}:${variantId}`,
          num: chance(0.7) ? orderableQuantity(int(1, 300), minimum, multiple) : int(1, 300),
          ticked: chance(0.85),
          gone: chance(0.03),
          at: id,
          product: chance(0.97) ? of : undefined,
          currency,
          variant: variantId
            ? variant(variantId, { extra: int(0, 300), stock: chance(0.1) ? 0 : 1_000_000 })
            : undefined,
          ...{ terms, grams },
        }),
      )
    if (chance(0.5)) agree(items.filter((line) => line.id === id))
  }
  return items
}

const NOW = 1000
type Weighed = { num: number; grams: number | undefined }

/** Some lines of a product were put into the cart at an agreed price, of which some hold no more. */
function agree(lines: CartItem[]): void {
  const named = lines.filter(() => chance(0.8))
  const [first] = named
  if (!first) return
  const id = `00000000-0000-4000-8000-${String(first.id).padStart(12, '0')}`
  const agreement = quote({
    id,
    shopId: first.shopId,
    productId: first.id,
    currency: chance(0.95) ? first.currency : 'CHF',
    state: chance(0.9) ? 'accepted' : 'expired',
    rounds: [
      {
        by: 'store',
        at: 0,
        lines: named.map(({ variantId, num }) => ({
          variantId,
          num: chance(0.8) ? Math.max(1, num - int(0, 10)) : num + 1,
          price: int(1, 100_000),
        })),
        until: chance(0.9) ? NOW + 1 : NOW,
      },
    ],
  })
  for (const line of named) Object.assign(line, { quote: id, agreement })
}

it('is the same in cart, checkout, order, question and payment, over a thousand carts and as many moments of the rates', () => {
  let orders = 0
  let hindered = 0
  let asks = 0
  let agreed = 0
  for (let n = 0; n < 1000; n++) {
    // Of two, three and no decimals.
    const market = pick(['USD', 'KWD', 'JPY'])
    const rates = someRates(market)
    const rateOf = ratesIn(rates, market)
    const items = someCart(rateOf)
    const context = {
      stores: new Map(),
      inQuestion: new Set(chance(0.1) ? [`cartLines/${items[0]!.key}`] : []),
      country: pick(['EG', 'DE', 'JP', '']),
      areaOpen: chance(0.95),
      now: NOW,
      currency: pick([market, ...rates.map((rate) => rate.currency)]),
      rateOf,
    }
    const cart = reckonCart(items, context)
    // The checkout reckons what is ticked alone.
    const checkout = reckonCart(
      items.filter((line) => line.ticked),
      context,
    )
    expect(checkout.total).toEqual(cart.total)
    const counted = cart.stores.flatMap((store) => store.lines).filter((line) => line.counts)
    expect(cart.parts.flatMap((part) => part.lines).toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual(
      counted.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    )
    // A line that is asked for is in no sum, and is asked for once.
    const asked = cart.asks.flatMap((part) => part.lines)
    expect(asked.every((line) => line.asked && !line.counts)).toBe(true)
    expect(cart.counted).toBe(counted.length + asked.length)
    expect(new Set([...counted, ...asked]).size).toBe(cart.counted)
    asks += cart.asks.length
    hindered += cart.hindered
    let due = 0
    let shown = 0
    const placed: Parameters<typeof ordersMoney>[0][number][] = []
    for (const part of cart.parts) {
      orders++
      // As the server judges an order: its own products, the same rules.
      const byKey = new Map(part.lines.map((line) => [`${line.id}:${line.variantId}`, line]))
      const named = part.lines.map(({ id, variantId, num, quote: of, agreed }) => ({
        ...{ id, variantId, num },
        quote: agreed?.state === 'holds' ? of : undefined,
      }))
      const quotes = new Map(part.lines.flatMap((line) => (line.agreement ? [[line.quote!, line.agreement]] : [])))
      const held = agreedPrices(named, (id) => quotes.get(id), NOW)
      // Nothing comes back as a question at once: what the cart says holds, holds.
      expect(named.filter((line) => line.quote && !held.has(noteKey(line)))).toEqual([])
      agreed += held.size
      const goods = goodsSums(
        part.lines.map(({ id, variantId, num }) => ({ id, variantId, num })),
        ({ id, variantId }) => {
          const line = byKey.get(`${id}:${variantId}`)!
          return { ...line.product!, extra: line.variant?.extra ?? 0, agreed: held.get(noteKey(line)) }
        },
      )
      const order = chargedOrder({ currency: part.currency, goods: goods.goods }, part.lines as Weighed[])
      const charges = chargesOf(part.lines[0]!.terms!, order, context.country)
      expect(part.byCountry).toBe(charges.kind === 'byCountry')
      // A buyer without an address sees the goods alone, and is asked for one before anything is ordered.
      const none = { shipping: 0, tax: { rate: 0, included: false } }
      const sums = withCharges(goods, charges.kind === 'known' ? charges : none)
      expect(sums.shortfalls).toEqual([])
      expect(sums).toEqual(part.sums)
      expect(sums.lines.map((line) => line.price)).toEqual(part.lines.map((line) => line.unit))
      due += convertSums(sums, part.currency, market, rateOf)!.total
      // The amounts shown for the lines add up to the one shown for all.
      const each = sums.lines.map((line) => convert(line.amount, part.currency, context.currency, rateOf)!)
      expect(part.shown.goods).toBe(each.reduce((sum, amount) => sum + amount, 0))
      shown += part.shown.total
      // The order keeps its rate; asked about again at the same prices it comes to the same.
      const { currency } = part
      const rate = rates.find((one) => one.currency === currency) ?? null
      const placedAs = { ...sums, currency, rate, lines: sums.lines.map((line) => ({ ...line, title: {} }) as never) }
      placed.push(placedAs)
      expect(orderMoney(placedAs, { currency: context.currency, market, rates }).total).toBe(part.shown.total)
      expect(askedTotal(sums, currency, context.currency, rateOf)).toEqual({
        total: part.shown.total,
        due: part.due.total,
      })
    }
    // Paying shows the total of the cart, whatever the rates are by then: only what nobody has agreed to moves.
    const later = rates.map((rate) =>
      rate.currency === context.currency ? rate : { ...rate, numerator: rate.numerator + 1 },
    )
    const payment = ordersMoney(placed, { currency: context.currency, market, rates: later })
    expect(payment).toMatchObject({ total: shown, currency: context.currency })
    expect(cart.total?.due ?? 0).toBe(due)
    expect(cart.total?.total ?? 0).toBe(shown)
    if (context.currency === market) expect(shown).toBe(due)
  }
  expect(orders).toBeGreaterThan(1000)
  expect(hindered).toBeGreaterThan(1000)
  expect(asks).toBeGreaterThan(100)
  expect(agreed).toBeGreaterThan(500)
})
