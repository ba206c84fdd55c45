import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderReviews, waitingReviews } from '#localdb/queries/reviews.ts'
import type { Readers } from '#localdb/read.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { newBuyer, online, orderInTunnel, settled, type Buyer } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { giveMoney } from '../../support/market/orders.ts'
import { fileIdOf, testPicture } from '../../support/market/pictures.ts'
import { act } from '../../support/device/world.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

async function reading<T>({ device, person }: Buyer, query: (db: Readers) => Promise<T>): Promise<T> {
  const [user, catalogue] = [await device.userDb(person.uid), await device.catalogueDb()]
  const found = await query({ user, catalogue } as unknown as Readers)
  for (const db of [user, catalogue]) db.close()
  return found
}
const stateOf = async ({ device, person }: Buyer, id: string) => {
  const db = await device.userDb(person.uid)
  const state = (await db.orders.get(id))?.shown?.state
  db.close()
  return state
}

/** A buyer with an order that has been received. */
async function receivedOrder(): Promise<{ b: Buyer; id: string }> {
  const b = await newBuyer(market)
  const { ids } = await orderInTunnel(b)
  await online(b)
  await settled(b)
  const id = ids[0]!
  await giveMoney(market.db, b.person.uid, 10_000_000)
  await b.tab.call('order.pay', { ids: [id], password: b.person.password }, b.person.uid)
  await operate(market.db, ['ship', id], Date.now())
  await act(b.tab, 'order.receive', { id })
  await settled(b)
  return { b, id }
}

it('a review with two pictures that is written in a tunnel is there once, for everybody, and assesses its order', async () => {
  const { b, id } = await receivedOrder()
  const productId = b.one.ids[0]!
  b.device.network.faults.offline = true
  const pictures: string[] = []
  for (const n of [31, 32]) {
    const bytes = new Uint8Array(await testPicture(n, 400))
    const kept = await b.tab.call('file.keep', { bytes }, b.person.uid)
    expect(kept).toEqual({ kind: 'accepted', data: { id: fileIdOf(bytes) } })
    pictures.push(fileIdOf(bytes))
  }
  const review = { orderId: id, productId, rating: 4, text: '<b>Good</b>', language: 'en' as const, pictures }
  expect(await act(b.tab, 'review.write', review)).toEqual({ kind: 'saved' })
  expect(await stateOf(b, id)).toBe('assessed')
  expect(await reading(b, (db) => waitingReviews(db, productId))).toMatchObject([
    { rating: 4, files: pictures, pictures: [], pending: true },
  ])
  const before = (await market.call('/api/index/pro_info', { id: productId })).data as {
    detail: { reviewCount: number }
  }

  b.device.network.faults.loseAnswers = 4
  await online(b)
  await settled(b)
  expect(await reading(b, (db) => waitingReviews(db, productId))).toEqual([])
  const own = (await reading(b, (db) => orderReviews(db, id, [productId]))).get(productId)!
  expect(own).toMatchObject({ rating: 4, pending: false, pictures: [{}, {}] })
  const listed = (await market.call('/api/index/reviews', { id: productId, filter: 'all' })).data as {
    reviews: object[]
  }
  expect(listed.reviews.filter((r) => (r as { id: number }).id === own.id)).toMatchObject([
    { rating: 4, text: '<b>Good</b>', pictures: own.pictures },
  ])
  const after = (await market.call('/api/index/pro_info', { id: productId })).data as {
    detail: { reviewCount: number }
  }
  expect(after.detail.reviewCount).toBe(before.detail.reviewCount + 1)
  const order = market.db.selectFrom('orders').select('state').where('id', '=', id)
  expect(await order.executeTakeFirst()).toEqual({ state: 'assessed' })

  // A second one changes nothing; its author takes it back, and may write another.
  await act(b.tab, 'review.write', { ...review, rating: 1, pictures: [] })
  await settled(b)
  expect((await reading(b, (db) => orderReviews(db, id, [productId]))).get(productId)!.rating).toBe(4)
  await act(b.tab, 'review.delete', { orderId: id, productId })
  await settled(b)
  expect(await reading(b, (db) => orderReviews(db, id, [productId]))).toEqual(new Map())
  expect(await market.db.selectFrom('reviews').selectAll().where('id', '=', own.id!).execute()).toEqual([])
  const uses = market.db.selectFrom('file_uses').selectAll().where('user_id', '=', b.person.uid)
  expect(await uses.execute()).toEqual([])
  await act(b.tab, 'review.write', { ...review, rating: 5 })
  await settled(b)
  expect(await market.db.selectFrom('reviews').select('rating').where('user_id', '=', b.person.uid).execute()).toEqual([
    { rating: 5 },
  ])
  await b.device.end()
})

it('nobody reviews what they have not received, or not bought', async () => {
  const { b, id } = await receivedOrder()
  const token = await market.login(b.person)
  const review = { rating: 5, text: '', language: 'en', pictures: [] }
  const write = async (orderId: string, productId: number) =>
    (await market.call('/api/order/review', { orderId, productId, ...review }, token)).data
  expect(await write(id, 2_000_000_000)).toMatchObject({ reason: 'productGone' })
  const { ids } = await orderInTunnel(b)
  await online(b)
  await settled(b)
  expect(await write(ids[0]!, b.one.ids[0]!)).toMatchObject({ reason: 'orderMoved' })
  await b.device.end()
})
