import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { blankGoods, GOODS_MAX, type GoodsFields } from '#contract/products/rules.ts'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { makeShop } from '../../tests/support/market/orders.ts'
import { readChosenGoods } from '../stores/feed/products.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { takeStock } from '../orders/order/stock.ts'
import type { Verdict } from '../http/handlers.ts'
import { byCommand } from '../audit/audit.ts'
import { exportGoods, importGoods, type FiledStore } from './file.ts'
import { countStock, deleteGoods, editGoods, moveStock, putGoods, showGoods, type GoodsCall } from './acts.ts'

let market: TestMarket
let store: FiledStore
let categoryId: number
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())
beforeEach(async () => {
  store = await storeOf((await makeShop(market.db, [])).shopId)
  const { rows } = await sql<{ id: number }>`select max(id)::int as id from categories`.execute(market.db)
  categoryId = rows[0]!.id
})

const storeOf = (id: number): Promise<FiledStore> =>
  market.db.selectFrom('stores').select(['id', 'uid', 'currency']).where('id', '=', id).executeTakeFirstOrThrow()

const act = (work: (call: GoodsCall) => Promise<Verdict>, of = store): Promise<Verdict> =>
  ownerTransaction(market.db, of.uid, (owner) => work({ ...owner, userId: of.uid, store: of, now: Date.now }))

const cup = (more: Partial<GoodsFields> = {}): GoodsFields => ({
  ...blankGoods(categoryId, 'USD'),
  title: { en: 'Stoneware cup' },
  ladder: [{ from: 1, price: 500 }],
  ...more,
})
const put = (id: string, fields = cup(), stock = 10, stocks: Record<string, number> = {}): Promise<Verdict> =>
  act((call) => putGoods(call, { id, fields, stock, stocks, listed: false }))
const show = (id: string, on = true): Promise<Verdict> => act((call) => showGoods(call, { id, on }))
const rowOf = (verdict: Verdict) => {
  const row = verdict.rows?.[0]
  return row?.table === 'goods' ? row.row : expect.unreachable('no row')
}
const found = async (text: string): Promise<number[]> => {
  const { data } = await market.call('/api/index/search_pro', { query: text })
  return (data as { ids?: number[] }).ids ?? []
}
/** The changes in the store's feed after a rev, and how far it has got. */
const feed = async (from: number) => {
  const changes = await market.db
    .transaction()
    .execute((tx) => readChosenGoods(tx, store.id, { after: from, through: 1e9 }))
  return { changes, head: Math.max(from, ...changes.map(({ rev }) => rev)) }
}

