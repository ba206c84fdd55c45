import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Stated } from '#contract/registry.ts'
import { settleAllOwed } from '#server/sync/owed.ts'
import { addMember } from '#server/members/members.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import { newOperator } from '../../support/market/operator.ts'
import { makeShop, type TestShop } from '../../support/market/orders.ts'

// Products and reviews that the operator takes off the market: nobody finds them, the people who made them are told,
// and they can come back.

let market: TestMarket
let shop: TestShop
let token: string
let seller: TestPerson
beforeAll(async () => {
  market = await openTestMarket()
  token = await newOperator(market, 'catalogue')
})
afterAll(() => market.close())
beforeEach(async () => {
  shop = await makeShop(market.db, [{ stock: 500 }, { stock: 500 }])
  seller = await market.person()
  await market.db.transaction().execute((tx) => addMember(tx, shop.shopId, seller.uid, 'owner'))
})

const bar = (what: 'goods' | 'review', id: number, reason: string | null) =>
  market.call('/api/operator/bar', { what, id, reason }, token)
const product = async (id: number) => market.call('/api/index/pro_info', { id })
const storeOf = async (id: number) => ((await product(id)).data as Stated<'catalogue.product'>).store
async function messagesTo(uid: string) {
  await settleAllOwed(market.db)
  return market.db.selectFrom('messages').selectAll().where('user_id', '=', uid).orderBy('id').execute()
}
const uidOf = async (id: number) =>
  (await market.db.selectFrom('products').select('uid').where('id', '=', id).executeTakeFirstOrThrow()).uid
const lastEntry = () =>
  market.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

it('a product that was taken off is offered to nobody, its store is told why, and it comes back', async () => {
  const id = shop.ids[0]!
  expect((await bar('goods', id, 'A copy of a protected design.')).code).toBe(1)
  expect((await product(id)).code).toBe(404)
  expect((await market.call('/api/operator/goods', { find: String(id) }, token)).data).toMatchObject({
    goods: expect.arrayContaining([
      expect.objectContaining({ id, offered: false, barred: 'A copy of a protected design.' }),
    ]),
  })
  expect(await lastEntry()).toMatchObject({
    what: 'product.bar',
    subject: `product:${id}`,
    before: { hiddenFor: null },
    after: { hiddenFor: 'A copy of a protected design.' },
  })
  expect(await messagesTo(seller.uid)).toMatchObject([
    {
      kind: 'goodsBarred',
      subject_kind: 'goods',
      subject_id: `${shop.shopId}:${await uidOf(id)}`,
      params: { why: 'A copy of a protected design.' },
    },
  ])

  // Neither an end of its store's suspension brings it back, nor is it back while the store is suspended.
  await operate(market.db, ['suspend', String(shop.shopId), 'Late.'], Date.now())
  await operate(market.db, ['unsuspend', String(shop.shopId)], Date.now())
  expect((await product(shop.ids[1]!)).code).toBe(1)
  expect((await product(id)).code).toBe(404)
  await operate(market.db, ['suspend', String(shop.shopId), 'Late.'], Date.now())
  expect((await bar('goods', id, null)).code).toBe(1)
  expect((await product(id)).code).toBe(404)
  await operate(market.db, ['unsuspend', String(shop.shopId)], Date.now())
  expect((await product(id)).code).toBe(1)
  const kinds = (await messagesTo(seller.uid)).map((one) => one.kind)
  expect(kinds.filter((kind) => !kind.startsWith('store'))).toEqual(['goodsBarred', 'goodsShown'])
})

it('a review that was taken off is shown to nobody and counts no longer, until it is shown again', async () => {
  const id = shop.ids[0]!
  const author = await market.person()
  const write = (rating: number, text: string, userId: string | null) =>
    market.db
      .insertInto('reviews')
      .values({
        ...{ rating, text, language: 'en', pictures: '[]', author: 'x', user_id: userId },
        product_id: id,
        store_id: shop.shopId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  await write(5, 'Fine', null)
  const bad = await write(1, 'Insult', author.uid)
  const judged = async () => {
    const data = (await product(id)).data as Stated<'catalogue.product'>
    const { reviews } = (await market.call('/api/index/reviews', { id, filter: 'all' }))
      .data as Stated<'catalogue.reviews'>
    return [data.detail.reviewCount, data.store.credit, data.reviews.length, reviews.length]
  }
  expect(await judged()).toEqual([2, 60, 2, 2])
  expect((await bar('review', bad.id, 'It insults somebody.')).code).toBe(1)
  expect(await judged()).toEqual([1, 100, 1, 1])
  expect((await bar('review', bad.id, 'Again.')).code).toBe(0)
  expect(await judged()).toEqual([1, 100, 1, 1])
  const [message] = await messagesTo(author.uid)
  expect(message).toMatchObject({
    kind: 'reviewBarred',
    subject_id: String(id),
    params: { why: 'It insults somebody.' },
  })
  expect((await bar('review', bad.id, null)).code).toBe(1)
  expect(await judged()).toEqual([2, 60, 2, 2])
  // Gone for good while it was hidden, it takes nothing from the store's figures.
  await bar('review', bad.id, 'It insults somebody.')
  await market.db.deleteFrom('reviews').where('id', '=', bad.id).execute()
  expect((await storeOf(id)).credit).toBe(100)
})

it.each([
  ['a product that is not there', ['bar', 'goods', '2000000', 'Why.'], 'There is no product'],
  ['a review that is not there', ['bar', 'review', '2000000', 'Why.'], 'There is no review'],
  ['no reason', ['bar', 'goods', '1'], 'A reason of at most'],
  ['something else', ['bar', 'store', '1', 'Why.'], 'Which: goods or review'],
  ['two at once', ['unbar', 'goods', '1', '2'], 'One at a time'],
])('says what is wrong with %s', async (_, args, words) => {
  const { exit, text } = await operate(market.db, args, Date.now())
  expect([exit, text]).toEqual([1, expect.stringContaining(words)])
})
