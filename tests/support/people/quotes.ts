import { randomUUID } from 'node:crypto'
import type { Payload } from '#contract/registry.ts'
import { quoteItems, type QuoteItem } from '#localdb/queries/quotes/items.ts'
import type { Readers } from '#localdb/read.ts'
import { offerNow } from '#server/quotes/offer.ts'
import { newBuyer, settled, type Buyer } from './buyer.ts'
import type { TestMarket } from '../market/market.ts'
import { act, until } from '../device/world.ts'

export const DAY = 86_400_000

/** Runs a query on a buyer's device. */
export async function read<T>(
  b: Pick<Buyer, 'device' | 'person'>,
  query: (readers: Readers) => Promise<T>,
): Promise<T> {
  const user = await b.device.userDb(b.person.uid)
  const catalogue = await b.device.catalogueDb()
  try {
    return await query({ user, catalogue } as unknown as Readers)
  } finally {
    user.close()
    catalogue.close()
  }
}
export const quotesOn = (b: Buyer): Promise<QuoteItem[]> => read(b, quoteItems)
export const only = async (b: Buyer): Promise<QuoteItem> => (await quotesOn(b))[0]!

/** A request for a hundred pieces of the first store's first product, at 4.00 if possible. */
export const asking = ({ one }: Buyer, more: Partial<Payload<'quote.ask'>> = {}): Payload<'quote.ask'> => ({
  id: randomUUID(),
  shopId: one.shopId,
  productId: one.ids[0]!,
  currency: 'USD',
  lines: [{ variantId: 0, num: 100 }],
  target: 400,
  country: 'LB',
  note: 'Every month from June on',
  ...more,
})

/** The store offers them at a price. */
export const offering = (
  market: TestMarket,
  b: Buyer,
  quoteId: string,
  price: number,
  validUntil: number = Date.now() + 7 * DAY,
): ReturnType<typeof offerNow> =>
  offerNow(market.db, {
    storeId: b.one.shopId,
    userId: b.person.uid,
    quoteId,
    lines: [{ variantId: 0, num: 100, price }],
    validUntil,
    note: 'For so many',
    by: null,
    at: Date.now(),
  })

/** Accepts that offer. */
export const accepting = ({ one }: Buyer, id: string, price: number): Payload<'quote.accept'> => ({
  id,
  round: 2,
  shopId: one.shopId,
  productId: one.ids[0]!,
  currency: 'USD',
  lines: [{ variantId: 0, num: 100, price }],
})

/** A buyer who has asked, and has the store's offer. */
export async function offered(
  market: TestMarket,
  price: number,
  validUntil?: number,
): Promise<{ b: Buyer; id: string }> {
  const b = await newBuyer(market)
  const payload = asking(b)
  await act(b.tab, 'quote.ask', payload)
  await settled(b)
  const result = await offering(market, b, payload.id, price, validUntil)
  if (result.kind !== 'said') throw new Error(`The offer was refused: ${result.refusal.reason}`)
  await until('the offer is here', async () => (await only(b)).state === 'offered')
  return { b, id: payload.id }
}
