import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Stated } from '#contract/registry.ts'
import type { PushIntent, PushResult } from '#contract/sync/schema.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open.ts'
import { giveFundPassword } from '../../support/market/fund-password.ts'
import { giveMoney, makeAddress, makeShop, placing, unsound, type TestShop } from '../../support/market/orders.ts'
import { startPostgres, type TestPostgres } from '../../support/servers/postgres.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { until } from '../../support/device/world.ts'

// Two server processes over one PostgreSQL, as behind a load balancer: everybody speaks with both at once, also
// under the very same ids. Real processes, because what a process tells itself would not show whether it tells others.

const PEOPLE = 5
const ROUNDS = 8
const STOCK = 60
const PASSWORD = 'a long enough one'
interface Device {
  uid: string
  token: string
  incarnation: string
  addressId: string
  next: number
  answers: Map<number, PushResult[]>
  /** The seqs of its orders. */
  places: Set<number>
}

let postgres: TestPostgres
let open: OpenDatabase
let both: [Market, Market]
let shop: TestShop
const devices: Device[] = []

beforeAll(async () => {
  postgres = await startPostgres()
  const databaseUrl = await postgres.freshDatabase()
  open = await openDatabase({ databaseUrl })
  shop = await makeShop(open.db, [{ stock: 1_000_000 }, { stock: STOCK }, { stock: STOCK }])
  const password_hash = await hash(PASSWORD)
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, i) => {
      const uid = randomUUID()
      await open.db
        .insertInto('users')
        .values({ id: uid, email: `both${i}@example.test`, username: `Both ${i}`, password_hash })
        .execute()
      await giveMoney(open.db, uid, 10_000_000)
      await giveFundPassword(open.db, uid)
      return { uid, email: `both${i}@example.test`, addressId: await makeAddress(open.db, uid) }
    }),
  )
  both = [
    await startMarket({ DATABASE_URL: databaseUrl, DEMO: '0' }),
    await startMarket({ DATABASE_URL: databaseUrl, DEMO: '0' }),
  ]
  // Two phones each, one of which signed in at the one process and one at the other.
  for (const { uid, email, addressId } of people)
    for (const [i, market] of both.entries()) {
      const { token } = (
        (await market.call('/api/user/login', { email, password: PASSWORD })).data as { userinfo: { token: string } }
      ).userinfo
      devices.push({
        uid,
        token,
        incarnation: `phone${i}-${uid.slice(0, 8)}`,
        addressId,
        next: 1,
        answers: new Map(),
        places: new Set(),
      })
    }
})
afterAll(async () => {
  for (const market of both ?? []) await market.close()
  await open?.close()
  await postgres?.stop()
})

/** The intents that one device sends now. */
async function batch(d: Device): Promise<PushIntent[]> {
  const intent = (name: string, payload: unknown): PushIntent => ({ seq: d.next++, name, payload, createdAt: 0 })
  const goods = [
    { id: shop.ids[1]!, num: 1 },
    { id: shop.ids[2]!, num: 1 },
  ]
  // In either order, as two carts would have them.
  const place = await placing(open.db, shop.shopId, d.addressId, d.next % 2 === 0 ? goods : goods.toReversed())
  const add = intent('cart.add', {
    id: shop.ids[0]!,
    shopId: shop.shopId,
    variantId: 0,
    num: 1,
    price: 500,
    currency: 'USD',
  })
  const order = intent('order.place', place)
  d.places.add(order.seq)
  const rest = [
    order,
    intent('favourite.set', { id: shop.ids[0]!, on: d.next % 2 === 0 }),
    intent('follow.set', { id: shop.shopId, on: d.next % 3 === 0 }),
  ]
  return d.next % 4 === 0
    ? [add, ...rest, intent('order.cancel', { id: `${place.clientOrderId}:${shop.shopId}` })]
    : [add, ...rest]
}

async function push(market: Market, d: Device, intents: PushIntent[]): Promise<void> {
  const answer = await market.call(
    '/api/sync/push',
    { v: 1, uid: d.uid, incarnation: d.incarnation, now: 0, intents },
    d.token,
  )
  expect(answer.code, JSON.stringify(answer)).toBe(1)
  for (const result of (answer.data as { results: PushResult[] }).results)
    d.answers.set(result.seq, [...(d.answers.get(result.seq) ?? []), result])
}

const pull = async (market: Market, d: Device, cursor: string): Promise<Stated<'sync.pull'>> => {
  const answer = await market.call(
    `/api/sync/pull?cursor=${cursor}&incarnation=${d.incarnation}`,
    undefined,
    d.token,
    'GET',
  )
  expect(answer.code).toBe(1)
  return answer.data as Stated<'sync.pull'>
}

