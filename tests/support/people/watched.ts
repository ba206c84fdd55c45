import type { CatalogueDb } from '#localdb/open.ts'
import { catalogueTransaction } from '#server/feed/catalogue-feed.ts'
import { feedOf } from '#worker/catalogue/feed.ts'
import type { TestMarket } from '../market/market.ts'
import { newDevice, until, type TestDevice, type TestTab } from '../device/world.ts'

/** One call to the shop: its path, the ids of the product rows in the answer, and the answer's length. */
export interface Exchange {
  path: string
  products: number[]
  bytes: number
}

/** A phone whose every answer is read on the way. */
export function watched(market: TestMarket): {
  device: TestDevice
  log: Exchange[]
  hook: { before?: (path: string) => Promise<void> }
} {
  const log: Exchange[] = []
  const hook: { before?: (path: string) => Promise<void> } = {}
  const device = newDevice({
    fetch: async (request) => {
      const path = new URL(request.url).pathname
      const response = await market.fetch(request)
      if (!path.startsWith('/api/index/')) return response
      const text = await response.text()
      const { data } = JSON.parse(text) as { data: { products?: { id: number }[] } }
      log.push({
        path: path.slice('/api/index/'.length),
        products: (data.products ?? []).map((p) => p.id),
        bytes: text.length,
      })
      await hook.before?.(path)
      return new Response(text, response)
    },
  })
  return { device, log, hook }
}
/** The product rows that were sent. */
export const rowsIn = (log: readonly Exchange[]): number[] => log.flatMap((e) => e.products)

/** Time passes, and somebody looks again. */
export async function later(device: TestDevice, tab: TestTab, ms = 5 * 60_000): Promise<void> {
  device.clock.offset += ms
  await tab.flush(true)
}
/** When the changes were last followed. */
export const feedAt = async (db: CatalogueDb): Promise<number> => (await feedOf(db))?.at ?? 0

/** Looks again later, and waits until the changes have been followed. */
export async function followed(device: TestDevice, tab: TestTab, db: CatalogueDb): Promise<void> {
  const before = await feedAt(db)
  await later(device, tab)
  await until('the changes have been followed', async () => (await feedAt(db)) > before)
}

/** The shop changes the price of products. */
export const reprice = (market: TestMarket, ids: readonly number[], price: number): Promise<unknown> =>
  catalogueTransaction(market.db, ({ tx, rev }) =>
    tx
      .updateTable('products')
      .set({ ladder: JSON.stringify([{ from: 1, price }]), price, rev })
      .where('id', 'in', [...ids])
      .execute(),
  )
/** The price of a product as far as the device knows (minor units). */
export const priceOn = async (db: CatalogueDb, id: number): Promise<number | undefined> =>
  (await db.products.get(id))?.ladder[0]?.price
