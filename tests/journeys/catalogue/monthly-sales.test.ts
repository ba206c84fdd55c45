import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownerTransaction } from '#server/feed/owner-feed.ts'
import { readOrder } from '#server/orders/order/change.ts'
import { moveOrder } from '#server/orders/moves/moves.ts'
import { countMonthlySales, MONTH } from '#server/catalogue/monthly-sales.ts'
import { newBuyer, online, orderInTunnel, settled, shopSide } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { until } from '../../support/device/world.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

it('a product’s monthly sales are what was shipped in thirty days and not refunded, beside what the demo invented; the phone hears of it', async () => {
  const b = await newBuyer(market)
  const { ids } = await orderInTunnel(b)
  await online(b)
  await settled(b)
  const product = b.one.ids[0]!
  const monthly = async () =>
    (await market.db.selectFrom('products').select('monthly_sales').where('id', '=', product).executeTakeFirstOrThrow())
      .monthly_sales
  await market.db
    .updateTable('products')
    .set({ monthly_sales: 90, monthly_demo: 90 })
    .where('id', '=', product)
    .execute()
  await b.tab.call('order.pay', { ids, password: b.person.password })
  expect([await countMonthlySales(market.db, Date.now()), await monthly()]).toEqual([0, 90])

  for (const id of ids) await shopSide(market).ship(b.person.uid, id)
  await b.tab.want('catalogue.products', { ids: [product], sort: 'all' })
  expect([await countMonthlySales(market.db, Date.now()), await monthly()]).toEqual([2, 94])
  const catalogue = await b.device.catalogueDb()
  await until('the phone knows', async () => {
    await b.tab.want('catalogue.product', { id: product })
    return (await catalogue.products.get(product))?.monthlySales === 94
  })
  catalogue.close()
  expect(await countMonthlySales(market.db, Date.now())).toBe(0)
  expect([await countMonthlySales(market.db, Date.now() + MONTH + 60_000), await monthly()]).toEqual([2, 90])

  await countMonthlySales(market.db, Date.now())
  await ownerTransaction(market.db, b.person.uid, async (call) =>
    moveOrder(call, (await readOrder(call.tx, b.person.uid, ids[0]!))!, {
      event: 'refund',
      at: Date.now(),
      reason: 'operator',
    }),
  )
  expect([await countMonthlySales(market.db, Date.now()), await monthly()]).toEqual([1, 90])
  await b.device.end()
})
