import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderItems } from '#localdb/queries/orders/items.ts'
import { status } from '#localdb/queries/sync/status.ts'
import { waitingChanges } from '#localdb/queries/sync/changes.ts'
import type { Readers } from '#localdb/read.ts'
import type { MetaRows } from '#localdb/schema.ts'
import { PROTOCOL, SCHEMA } from '#contract/sync/schema.ts'
import { ownerTransaction } from '#server/feed/owner-feed.ts'
import { readOrder } from '#server/orders/order/change.ts'
import { moveOrder } from '#server/orders/moves/moves.ts'
import { newBuyer, onDevice, online, orderInTunnel, outbox, settled, type Buyer } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { act, newDevice, until } from '../../support/device/world.ts'

// This app at a server of a later version (law 13): the real server, whose answers are changed on their way into what a
// later one might say.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

type Envelope = { code: number; msg: string; data: Record<string, unknown> }
/** Changes what the server says at a path, from now until `end`; `asked` are the addresses of these calls. */
function saying(b: Pick<Buyer, 'device'>, path: string, later: (envelope: Envelope) => unknown) {
  const { network } = b.device
  const { fetch } = network
  const asked: URL[] = []
  network.fetch = async (url, init) => {
    const answer = await fetch.call(network, url, init)
    const to = new URL(url, 'http://market')
    if (to.pathname !== path) return answer
    asked.push(to)
    const text = await answer.text()
    const changed = later(JSON.parse(text) as Envelope)
    return new Response(typeof changed === 'string' ? changed : JSON.stringify(changed), answer)
  }
  return {
    asked,
    end: () => {
      network.fetch = fetch
    },
  }
}
const PUSH = '/api/sync/push'
const PULL = '/api/sync/pull'
type Result = { seq: number; outcome: string; refusal?: object; rows: unknown[] }
const results = (envelope: Envelope, change: (result: Result, i: number) => unknown): Envelope => ({
  ...envelope,
  data: { ...envelope.data, results: (envelope.data['results'] as Result[]).map(change) },
})

const favourite = (b: Buyer, i: number) => act(b.tab, 'favourite.set', { id: b.one.ids[i]!, on: true })
const favourites = (b: Buyer) =>
  market.db.selectFrom('favourites').select('product_id').where('user_id', '=', b.person.uid).execute()
async function meta<K extends keyof MetaRows>(b: Buyer, key: K): Promise<MetaRows[K] | undefined> {
  const db = await b.device.userDb(b.person.uid)
  const row = (await db.meta.get(key)) as MetaRows[K] | undefined
  db.close()
  return row
}
async function reading<T>(b: Buyer, query: (readers: Readers) => Promise<T>): Promise<T> {
  const [user, catalogue] = [await b.device.userDb(b.person.uid), await b.device.catalogueDb()]
  const rows = await query({ user, catalogue } as unknown as Readers)
  for (const db of [user, catalogue]) db.close()
  return rows
}