describe('a product of a store', () => {
  it('is seen by nobody as a draft, by all when it is listed, and not any more when it is hidden', async () => {
    const id = randomUUID()
    const word = `zyx${Date.now()}`
    const made = await put(id, cup({ title: { en: `Cup ${word}` } }))
    expect(rowOf(made)).toMatchObject({ id, state: 'draft', stock: 10, deleted: false })
    const { productId } = rowOf(made)
    const info = async (): Promise<number> => (await market.call('/api/index/pro_info', { id: productId })).code
    expect([await info(), await found(word)]).toEqual([404, []])
    expect(rowOf(await show(id)).state).toBe('listed')
    expect([await info(), await found(word)]).toEqual([1, [productId]])
    expect(rowOf(await show(id, false)).state).toBe('hidden')
    expect([await info(), await found(word)]).toEqual([404, []])
  })

  it('is not on sale without a price', async () => {
    const id = randomUUID()
    await put(id, cup({ ladder: [] }))
    expect(await show(id)).toMatchObject({ kind: 'refused', refusal: { reason: 'invalid', params: { path: 'price' } } })
  })

  it('stays off the market that its operator has taken it off', async () => {
    const id = randomUUID()
    await put(id)
    await market.db.updateTable('products').set({ hidden_for: 'a copy' }).where('uid', '=', id).execute()
    expect(await show(id)).toMatchObject({ refusal: { reason: 'goodsBarred', params: { why: 'a copy' } } })
  })

  it('is changed part by part: other parts pass each other, the same part asks', async () => {
    const id = randomUUID()
    await put(id)
    const edit = (from: Partial<GoodsFields>, to: Partial<GoodsFields>) =>
      act((call) => editGoods(call, { id, from, to }))
    const ladder = (price: number) => ({ ladder: [{ from: 1, price }] })
    expect((await edit(ladder(500), ladder(600))).kind).toBe('accepted')
    expect(rowOf(await edit({ title: { en: 'Stoneware cup' } }, { title: { en: 'Mug' } }))).toMatchObject({
      title: { en: 'Mug' },
      ...ladder(600),
    })
    expect((await edit(ladder(500), ladder(600))).kind).toBe('accepted')
    const clash = await edit({ ...ladder(500), brand: '' }, { ...ladder(700), brand: 'Acme' })
    expect(clash).toMatchObject({
      kind: 'needsConsent',
      refusal: { reason: 'changedElsewhere', params: { field: 'ladder' } },
    })
    expect(rowOf(clash)).toMatchObject({ brand: '', ...ladder(600) })
  })

  it('gets and loses choices without losing the stock of the others', async () => {
    const id = randomUUID()
    const variant = (sort: number) => ({ label: { en: `Size ${sort}` }, extra: 0, sort })
    await put(id, cup({ variants: { S: variant(0), M: variant(1) } }), 0, { S: 3, M: 4 })
    const { variants: _all, ...row } = rowOf(
      await act((call) =>
        editGoods(call, {
          id,
          from: { variants: { S: variant(0), L: null } },
          to: { variants: { S: null, L: variant(2) } },
        }),
      ),
    )
    expect(row).toMatchObject({ stocks: { M: 4, L: 0 }, stock: 4 })
    expect(await act((call) => moveStock(call, { id, sku: 'S', by: 1 }))).toMatchObject({
      refusal: { reason: 'variantGone' },
    })
    expect(rowOf(await act((call) => moveStock(call, { id, sku: 'L', by: 5 })))).toMatchObject({ stock: 9 })
  })

  it('has its stock moved by differences, never below nothing', async () => {
    const id = randomUUID()
    await put(id)
    for (const by of [5, -3]) await act((call) => moveStock(call, { id, sku: '', by }))
    expect(await act((call) => moveStock(call, { id, sku: '', by: -13 }))).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'shelfShort', params: { available: 12 } },
    })
  })

  it('has no code of another, and leaves its own when it goes', async () => {
    const [a, b] = [randomUUID(), randomUUID()]
    await put(a, cup({ code: 'CUP' }))
    expect(await put(b, cup({ code: 'CUP' }))).toMatchObject({ refusal: { reason: 'codeTaken' } })
    expect(rowOf(await act((call) => deleteGoods(call, { id: a })))).toMatchObject({ deleted: true, description: {} })
    expect((await put(b, cup({ code: 'CUP' }))).kind).toBe('accepted')
    expect(await act((call) => moveStock(call, { id: a, sku: '', by: 1 }))).toMatchObject({
      refusal: { reason: 'goodsGone' },
    })
  })

  it('is no business of another store', async () => {
    const id = randomUUID()
    await put(id)
    const other = await storeOf((await makeShop(market.db, [])).shopId)
    const tries = [
      (call: GoodsCall) => editGoods(call, { id, from: { brand: '' }, to: { brand: 'x' } }),
      (call: GoodsCall) => moveStock(call, { id, sku: '', by: 1 }),
      (call: GoodsCall) => countStock(call, { id, sku: '', num: 1, at: Date.now() }),
      (call: GoodsCall) => showGoods(call, { id, on: true }),
    ]
    for (const work of tries)
      expect(await act(work, other)).toMatchObject({ kind: 'refused', refusal: { reason: 'goodsGone' }, rows: [] })
    expect(await act((call) => deleteGoods(call, { id }), other)).toEqual({ kind: 'accepted', rows: [] })
    // The same id there is another product.
    await act(
      (call) => putGoods(call, { id, fields: cup({ brand: 'Theirs' }), stock: 1, stocks: {}, listed: false }),
      other,
    )
    expect(rowOf(await act((call) => moveStock(call, { id, sku: '', by: 1 }))).brand).toBe('')
  })

  it('brings in no picture that is not the store’s', async () => {
    const id = randomUUID()
    for (const picture of ['file/0123456789abcdef0123456789abcdef', 'photo/else', 'a'.repeat(64)])
      expect(await put(id, cup({ pictures: [picture] }))).toMatchObject({ refusal: { reason: 'fileMissing' } })
  })
})

describe('a count', () => {
  it('takes into account what buyers took or brought back since', async () => {
    const shop = await makeShop(market.db, [{ stock: 50 }])
    store = await storeOf(shop.shopId)
    const { uid: id } = await market.db
      .selectFrom('products')
      .select('uid')
      .where('id', '=', shop.ids[0]!)
      .executeTakeFirstOrThrow()
    const person = await market.person()
    const counted = Date.now() - 60_000
    const order = (num: number, created: number, closed: number | null) =>
      sql`
      with o as (insert into orders (id, user_id, group_id, store_id, state, currency, goods, shipping, tax, total, due,
        due_currency, address, reserved, created_at, closed_at, rev)
        select g || ':1', ${person.uid}::uuid, g, ${store.id}::int, ${closed === null ? 'paid' : 'closed'}, 'USD', 1, 0,
          0, 1, 1, 'USD', '{}', ${closed === null}, ${new Date(created)}::timestamptz,
          ${closed === null ? null : new Date(closed)}::timestamptz, 1 from (select gen_random_uuid() as g) made
        returning id)
      insert into order_lines (order_id, product_id, variant_id, num, price, amount, title, returned, returned_at)
        select id, ${shop.ids[0]!}::int, 0, ${num}::int, 1, 1, '{}', ${closed === null ? 0 : num}::int,
          ${closed === null ? null : new Date(closed)}::timestamptz from o`.execute(market.db)
    await order(7, counted + 1000, null)
    await order(2, counted - 1000, null)
    await order(4, counted - 1000, counted + 1000)
    await order(8, counted + 1000, counted + 2000)
    const row = rowOf(await act((call) => countStock(call, { id, sku: '', num: 30, at: counted })))
    expect(row.stock).toBe(30 - 7 + 4)
  })
})

