import { outbox, inUserDb, onDevice, type Buyer } from './buyer.ts'
import type { TestMarket } from '../market/market.ts'
import { act, until } from '../device/world.ts'

/** The path of the call that takes back an intent which may have been sent. */
export const VOID = '/api/sync/void'
/** Adds pieces of the first shop's product to the cart. */
export const add = (b: Buyer, num: number) =>
  act(b.tab, 'cart.add', { id: b.one.ids[0]!, shopId: b.one.shopId, variantId: 0, num, price: 500, currency: 'USD' })
/** Pieces of it in the cart: at the shop, and on the phone. */
export const atShop = async (market: TestMarket, b: Buyer) =>
  (
    await market.db
      .selectFrom('cart_lines')
      .select('num')
      .where('user_id', '=', b.person.uid)
      .where('product_id', '=', b.one.ids[0]!)
      .executeTakeFirst()
  )?.num ?? 0
export const shown = async (b: Buyer) => (await onDevice(b)).cart[b.one.ids[0]!] ?? 0
export const cancel = (b: Buyer, intentId: string) => b.tab.call('intent.cancel', { intentId })
/** The last state of an intent that has ended, with its reason; undefined when it has not. */
export async function ended(b: Buyer, intentId: string) {
  const row = await inUserDb(b, (db) => db.archive.get(intentId))
  return row && [row.state, row.last?.reason]
}

/** Makes an intent whose push got no answer, and returns its id. `reached`: the shop had it all the same. */
export async function inDoubt(b: Buyer, num: number, reached: boolean): Promise<string> {
  const { faults } = b.device.network
  if (reached) faults.loseFirstOf.add('/api/sync/push')
  else faults.lieFi = true
  await add(b, num)
  await b.tab.flush(true)
  await until('it is in doubt', async () => (await outbox(b))[0]?.state === 'unknown' || (await outbox(b)).length === 0)
  faults.offline = true
  faults.lieFi = false
  const [row] = await outbox(b)
  return row!.intentId
}