describe('a push whose answer says what this app does not know', () => {
  it('settles the rest of it; an unknown refusal is kept with the server’s words', async () => {
    const b = await newBuyer(market)
    const refusal = { reason: 'couponUsedUp', params: { left: 0, why: ['x'] }, msg: 'This coupon has been used up.' }
    const later = saying(b, PUSH, (envelope) =>
      results(envelope, (r, i) => (i === 1 ? { seq: r.seq, outcome: 'refused', refusal, rows: [] } : r)),
    )
    b.device.network.faults.offline = true
    for (const i of [0, 1, 2]) await favourite(b, i)
    await online(b)
    await until(
      'the refused one alone is left',
      async () => (await outbox(b)).map((r) => r.state).join() === 'rejected',
    )
    expect((await outbox(b))[0]!.last).toEqual({ ...refusal, params: { left: 0 } })
    later.end()
    await b.device.end()
  })

  it.each([
    ['an unknown outcome', (r: Result) => ({ ...r, outcome: 'scheduled' }), 'update'],
    ['a result that fits nothing', () => ({ later: true }), 'checking'],
  ])('settles the rest of it; %s leaves its intent unanswered', async (_what, change, why) => {
    const b = await newBuyer(market)
    const later = saying(b, PUSH, (envelope) =>
      results(envelope, (r) => (JSON.stringify(r.rows).includes(`"id":${b.one.ids[1]!}`) ? change(r) : r)),
    )
    // A pull says no more of it than the push.
    const pulls = saying(b, PULL, (envelope) => ({ ...envelope, data: { ...envelope.data, outcomes: [] } }))
    b.device.network.faults.offline = true
    for (const i of [0, 1, 2]) await favourite(b, i)
    await online(b)
    await until('one alone is left', async () => (await outbox(b)).map((r) => r.state).join() === 'unknown')
    await until(
      'it says why',
      async () => (await reading(b, (db) => waitingChanges(db, 10))).map((c) => c.why).join() === why,
    )
    // Answered in words that it knows, as after its update: it had its effect once.
    pulls.end()
    later.end()
    b.device.clock.offset += 60_000
    await b.tab.flush(true)
    await settled(b)
    expect(await favourites(b)).toHaveLength(3)
    await b.device.end()
  })
})

describe('a pull that brings what this app does not know', () => {
  it('brings the rest; unread tables are remembered, and the updated app pulls from the start', async () => {
    const b = await newBuyer(market)
    const { ids } = await orderInTunnel(b)
    await online(b)
    await settled(b)
    const coupon = { table: 'coupons', key: '1', rev: 1, row: { id: 1 } }
    const later = saying(b, PULL, (envelope) => {
      type Row = { table: string; row: Record<string, unknown> }
      const changes = (envelope.data['changes'] as Row[]).map((c) =>
        c.table === 'orders' ? { ...c, row: { ...c.row, state: 'returned', reason: 'flood', gift: true } } : c,
      )
      return { ...envelope, data: { ...envelope.data, changes: [coupon, ...changes] } }
    })
    for (const id of ids)
      await ownerTransaction(market.db, b.person.uid, async (call) =>
        moveOrder(call, (await readOrder(call.tx, b.person.uid, id))!, {
          event: 'timeout',
          at: Date.now(),
          reason: 'timeout',
        }),
      )
    await b.tab.flush(true)
    await until('the orders came', async () =>
      (await onDevice(b)).orders.every((row) => (row.server?.state as string) === 'returned'),
    )
    // A page may bring rows that are newer than its cursor, and the next one brings them again.
    const { rev } = await market.db
      .selectFrom('feeds')
      .select('rev')
      .where('user_id', '=', b.person.uid)
      .executeTakeFirstOrThrow()
    await until('no more will come', async () => (await meta(b, 'cursor'))?.cursor === String(rev))
    expect(await meta(b, 'unread')).toEqual({ key: 'unread', tables: ['coupons', 'orders'], schema: SCHEMA })
    const items = await reading(b, (db) => orderItems(db))
    expect(items.map((order) => [order.id, order.state, order.reason]).sort()).toEqual(
      ids.map((id) => [id, 'returned', 'flood']).sort(),
    )
    later.end()

    // The same app again does not ask again; one that reads more does, once.
    const seen = saying(b, PULL, (envelope) => envelope)
    const cursors = () => seen.asked.map((url) => url.searchParams.get('cursor'))
    b.device.clock.offset += 60_000
    await b.tab.flush(true)
    await until('it has pulled', () => seen.asked.length > 0)
    expect(cursors()).not.toContain('0')
    expect(seen.asked[0]!.searchParams.get('v')).toBe(String(PROTOCOL))
    expect(seen.asked[0]!.searchParams.get('schema')).toBe(String(SCHEMA))
    const db = await b.device.userDb(b.person.uid)
    await db.meta.put({ key: 'unread', tables: ['coupons', 'orders'], schema: SCHEMA - 1 })
    db.close()
    b.device.clock.offset += 60_000
    await b.tab.flush(true)
    await until('the orders are read anew', async () =>
      (await onDevice(b)).orders.every((row) => row.server?.state === 'cancelled'),
    )
    expect(cursors().filter((cursor) => cursor === '0')).toHaveLength(1)
    expect(await meta(b, 'unread')).toBeUndefined()
    seen.end()
    await b.device.end()
  })

  it('in a form that nobody here reads says “update”, never “offline”; a truncated one says “offline”', async () => {
    const b = await newBuyer(market)
    const pulled = async (): Promise<void> => {
      b.device.clock.offset += 60_000
      await b.tab.flush(true)
    }
    const stands = () => reading(b, async (db) => status(db.user))
    const later = saying(b, PULL, (envelope) => ({ ...envelope, data: { feed: envelope.data } }))
    await pulled()
    await until('it says so', async () => (await stands()).updateNeeded)
    expect(await stands()).toMatchObject({ online: true })
    later.end()
    const cut = saying(b, PULL, (envelope) => JSON.stringify(envelope).slice(0, 40))
    await pulled()
    await until('it says so', async () => !(await stands()).online)
    cut.end()
    await pulled()
    await until('all is well', async () => {
      const { online: reached, updateNeeded } = await stands()
      return reached && !updateNeeded
    })
    await b.device.end()
  })
})