describe('the feed of a store', () => {
  it('tells what its members do with their own revs, and owes what others do', async () => {
    const id = randomUUID()
    await put(id)
    const { productId } = rowOf(await show(id))
    const { changes, head } = await feed(0)
    expect(changes.map(({ key }) => key)).toEqual([id])
    const owed = (): Promise<unknown> =>
      market.db
        .selectFrom('products')
        .select('uid')
        .where('store_id', '=', store.id)
        .where('store_rev', 'is', null)
        .execute()
    expect(await owed()).toEqual([])
    const person = await market.person()
    await ownerTransaction(market.db, person.uid, async ({ tx, touch }) => {
      await takeStock(tx, [{ id: productId!, variantId: 0, num: 1 }])
      touch([productId!])
    })
    expect(await owed()).toEqual([{ uid: id }])
    await act((call) => moveStock(call, { id, sku: '', by: 2 }))
    expect((await feed(head)).changes).toMatchObject([{ key: id, row: { stock: 11 } }])
    expect(await owed()).toEqual([])
  })
})

describe('a file of goods', () => {
  it('is taken over once, and exported as it came', async () => {
    const csv = [
      'code,state,title.en,title.ar,category,price,steps,stock,variant,label.en',
      `A,listed,"=Cup, ""fine""",كوب,#${categoryId},5.00,10: 4.50,7,,`,
      `B,draft,Plate,,#${categoryId},3.00,,4,RED,Red`,
      'B,,,,,,,5,BLUE,Blue',
      'C,listed,Nameless price,,nowhere,,,1,,',
    ].join('\n')
    const take = (text: string, name = 'x.csv') =>
      importGoods(market.db, store, { name, text }, { categoryId: undefined, state: 'draft', actor: byCommand })
    expect(await take(csv)).toMatchObject({
      added: 2,
      changed: 0,
      same: 0,
      faults: [{ row: 5, fault: 'unknownCategory' }],
    })
    expect(await take(csv)).toMatchObject({ added: 0, changed: 0, same: 2 })
    const entries = await market.db.selectFrom('audit_log').selectAll().where('what', '=', 'goods.import').execute()
    const { rows: made } = await sql<{ uid: string }>`
      select uid from products where store_id = ${store.id}::int and code in ('A', 'B') order by code`.execute(
      market.db,
    )
    expect(entries).toMatchObject([
      {
        ...{ via: 'command', subject: `store:${store.id}`, before: null },
        after: { file: 'x.csv', added: made.map(({ uid }) => uid), changed: [] },
      },
    ])
    for (const name of ['x.csv', 'x.jsonl']) {
      const { text, count } = await exportGoods(market.db, store, name)
      expect(count).toBe(2)
      expect(await take(text, name)).toMatchObject({ added: 0, changed: 0, same: 2, faults: [] })
    }
    expect((await exportGoods(market.db, store, 'x.csv')).text).toContain(`"'=Cup, ""fine"""`)
  })

  it('says what a store refuses of it, and takes over the rest', async () => {
    await put(randomUUID(), cup({ code: 'TAKEN' }))
    const id = randomUUID()
    const csv = `id,code,title.en,category\n${id},TAKEN,Other,#${categoryId}\n,FREE,Free,#${categoryId}\n`
    const wishes = { categoryId, state: 'draft', actor: byCommand } as const
    const file = await importGoods(market.db, store, { name: 'x.csv', text: csv }, wishes)
    expect(file).toMatchObject({ added: 1, faults: [{ row: 2, fault: 'codeTaken' }] })
  })
})

it('a store has so many goods and no more', async () => {
  await sql`
    insert into products (store_id, category_id, category_ids, source_id, title, currency, ladder, price)
    select ${store.id}::int, ${categoryId}::int, '{}', ${store.uid}::text || n, '{}', 'USD', '[]', 0
      from generate_series(1, ${GOODS_MAX}::int) n`.execute(market.db)
  expect(await put(randomUUID())).toMatchObject({ refusal: { reason: 'goodsFull', params: { max: GOODS_MAX } } })
})
