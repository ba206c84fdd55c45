import { byId } from '#contract/lists/by-id.ts'
import { ladderPrice } from '#contract/prices/ladder.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import type { SeenProduct } from '#localdb/rows/seen.ts'
import type { CallInput, CallOutcome, CallOutput } from '../api/worker-api.ts'
import type { Device } from '../session/device.ts'
import type { Session } from '../session/session.ts'
import { readMeta } from '../outbox/fence.ts'
import { firstPrices, newestSeen } from '../session/seen.ts'

/** Notes the opened product and its price: home shows it again, and says which products have become cheaper since. */
export async function noteSeen(
  device: Pick<Device, 'env' | 'catalogue'>,
  { id }: CallInput<'seen.note'>,
  { person: { db } }: Session,
): Promise<CallOutcome<CallOutput<'seen.note'>>> {
  const saved = (await db.favourites.toArray()).flatMap((row) => (row.shown?.on ? [row.shown] : []))
  saved.sort((a, b) => b.at - a.at)
  const favourites = saved.map((row) => row.id)
  const wanted = id === undefined ? favourites : [id, ...favourites]
  const products = await (await device.catalogue()).products.bulkGet(wanted)
  const productOf = byId(products)
  const now = (one: number): SeenProduct => seenNow(one, productOf.get(one), device.env.now())
  await db.transaction('rw', [db.meta], async () => {
    if (id !== undefined)
      await db.meta.put({
        key: 'seen',
        products: newestSeen([now(id)], (await readMeta(db, 'seen'))?.products ?? []),
      })
    const known = (await readMeta(db, 'prices'))?.products ?? []
    const prices = firstPrices(favourites, known, now)
    // Unchanged prices are not written: every reader would read them again.
    if (prices.length !== known.length || prices.some((one, n) => one !== known[n]))
      await db.meta.put({ key: 'prices', products: prices })
  })
  return { kind: 'accepted', data: {} }
}

const seenNow = (id: number, product: Product | undefined, at: number): SeenProduct => ({
  id,
  at,
  price: product ? ladderPrice(product.ladder, product.minimum) : null,
  currency: product?.currency ?? '',
})