it('signs in somebody whose language this app does not speak', async () => {
  const person = await market.person()
  const device = newDevice(market)
  const later = saying({ device }, '/api/user/login', (envelope) => ({
    ...envelope,
    data: { userinfo: { ...(envelope.data['userinfo'] as object), language: 'sw' } },
  }))
  const tab = device.tab()
  expect(await tab.call('user.login', { email: person.email, password: person.password })).toMatchObject({
    kind: 'accepted',
  })
  later.end()
  await device.end()
})

describe('the server', () => {
  const pushing = (uid: string, more: object) => ({
    v: PROTOCOL,
    uid,
    incarnation: 'an-older-app',
    now: 0,
    intents: [{ seq: 1, name: 'favourite.set', payload: { id: 2_000_000_000, on: true }, createdAt: 0 }],
    ...more,
  })
  it('tells an older app its refusals in words of the caller’s language, in pushes and pulls', async () => {
    const person = await market.person()
    const token = await market.login(person)
    const zh = { headers: { 'Accept-Language': 'zh' } }
    const refusals = async (schema: number) => {
      const pushed = await market.call(PUSH, pushing(person.uid, { schema }), token, zh)
      const query = `?cursor=0&incarnation=an-older-app&v=${PROTOCOL}&schema=${schema}`
      const pulled = await market.call(PULL + query, undefined, token, { ...zh, method: 'GET' })
      return [
        (pushed.data as { results: Result[] }).results[0]!.refusal,
        (pulled.data as { outcomes: Result[] }).outcomes[0]!.refusal,
      ]
    }
    const worded = { reason: 'productGone', msg: expect.stringMatching(/\p{Script=Han}/u) as string }
    expect(await refusals(SCHEMA - 1)).toEqual([worded, worded])
    expect(await refusals(SCHEMA)).toEqual([{ reason: 'productGone' }, { reason: 'productGone' }])
  })

  it('tells a device whose protocol it does not speak to update, at its pulls as at its pushes', async () => {
    const person = await market.person()
    const token = await market.login(person)
    const pulled = await market.call(`${PULL}?cursor=0&v=${PROTOCOL + 1}`, undefined, token, { method: 'GET' })
    const pushed = await market.call(PUSH, pushing(person.uid, { v: PROTOCOL + 1 }), token)
    expect([pulled.code, pushed.code]).toEqual([426, 426])
  })
})
