import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import type { GoodsJob } from '#localdb/rows/goods-job.ts'
import type { PlanOf, PlanShown } from '#worker/api/worker-api.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { makeShop, type TestShop } from '../../support/market/orders.ts'
import { look, staffPhone } from '../../support/people/staff-phone.ts'
import { endDevices, type TestDevice, type TestTab } from '../../support/device/world.ts'

// Many of a store's goods at once, on a phone of its staff: from a file, by one change, into a file; the phone loses
// its network and its page in between.

let market: TestMarket
let store: TestShop
let device: TestDevice
let tab: TestTab
let desk: string
let who: { email: string; password: string; uid: string }
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
})
afterAll(async () => {
  await endDevices()
  await market.close()
})
beforeEach(async () => {
  store = await makeShop(market.db, [{ stock: 500 }])
  ;({ device, tab, desk, person: who } = await staffPhone(market, store, 'staff'))
  await openDesk()
  await tab.want('catalogue.categories', {})
})

async function openDesk(): Promise<void> {
  await tab.ready()
  await expect.poll(async () => (await tab.call('store.open', { uid: store.uid }, who.uid)).kind).toBe('accepted')
  await expect.poll(async () => (await goods()).length).toBeGreaterThan(0)
}

const goods = (): Promise<StoreProduct[]> =>
  look({ device, desk }, async (db) =>
    (await db.goods.toArray()).flatMap(({ shown }) => (shown && !shown.deleted ? [shown] : [])),
  )
const job = (): Promise<GoodsJob | undefined> =>
  look({ device, desk }, async (db) => (await db.meta.get('goodsJob')) as GoodsJob | undefined)
const waiting = (): Promise<number> => look({ device, desk }, (db) => db.outbox.count())

const data = <T>(answer: { kind: string; data?: T }): T =>
  answer.kind === 'accepted' ? answer.data! : expect.unreachable(JSON.stringify(answer))

async function plan(wish: Partial<PlanOf> & Pick<PlanOf, 'of'>): Promise<PlanShown> {
  const file = { from: '', categoryId: undefined, state: 'listed', pictures: {} }
  const of = (wish.of === 'file' ? { ...file, ...wish } : wish) as PlanOf
  return data(await tab.call('goods.plan', of, desk)).shown ?? expect.unreachable('no file')
}
const begin = async ({ plan: id }: PlanShown): Promise<string> =>
  data(await tab.call('goods.begin', { plan: id, name: 'goods.csv' }, desk)).became
const act = async (what: 'resume' | 'stop' | 'goOn' | 'forget' | 'undo'): Promise<boolean> =>
  data(await tab.call('goods.job', { act: what }, desk)).done
const write = async (form: 'csv' | 'jsonl'): Promise<string> =>
  data(await tab.call('goods.write', { form, which: 'all' }, desk)).text
const done = () => expect.poll(async () => (await job())?.state).toBe('done')
const sent = () => expect.poll(waiting).toBe(0)
const offline = (on: boolean): void => {
  device.network.faults.offline = on
}
async function meet(): Promise<void> {
  offline(false)
  await tab.flush(true)
  await tab.call('shop.reach', {}, desk)
}

const category = async (): Promise<string> => {
  const db = await device.catalogueDb()
  const [one] = await db.categories.toArray()
  db.close()
  return `#${one!.id}`
}
const table = async (count: number, price = '5.00'): Promise<string> => {
  const at = await category()
  const rows = Array.from({ length: count }, (_, n) => `CODE-${n},Thing ${n},${at},${price},${n}`)
  return ['code,title.en,category,price,stock', ...rows, ''].join('\n')
}
const atServer = (): Promise<number> =>
  market.db
    .selectFrom('products')
    .select('id')
    .where('store_id', '=', store.shopId)
    .where('code', 'like', 'CODE-%')
    .execute()
    .then((rows) => rows.length)

