import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sealedFields } from '#contract/sync/sealed-fields.ts'
import { parseTable } from '#contract/text/table-text.ts'
import type { Sale } from '#contract/sync/schema-store-rows.ts'
import { sealKey } from '#localdb/queries/account.ts'
import { salesUnder } from '#localdb/queries/stores/sales.ts'
import type { UserReader } from '#localdb/read.ts'
import { unsealFields } from '#localdb/seal.ts'
import { foundSales } from '../../../src/features/store/orders/sale-find.ts'
import { salesFile } from '../../../src/features/store/orders/sales-file.ts'
import { buyOf, saleOn, type Bought } from '../../support/people/bought.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { makeShop, type TestShop } from '../../support/market/orders.ts'
import { does, look, meet, offline, staffPhone, type StaffPhone } from '../../support/people/staff-phone.ts'
import { endDevices } from '../../support/device/world.ts'

// The store's own codes on its orders: as they were when it was placed, on the store's phones and the buyer's, and in
// the file of its orders that is saved without a network.

let market: TestMarket
let store: TestShop
let ann: StaffPhone
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(async () => {
  await endDevices()
  await market.close()
})
beforeEach(async () => {
  store = await makeShop(market.db, [{ variants: [{ stock: 50 }] }, { stock: 50 }], { shipping: 333, tax: 700 })
  ann = await staffPhone(market, store, 'owner')
})

const rename = async (from: string, to: string): Promise<void> => {
  await does(ann, 'goods.edit', { id: store.goods[0]!, from: { code: from }, to: { code: to } })
  await meet(ann)
}
/** A paid order of three pieces of the first product's choice, and two of the second. */
const bought = (): Promise<Bought> =>
  buyOf(
    market,
    store,
    [ann],
    [
      { id: store.ids[0]!, variantId: store.variants[0]![0]!, num: 3 },
      { id: store.ids[1]!, num: 2 },
    ],
  )
const ship = async ({ id }: Bought): Promise<void> => {
  const lines = [{ id: store.ids[1]!, variantId: 0, num: 2 }]
  await does(ann, 'sale.ship', { id, parcel: 1, lines, carrier: '', tracking: '4711' })
  await meet(ann)
}
type Coded = { lines: readonly Pick<Sale['lines'][number], 'code' | 'sku'>[] }
const codesOf = ({ lines }: Coded) => lines.map(({ code, sku }) => [code, sku])
const ordersOf = async ({ token }: Bought) => {
  const path = '/api/sync/pull?schema=3&incarnation=buyersphone&cursor=0'
  const { data } = await market.call(path, undefined, token, { method: 'GET' })
  const { changes } = data as { changes: { table: string; row: Coded }[] }
  return changes.filter(({ table }) => table === 'orders').map(({ row }) => codesOf(row))
}

it('stay what they were when the order was placed, whatever the goods are called later', async () => {
  const none = await bought()
  await rename('', 'LAN-20')
  const b = await bought()
  await rename('LAN-20', 'RENAMED')
  const later = await bought()
  // The store's rows come anew with what is done.
  for (const each of [none, b, later]) await ship(each)
  const codes = async (each: Bought) => codesOf((await saleOn(ann, each.id))!)
  const bare = [undefined, undefined]
  expect(await codes(none)).toEqual([[undefined, '0'], bare])
  expect(await codes(b)).toEqual([['LAN-20', '0'], bare])
  expect(await codes(later)).toEqual([['RENAMED', '0'], bare])
  expect(await ordersOf(b)).toEqual([[['LAN-20', '0'], bare]])
  const sales = await look(ann, (db) => salesUnder('all', Date.now())(db as unknown as UserReader))
  expect(foundSales(sales, 'lan-20', new Map()).map(({ id }) => id)).toEqual([b.id])
})

it('are in the file of orders that is saved in a tunnel, whose rows add up to what was paid', async () => {
  await rename('', '=LAN-20')
  const b = await bought()
  offline(ann, true)
  const text = await look(ann, async (db) => {
    const user = db as unknown as UserReader
    const { uid, key } = (await sealKey({ user }))!
    const opened = async (sale: Sale): Promise<Sale | null> =>
      (await unsealFields(key, uid, `sales/${sale.id}`, sale, sealedFields.sales!)) ?? null
    const sales = await salesUnder('toShip', Date.now())(user)
    return salesFile(await Promise.all(sales.map(async (sale) => ({ sale, clear: await opened(sale) }))), 'en')
  })
  const [head, ...rows] = parseTable(text)
  const cells = (name: string): string[] => rows.map((row) => row[head!.indexOf(name)]!)
  const { number, total } = (await saleOn(ann, b.id))!
  const buyer = market.db.selectFrom('users').select('username').where('id', '=', b.buyer.uid)
  const { username } = await buyer.executeTakeFirstOrThrow()
  expect(rows.map((row) => row.filter((_, n) => ['order', 'buyer', 'country'].includes(head![n]!)))).toEqual([
    [number, username, 'DE'],
    [number, username, 'DE'],
  ])
  expect([cells('code'), cells('sku'), cells('pieces')]).toEqual([
    ['=LAN-20', ''],
    ['0', ''],
    ['3', '2'],
  ])
  expect(cells('total').reduce((sum, cell) => sum + Math.round(Number(cell) * 100), 0)).toBe(total)
})
