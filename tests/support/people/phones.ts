import type { UserDb } from '#localdb/open.ts'
import type { MutateOutcome } from '#worker/api/worker-api.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../market/market.ts'
import { act, newDevice, type TestDevice, type TestTab } from '../device/world.ts'

/** A device with one tab, on which somebody is signed in. */
export interface Phone {
  device: TestDevice
  tab: TestTab
}

/** A person's quantities in the cart by product, and favourites. A product is its place in `Goods.ids`. */
export interface Belongings {
  cart: Record<number, number>
  favourites: number[]
}

/** A market with one store, and the acts of its buyers. Products are named by their place in `ids`. */
export interface Goods {
  market: TestMarket
  shopId: number
  ids: number[]
  signIn(person: TestPerson): Promise<Phone>
  favour(phone: Phone, i: number, on?: boolean): Promise<MutateOutcome>
  add(phone: Phone, i: number, num: number): Promise<MutateOutcome>
  /** A person's cart and favourites, as their device shows them. */
  shownIn(db: UserDb): Promise<Belongings>
  /** The same at the server. */
  atServer(person: TestPerson): Promise<Belongings>
}

export async function openGoods(count: number): Promise<Goods> {
  const market = await openTestMarket()
  const { shopId, ids } = await market.products(count)
  const places = (of: readonly number[]): number[] => of.map((id) => ids.indexOf(id)).sort((a, b) => a - b)
  const quantities = (lines: readonly { id: number; num: number }[]): Record<number, number> =>
    Object.fromEntries(lines.filter((line) => line.num > 0).map(({ id, num }) => [ids.indexOf(id), num]))
  return {
    market,
    shopId,
    ids,
    signIn: async ({ email, password }) => {
      const device = newDevice(market)
      const tab = device.tab()
      await tab.call('user.login', { email, password })
      await tab.ready()
      return { device, tab }
    },
    favour: ({ tab }, i, on = true) => act(tab, 'favourite.set', { id: ids[i]!, on }),
    add: ({ tab }, i, num) =>
      act(tab, 'cart.add', { id: ids[i]!, shopId, variantId: 0, num, price: 500, currency: 'USD' }),
    shownIn: async (db) => ({
      cart: quantities((await db.cartLines.toArray()).flatMap((row) => row.shown ?? [])),
      favourites: places((await db.favourites.toArray()).flatMap((row) => (row.shown?.on ? [row.shown.id] : []))),
    }),
    atServer: async ({ uid }) => {
      const lines = market.db.selectFrom('cart_lines').select(['product_id as id', 'num']).where('user_id', '=', uid)
      const favourites = market.db.selectFrom('favourites').select('product_id as id').where('user_id', '=', uid)
      return {
        cart: quantities(await lines.execute()),
        favourites: places((await favourites.where('is_on', '=', true).execute()).map((row) => row.id)),
      }
    },
  }
}