describe(`many goods at once (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('come in from a file without a network, once, and the same file then changes nothing', async () => {
    offline(true)
    const file = await table(250)
    const seen = await plan({ of: 'file', from: `${file}CODE-1,Again,#1,1.00,1\nBAD,No price,#1,1.001,1\n` })
    expect(seen).toMatchObject({ new: 250, changed: 0, same: 0, fault: 2, unknown: [] })
    const rows = data(await tab.call('goods.planned', { plan: seen.plan, kind: 'fault', from: 0 }, desk)).rows
    expect(rows).toMatchObject([
      { row: 252, column: 'code', fault: 'twice' },
      { row: 253, column: 'price', fault: 'badPrice' },
    ])
    expect(await begin(seen)).toBe('begun')
    await done()
    expect(await goods()).toHaveLength(251)
    expect(await plan({ of: 'file', from: file })).toMatchObject({ new: 0, changed: 0, same: 250, fault: 0 })
    await meet()
    await sent()
    expect(await atServer()).toBe(250)
    expect(await plan({ of: 'file', from: file })).toMatchObject({ new: 0, changed: 0, same: 250, fault: 0 })
  })

  it('go on after the page was closed in the middle, and nothing is there twice', async () => {
    offline(true)
    expect(await begin(await plan({ of: 'file', from: await table(900) }))).toBe('begun')
    await expect.poll(async () => (await job())?.done).toBeGreaterThan(0)
    await tab.kill()
    expect((await job())!.done).toBeLessThan(900)
    // The job does not know of products that were recorded: the page went before it could note them.
    const known = (await job())!
    await look({ device, desk }, (db) => db.meta.put({ key: 'goodsJob', ...known, done: 0 }))
    tab = device.tab()
    await openDesk()
    expect(await act('resume')).toBe(true)
    await done()
    expect((await goods()).filter(({ code }) => code.startsWith('CODE-'))).toHaveLength(900)
    expect(await waiting()).toBe(900)
    await meet()
    await sent()
    expect(await atServer()).toBe(900)
  })

  it('stop when they are told to, and go on from there', async () => {
    offline(true)
    expect(await begin(await plan({ of: 'file', from: await table(700) }))).toBe('begun')
    expect(await act('stop')).toBe(true)
    await expect.poll(async () => (await job())?.state).toBe('stopped')
    const before = (await goods()).length
    expect(before).toBeLessThan(701)
    expect(await begin(await plan({ of: 'file', from: await table(1) }))).toBe('busy')
    expect(await act('goOn')).toBe(true)
    await done()
    expect(await goods()).toHaveLength(701)
  })

  it('are changed together, and the change is taken back', async () => {
    expect(await begin(await plan({ of: 'file', from: await table(120) }))).toBe('begun')
    await done()
    const ids = (await goods()).filter(({ code }) => code.startsWith('CODE-')).map(({ id }) => id)
    const seen = await plan({ of: 'bulk', ids, act: { kind: 'percent', by: 1000 } })
    expect(seen).toMatchObject({ changed: 120, fault: 0 })
    expect(await begin(seen)).toBe('begun')
    await done()
    const prices = async () => [
      ...new Set((await goods()).filter(({ code }) => code !== '').map((g) => g.ladder[0]!.price)),
    ]
    expect(await prices()).toEqual([550])
    const taken = await plan({ of: 'bulk', ids, act: { kind: 'stock', by: -60 } })
    expect(taken).toMatchObject({ changed: 60, fault: 60 })
    await sent()
    expect(await act('undo')).toBe(true)
    await expect.poll(async () => (await job())?.what).toBe('undo')
    await done()
    expect(await prices()).toEqual([500])
    await sent()
    const rows = await market.db
      .selectFrom('products')
      .select('ladder')
      .where('store_id', '=', store.shopId)
      .where('code', 'like', 'CODE-%')
      .execute()
    expect([...new Set(rows.map(({ ladder }) => JSON.stringify(ladder)))]).toEqual([
      JSON.stringify([{ from: 1, price: 500 }]),
    ])
  })

  it.each(['csv', 'jsonl'] as const)('go out as %s, and come in again without a change', async (form) => {
    const at = await category()
    const nasty = [`code,title.en,category,price,brand`, `A,"=1+1",${at},3.00,"-x"`, `B,"@me ""q""",${at},4.00,+44`, '']
    expect(await begin(await plan({ of: 'file', from: nasty.join('\n') }))).toBe('begun')
    await done()
    await sent()
    const text = await write(form)
    expect(await plan({ of: 'file', from: text })).toMatchObject({ new: 0, changed: 0, same: 3, fault: 0 })
    expect((await goods()).map(({ title }) => title['en'])).toEqual(expect.arrayContaining(['=1+1', '@me "q"']))
    if (form === 'csv') expect(text).toContain("'=1+1")
  })
})
