import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { blankGoods, type GoodsFields } from '#contract/products/rules.ts'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { makeShop } from '../../tests/support/market/orders.ts'
import { byCommand } from '../audit/audit.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import type { Verdict } from '../http/handlers.ts'
import { operate } from '../operator/commands/operate.ts'
import { importGoods, type FiledStore } from './file.ts'
import { deleteGoods, editGoods, putGoods, showGoods, type GoodsCall } from './acts.ts'

// A store cannot put on sale again, under another number, what the market has taken off.

let market: TestMarket
let store: FiledStore
let categoryId: number
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())
beforeEach(async () => {
  store = await newStore()
  const { rows } = await sql<{ id: number }>`select max(id)::int as id from categories`.execute(market.db)
  categoryId = rows[0]!.id
})
async function newStore(): Promise<FiledStore> {
  const { shopId } = await makeShop(market.db, [])
  return market.db
    .selectFrom('stores')
    .select(['id', 'uid', 'currency'])
    .where('id', '=', shopId)
    .executeTakeFirstOrThrow()
}

const act = (work: (call: GoodsCall) => Promise<Verdict>, of = store): Promise<Verdict> =>
  ownerTransaction(market.db, of.uid, (owner) => work({ ...owner, userId: of.uid, store: of, now: Date.now }))
const cup = (more: Partial<GoodsFields> = {}): GoodsFields => ({
  ...blankGoods(categoryId, 'USD'),
  title: { en: 'Copied cup', zh: '仿制杯' },
  ladder: [{ from: 1, price: 500 }],
  ...more,
})
const put = (fields = cup(), { listed = true, id = randomUUID(), of = store } = {}): Promise<Verdict> =>
  act((call) => putGoods(call, { id, fields, stock: 10, stocks: {}, listed }), of)
const show = (id: string): Promise<Verdict> => act((call) => showGoods(call, { id, on: true }))
const numberOf = async (id: string): Promise<string> =>
  String((await market.db.selectFrom('products').select('id').where('uid', '=', id).executeTakeFirstOrThrow()).id)
const command = (...args: string[]) => operate(market.db, args, Date.now())

/** A product that the market has taken off. */
async function barred(fields = cup()): Promise<string> {
  const id = randomUUID()
  expect((await put(fields, { id })).kind).toBe('accepted')
  expect(await command('bar', 'goods', await numberOf(id), 'A', 'copy.')).toMatchObject({ exit: 0 })
  return id
}
const BARRED = { kind: 'refused', refusal: { reason: 'goodsBarred', params: { why: 'A copy.' } } }

it.each([
  ['under its name', cup({ title: { en: ' copied CUP' } })],
  ['under its name in another language', cup({ title: { en: 'Mug', zh: '仿制杯' } })],
  ['with its picture', cup({ title: { en: 'Mug' }, pictures: ['drawn/rose/single-glow-1'] })],
])('is refused %s', async (_how, again) => {
  const id = await barred()
  await sql`update products set pictures = '[{"src":"drawn/rose/single-glow-1","tint":"#ffffff"}]'
    where uid = ${id}::uuid`.execute(market.db)
  expect(await put(again)).toMatchObject(BARRED)
  // Nor is it once the first is gone.
  await act((call) => deleteGoods(call, { id }))
  expect(await put(again)).toMatchObject(BARRED)
})

it('is refused under its code, also by a file', async () => {
  const id = await barred(cup({ code: 'C-1' }))
  await act((call) => deleteGoods(call, { id }))
  expect(await put(cup({ title: { en: 'Mug' }, code: 'C-1' }))).toMatchObject(BARRED)
  const csv = `code,state,title.en,category,price\nC-1,listed,Mug,#${categoryId},5.00\n`
  const wishes = { categoryId, state: 'listed', actor: byCommand } as const
  expect(await importGoods(market.db, store, { name: 'x.csv', text: csv }, wishes)).toMatchObject({
    ...{ added: 0, faults: [{ row: 2, fault: 'goodsBarred' }] },
  })
})

it('is refused by way of a draft, and of a product that is renamed', async () => {
  await barred()
  const [draft, other] = [randomUUID(), randomUUID()]
  expect((await put(cup(), { id: draft, listed: false })).kind).toBe('accepted')
  expect(await show(draft)).toMatchObject(BARRED)
  expect((await put(cup({ title: { en: 'Mug' } }), { id: other })).kind).toBe('accepted')
  const edit = (from: Partial<GoodsFields>, to: Partial<GoodsFields>) =>
    act((call) => editGoods(call, { id: other, from, to }))
  expect(await edit({ title: { en: 'Mug' } }, { title: { en: 'Copied cup' } })).toMatchObject(BARRED)
  expect((await edit({ brand: '' }, { brand: 'Acme' })).kind).toBe('accepted')
})

it('is on sale again once the operator lets it, and was never another store’s concern', async () => {
  const id = await barred()
  const of = await newStore()
  expect((await put(cup(), { of })).kind).toBe('accepted')
  const number = await numberOf(id)
  await act((call) => deleteGoods(call, { id }))
  expect(await put()).toMatchObject(BARRED)
  expect(await command('unbar', 'goods', number)).toMatchObject({ exit: 0 })
  expect((await put()).kind).toBe('accepted')
  expect(await command('bar', 'goods', number, 'Again')).toMatchObject({ exit: 1 })
})
