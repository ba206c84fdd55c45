import { parseOrderNumber } from '#contract/orders/number.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { doneChanges, needingChanges } from '#localdb/queries/sync/changes.ts'
import type { Readers } from '#localdb/read.ts'
import { userDbName } from '#localdb/schema.ts'
import { LAYOUT } from '#localdb/versions.ts'
import { keysOf } from '#server/keys/keys-of.ts'
import { checkBook } from '#server/ledger/check.ts'
import { sealBook } from '#server/ledger/seals.ts'
import { countMonthlySales } from '#server/catalogue/monthly-sales.ts'
import { outbox, shopSide } from '../../support/people/buyer.ts'
import { frozenVersions } from '../../support/frozen/contract.ts'
import { readFrozen, thaw, thawedPhone, type Thawed } from '../../support/frozen/frozen.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { until, type TestDevice } from '../../support/device/world.ts'

// A phone and a market as each frozen version left them, the phone in a tunnel and its process dead: opened by what
// there is today. What was frozen is never made anew; a later version is frozen beside it (`npm run freeze -- <name>`).

describe.each(frozenVersions)('what version %s left', (version) => {
  const { device: phone, market: data, cast } = readFrozen(version)
  const { a, b, rising } = cast
  /** Whether its money was held in coins already. */
  const inCoins = data.tables['ledger_heads'] !== undefined
  const WAITING = ['rejected', 'conflict', 'waiting', 'unknown', ...Array<string>(16).fill('pending')]

  /** The person's own things as the phone shows them. */
  async function shown(device: TestDevice) {
    const [user, catalogue] = [await device.userDb(cast.uid), await device.catalogueDb()]
    const readers = { user, catalogue } as unknown as Readers
    const seen = {
      cart: Object.fromEntries(
        (await user.cartLines.toArray()).map((r) => [r.shown?.id, [r.shown?.num, r.shown?.ticked]]),
      ),
      favourites: (await user.favourites.toArray()).flatMap((r) => (r.shown?.on ? [r.shown.id] : [])),
      follows: (await user.follows.toArray()).flatMap((r) => (r.shown?.on ? [r.shown.id] : [])),
      addresses: (await user.addresses.toArray()).flatMap((r) => (r.shown && !r.shown.deleted ? [r.key] : [])).sort(),
      standard: (await user.addressDefault.get('me'))?.shown?.id,
      orders: Object.fromEntries(
        (await user.orders.toArray()).flatMap((r) => (r.shown ? [[r.key, r.shown.state]] : [])),
      ),
      numbers: (await user.orders.toArray()).flatMap((r) => (r.server ? [r.shown?.number] : [])),
      needs: (await needingChanges(readers, 10)).map((c) => [c.kind, c.name, c.refusal.reason]),
      done: await doneChanges(readers, 100),
      segments: await catalogue.segments.count(),
      searches: await user.meta.get('searches'),
    }
    for (const db of [user, catalogue]) db.close()
    return seen
  }

  const fence = phone.databases
    .find((db) => db.name === userDbName(cast.uid))!
    .stores.find((s) => s.name === 'meta')!
    .rows.find((row) => (row as { key: string }).key === 'fence') as { proto: number }
  /** The fence that keeps out code that knows another number: that of 0.2.1 knew 1, and had no other way to tell. */
  async function fenceOf(device: TestDevice): Promise<unknown> {
    const db = await device.userDb(cast.uid)
    const row = await db.meta.get('fence')
    db.close()
    return row
  }

  const NEEDS = [
    ['unreadable', 'favourite.set', 'requestFailed'],
    ['refused', 'order.place', 'outOfStock'],
    ['conflict', 'order.place', 'priceRose'],
  ]
  const ofCheckout = (shop: { shopId: number }): string => `${cast.checkout}:${shop.shopId}`
  /** After all of it: as the person had left it on the phone. */
  const IN_THE_END = {
    cart: {
      [a.ids[0]!]: [4, true],
      [a.ids[1]!]: [0, true],
      [a.ids[2]!]: [3, true],
      [b.ids[0]!]: [4, false],
      [rising.ids[0]!]: [0, true],
    },
    favourites: [a.ids[2]],
    follows: [b.shopId],
    addresses: [cast.home, cast.cabin].sort(),
    standard: cast.cabin,
    needs: NEEDS,
  }

  let thawed: Thawed
  let market: TestMarket
  let shift: number
  beforeAll(async () => {
    thawed = await thaw(data)
    shift = data.at - Date.now()
    market = await openTestMarket({ ...thawed.options, now: () => Date.now() + shift })
  })
  afterAll(async () => {
    await market.close()
    await thawed.end()
  })

  it('opens with everything in it, and drains, each effect once', async () => {
    const device = await thawedPhone(phone, market)
    const tab = device.tab()
    expect(await tab.ready()).toMatchObject({ uid: cast.uid, guest: false })
    expect((await outbox({ device, person: cast })).map((row) => row.state)).toEqual(WAITING)
    expect(await fenceOf(device)).toEqual({ ...fence, proto: LAYOUT })
    const before = await shown(device)
    expect(before).toMatchObject({ ...IN_THE_END, segments: 1, searches: { texts: ['lantern'] } })
    expect(before.orders).toMatchObject({
      [cast.received]: 'received',
      [cast.shipped]: 'received',
      [cast.unpaid]: 'cancelled',
      [ofCheckout(a)]: 'onDevice',
      [ofCheckout(b)]: 'onDevice',
    })
    const sealed = phone.databases
      .find((db) => db.name === userDbName(cast.uid))!
      .stores.find((s) => s.name === 'archive')!
    expect(before.done).toHaveLength(sealed.rows.filter((row) => (row as { state: string }).state === 'acked').length)
    expect((await tab.call('search.device', { query: 'thing', limit: 20 })) as object).toMatchObject({
      kind: 'accepted',
      data: { searched: 8 },
    })

    // Five minutes later the shop is no longer too busy.
    device.clock.offset += 301_000
    shift += 301_000
    device.network.faults.offline = false
    await tab.flush(true)
    await until(
      'only what needs the person is left',
      async () => (await outbox({ device, person: cast })).map((row) => row.state).join() === 'rejected,conflict',
    )
    // Orders have had numbers since version 0.2.1.
    if (version === '0.2.1') expect(before.numbers).toEqual(before.numbers.map(() => undefined))
    await until('the numbers have come', async () => !(await shown(device)).numbers.includes(undefined))
    const after = await shown(device)
    expect(after).toMatchObject(IN_THE_END)
    expect(after.done).toHaveLength(before.done.length + WAITING.length - 2)
    expect(after.done.map((c) => c.at)).toEqual(after.done.map((c) => c.at).sort((x, y) => y - x))
    expect(after.orders).toMatchObject({
      [cast.received]: 'received',
      [cast.shipped]: 'received',
      [cast.unpaid]: 'cancelled',
      [ofCheckout(a)]: 'unpaid',
      [ofCheckout(b)]: 'unpaid',
    })
    await atTheShop()
    expect(new Set(after.numbers.map((number) => parseOrderNumber(number ?? ''))).size).toBe(after.numbers.length)
    // Asked again, nothing happens again.
    await tab.flush(true)
    await atTheShop()
    expect(device.reports).toEqual([])
    await device.end()
  })

  /** By hand: what the life (tests/support/frozen/life.ts) comes to when each of its changes has happened once. */
  async function atTheShop(): Promise<void> {
    const { db } = market
    const stock = await db
      .selectFrom('products')
      .select(['id', 'stock'])
      .where('id', 'in', [...a.ids, ...b.ids])
      .orderBy('id')
      .execute()
    expect(stock.map((p) => p.stock)).toEqual([997, 1000, 1000, 995, 1000, 1000])
    const lines = await db
      .selectFrom('cart_lines')
      .select(['product_id', 'num', 'ticked'])
      .where('user_id', '=', cast.uid)
      .orderBy('product_id')
      .execute()
    expect(lines.filter((l) => l.num > 0)).toEqual([
      { product_id: a.ids[0], num: 4, ticked: true },
      { product_id: a.ids[2], num: 3, ticked: true },
      { product_id: b.ids[0], num: 4, ticked: false },
      { product_id: rising.ids[0], num: 3, ticked: true },
    ])
    const orders = await db
      .selectFrom('orders')
      .select(['id', 'state', 'total'])
      .where('user_id', '=', cast.uid)
      .execute()
    expect(Object.fromEntries(orders.map((o) => [o.id, [o.state, o.total]]))).toEqual({
      [cast.received]: ['received', 500],
      [cast.shipped]: ['received', 1000],
      [cast.unpaid]: ['cancelled', 500],
      [ofCheckout(a)]: ['unpaid', 1000],
      [ofCheckout(b)]: ['unpaid', 1500],
    })
    const addresses = await db
      .selectFrom('addresses')
      .select(['id', 'recipient', 'detail', 'deleted'])
      .where('user_id', '=', cast.uid)
      .execute()
    expect(Object.fromEntries(addresses.map((x) => [x.id, x.deleted || `${x.recipient}, ${x.detail}`]))).toEqual({
      [cast.home]: 'Amal Haddad, Port road 6',
      [cast.work]: true,
      [cast.cabin]: 'Zeina Khoury, Port road 4',
    })
    const { moneyOf } = shopSide(market)
    expect([
      await moneyOf(`user:${cast.uid}%`),
      await moneyOf(`store:${a.shopId}:%`),
      await moneyOf(`store:${b.shopId}:%`),
      await moneyOf('order:%'),
      await moneyOf('%'),
    ]).toEqual([998_500, 500, 1000, 0, 0])
    // Two refused or in doubt, the rest accepted: one outcome each, those from before the freeze among them.
    const known = data.tables['outcomes']!.length
    expect(
      await db
        .selectFrom('outcomes')
        .select(sql<number>`count(*)::int`.as('n'))
        .where('user_id', '=', cast.uid)
        .executeTakeFirst(),
    ).toEqual({ n: known + WAITING.length - 3 })
  }

  it('has the tables that came later, with nothing in them', async () => {
    const device = await thawedPhone(phone, market)
    await device.tab().ready()
    const db = await device.userDb(cast.uid)
    const later = [db.storeTalks, db.storeTalkLines, ...(inCoins ? [] : [db.postings]), db.recharges]
    expect(await Promise.all(later.map((table) => table.count()))).toEqual(later.map(() => 0))
    db.close()
    await device.end()
  })

  it.skipIf(inCoins)('has its dollars as test USDT, and every dollar stays in the book', async () => {
    const { db } = market
    const dollars = new Map<string, bigint>()
    for (const posting of data.tables['ledger_postings'] ?? []) {
      const { account, amount } = posting as { account: string; amount: number }
      dollars.set(account, (dollars.get(account) ?? 0n) + BigInt(amount))
    }
    const converted = await db
      .selectFrom('ledger_postings as p')
      .innerJoin('ledger_entries as e', 'e.id', 'p.entry_id')
      .select(['p.account', 'p.amount'])
      .where('p.asset', '=', 'tUSDT')
      .where('e.cause', '=', sql<string>`'converted:' || p.account`)
      .execute()
    expect(Object.fromEntries(converted.map(({ account, amount }) => [account, amount]))).toEqual(
      Object.fromEntries(
        [...dollars].filter(([, cents]) => cents !== 0n).map(([a, cents]) => [a, `${cents * 10_000n}`]),
      ),
    )
    await sealBook(db, data.at)
    expect(await checkBook(db, keysOf(db))).toEqual([])
  })

  it('counts the month’s sales from what was shipped then', async () => {
    const monthly = async () =>
      (
        await market.db
          .selectFrom('products')
          .select('monthly_sales')
          .where('id', 'in', [a.ids[0]!, b.ids[0]!])
          .orderBy('id')
          .execute()
      ).map((p) => p.monthly_sales)
    expect(await monthly()).toEqual([0, 0])
    expect(await countMonthlySales(market.db, data.at)).toBe(2)
    expect(await monthly()).toEqual([1, 2])
    expect(await countMonthlySales(market.db, data.at)).toBe(0)
    expect(await countMonthlySales(market.db, data.at + 31 * 86_400_000)).toBe(2)
    expect(await monthly()).toEqual([0, 0])
  })
})
