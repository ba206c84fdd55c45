import { randomUUID } from 'node:crypto'
import { offerOf } from '#contract/quotes/rules.ts'
import type { Payload } from '#contract/registry.ts'
import { readQuotes } from '#server/quotes/change.ts'
import { offerNow } from '#server/quotes/offer.ts'
import { waitingQuotes } from '#server/quotes/waiting.ts'
import { sql } from 'kysely'
import type { TestMarket, TestPerson } from '../market/market.ts'
import type { TestShop } from '../market/orders.ts'

/** A request for a price, and offers to all that wait. Returns the actor's offers, each as it would be accepted. */
export async function newOffers(
  { market, shop, actor }: { market: TestMarket; shop: TestShop; actor: TestPerson },
  token: string,
): Promise<Payload<'quote.accept'>[]> {
  const { db } = market
  const [productId] = shop.ids
  const asked = { shopId: shop.shopId, productId, currency: 'USD', lines: [{ variantId: 0, num: 1 }] }
  await market.call('/api/quote/ask', { ...asked, id: randomUUID(), target: null, country: '', note: '' }, token)
  const at = Date.now()
  for (const { user_id: userId, store_id: storeId, id: quoteId, rounds } of await waitingQuotes(db)) {
    const lines = rounds.at(-1)!.lines.map(({ variantId, num }) => ({ variantId, num, price: 400 }))
    await offerNow(db, { userId, storeId, quoteId, lines, validUntil: at + 3_600_000, note: '', by: null, at })
  }
  const offered = await readQuotes(db, sql`q.user_id = ${actor.uid}::uuid and q.state = 'offered'`)
  return offered.map((quote) => ({
    id: quote.id,
    round: quote.rounds.length,
    shopId: quote.store_id,
    productId: quote.product_id,
    currency: quote.currency,
    lines: offerOf(quote)!.lines.map(({ variantId, num, price }) => ({ variantId, num, price: price! })),
  }))
}