/** A device that keeps up by asking both in turn; resolves to what it then has, by table and key. */
async function keepUp(d: Device, over: () => boolean): Promise<Map<string, unknown>> {
  const rows = new Map<string, unknown>()
  const revs = new Map<string, number>()
  let cursor = 0
  for (let i = 0, last = false; ; i++) {
    const page = await pull(both[i % 2]!, d, String(cursor))
    expect(page.reset).toBe(false)
    expect(Number(page.cursor)).toBeGreaterThanOrEqual(cursor)
    for (const change of page.changes) {
      const key = `${change.table}/${change.key}`
      expect(change.rev, key).toBeGreaterThan(Math.max(cursor, revs.get(key) ?? 0))
      revs.set(key, change.rev)
      rows.set(key, change.row)
    }
    cursor = Number(page.cursor)
    if (last && !page.more) return rows
    last = over()
  }
}

describe.runIf(process.env['MARKET_DB'] === 'postgres')('two processes on one PostgreSQL', () => {
  it('carry out each intent once, whichever it comes to, and decide it alike', async () => {
    let over = false
    const followers = devices.map((d) => keepUp(d, () => over))
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(
        devices.map(async (d) => {
          const intents = await batch(d)
          // The very same to both at once.
          await Promise.all(both.map((market) => push(market, d, intents)))
        }),
      )
    }
    over = true
    const seen = await Promise.all(followers)

    const results = devices.flatMap((d) => [...d.answers.values()])
    // The rows of a repeat are as they are then.
    const decided = (result: PushResult | undefined) => ({ ...result, rows: [] })
    expect(results.filter((r) => r.length !== 2 || !isDeepStrictEqual(decided(r[0]), decided(r[1])))).toEqual([])
    expect(results.filter(([r]) => r!.outcome === 'busy' || r!.outcome === 'notTried').map(([r]) => r)).toEqual([])
    expect(
      await unsound(
        open.db,
        new Map([
          [shop.ids[1]!, STOCK],
          [shop.ids[2]!, STOCK],
        ]),
      ),
    ).toEqual([])
    for (const uid of new Set(devices.map((d) => d.uid))) {
      const line = await open.db
        .selectFrom('cart_lines')
        .select('num')
        .where('user_id', '=', uid)
        .where('product_id', '=', shop.ids[0]!)
        .executeTakeFirst()
      expect(line?.num).toBe(2 * ROUNDS)
    }
    const placed = devices.flatMap((d) => [...d.places].filter((seq) => d.answers.get(seq)![0]!.outcome === 'accepted'))
    const stored = await open.db.selectFrom('orders').select('id').execute()
    expect(stored).toHaveLength(placed.length)
    // Both answered nearly all, and some were refused: the shelf was short.
    expect(placed.length).toBeGreaterThan(STOCK / 2)
    expect(results.some(([r]) => r!.outcome === 'needsConsent' || r!.outcome === 'refused')).toBe(true)
    // A device that followed both processes in turn missed nothing.
    for (const [i, d] of devices.entries()) {
      const whole = await pull(both[0], d, '0')
      expect(Object.fromEntries(seen[i]!)).toEqual(
        Object.fromEntries(whole.changes.map((c) => [`${c.table}/${c.key}`, c.row])),
      )
    }
    expect(both.map((m) => m.log()).join('')).not.toMatch(/deadlock|serializ|40001|40P01|Error/i)
  })

  it("know at once what the other changed: the catalogue's pages, a person's feed, a session that ended", async () => {
    const [one, two] = both
    const d = devices[0]!
    const stockAt = async (market: Market): Promise<number> =>
      ((await market.call('/api/index/pro_info', { id: shop.ids[0]! })).data as Stated<'catalogue.product'>).detail
        .product.stock
    const before = await stockAt(one)
    expect(await stockAt(two)).toBe(before)
    const gone = new AbortController()
    const stream = await fetch(`${one.url}/api/sync/poke`, { headers: { token: d.token }, signal: gone.signal })
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toContain('poke')
    await push(two, d, [
      {
        seq: d.next++,
        name: 'order.place',
        payload: await placing(open.db, shop.shopId, d.addressId, [{ id: shop.ids[0]!, num: 5 }]),
        createdAt: 0,
      },
    ])
    expect((await reader.read()).value).toContain('poke')
    gone.abort()
    // Well before a kept page would be too old by itself (15 s).
    await until(
      'the first process shows the stock that the second one changed',
      async () => (await stockAt(one)) === before - 5,
      8000,
    )
    expect((await one.call('/api/user/logout', {}, d.token)).code).toBe(1)
    expect((await two.call('/api/user/index', {}, d.token)).code).toBe(401)
  })
})
