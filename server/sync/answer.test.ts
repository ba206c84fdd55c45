import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { orderRefOf } from '#contract/orders/schema.ts'
import type { PushIntent, PushResult } from '#contract/sync/schema.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../tests/support/market/market.ts'
import { giveMoney, makeAddress, makeShop, placing } from '../../tests/support/market/orders.ts'
import { ALONE_MS, ANSWER_BYTES, bytesOf, eachRowOnce, TRANSACTION_MS } from './answer.ts'
import { execute } from './execute.ts'
import type { Mutations } from './outcomes.ts'
import { pullFeed } from './pull.ts'

let market: TestMarket
let person: TestPerson
let uid: string
beforeAll(async () => {
  market = await openTestMarket()
})
beforeEach(async () => {
  person = await market.person()
  ;({ uid } = person)
})
afterAll(() => market.close())

const incarnation = 'thephone'
const originOf = (mutations: object) => ({
  userId: uid,
  incarnation,
  mutations: mutations as Mutations,
  now: 0,
  clock: () => 0,
  log: expect.fail,
})
const favours = (count: number): PushIntent[] =>
  Array.from({ length: count }, (_, i) => ({
    seq: i + 1,
    name: 'favourite.set',
    payload: { id: i + 1, on: true },
    createdAt: 0,
  }))
const row = (id: number, rev: number, filling: string) => ({
  table: 'favourites',
  key: String(id),
  rev,
  row: { id, on: true, at: 0, filling },
})

it('answers no more bytes of rows than an answer carries, and leaves the rest for the next push', async () => {
  const filling = 'x'.repeat(ANSWER_BYTES / 10)
  const large = {
    'favourite.set': async ({ rev }: { rev: number }, { id }: { id: number }) => ({
      kind: 'accepted',
      rows: [row(id, rev, filling)],
    }),
  }
  const progress = { blocked: new Set<string>(), bytes: 0 }
  const results = await execute(market.db, originOf(large), favours(40), progress)
  expect(results.length).toBeGreaterThan(0)
  expect(results.length).toBeLessThanOrEqual(10)
  let rest = results.length
  while (progress.bytes < ANSWER_BYTES)
    rest += (await execute(market.db, originOf(large), favours(40).slice(rest), progress)).length
  expect(rest).toBe(10)
})

describe('the time of one transaction', () => {
  let now = 0
  beforeEach(() => {
    // Whole milliseconds: sums of fractions may come out above what was added.
    now = Math.ceil(performance.now())
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    return () => vi.restoreAllMocks()
  })
  /** Each takes so long. */
  const taking = (ms: number, meanwhile: () => void = () => undefined) => ({
    'favourite.set': async () => {
      now += ms
      meanwhile()
      return { kind: 'accepted', rows: [] }
    },
  })
  const seqs = async (mutations: object): Promise<number[]> =>
    (await execute(market.db, originOf(mutations), favours(9), { blocked: new Set(), bytes: 0 })).map((r) => r.seq)

  it('is short while others wait for the only session', async () => {
    const others: Promise<unknown>[] = []
    const meanwhile = (): void => void others.push(sql`select 1`.execute(market.db))
    expect(await seqs(taking(TRANSACTION_MS + 1, meanwhile))).toEqual([1])
    await Promise.all(others)
  })

  it('is longer while nobody waits, and has an end', async () => {
    expect(await seqs(taking(ALONE_MS / 2))).toEqual([1, 2, 3])
  })

  it('has one intent at least', async () => {
    expect(await seqs(taking(2 * ALONE_MS))).toEqual([1])
  })
})

it('gives each row once, with the last result that has it', () => {
  const [a, b] = [row(1, 5, 'first'), row(1, 5, 'second')] as never[]
  expect(
    eachRowOnce([
      { seq: 1, outcome: 'accepted', rows: [a!] },
      { seq: 2, outcome: 'accepted', rows: [b!] },
    ]).map((r) => r.rows),
  ).toEqual([[], [b]])
})

it('gives a row that one result has twice as it was last', () => {
  const [a, b, other] = [row(1, 5, 'set'), row(1, 5, 'ended'), row(2, 5, 'other')] as never[]
  expect(eachRowOnce([{ seq: 1, outcome: 'accepted', rows: [a!, other!, b!] }]).map((r) => r.rows)).toEqual([
    [other, b],
  ])
})

it('keeps what was decided and no row, and for ever only what had an effect', async () => {
  await giveMoney(market.db, uid, 1_000_000)
  const shop = await makeShop(market.db, [{ stock: 10 }])
  const remark = 'Ring twice at the blue door'
  const addressId = await makeAddress(market.db, uid)
  const p = await placing(market.db, shop.shopId, addressId, [{ id: shop.ids[0]!, num: 1 }], { remark })
  const id = orderRefOf(p.clientOrderId, p.shopId)
  const intents = [
    { seq: 1, name: 'order.place', payload: p, createdAt: 0 },
    ...Array.from({ length: 20 }, (_, i) => ({ seq: i + 2, name: 'order.cancel', payload: { id }, createdAt: 0 })),
  ]
  const body = { v: 1, uid, incarnation, now: 0, intents }
  const answer = (await market.call('/api/sync/push', body, await market.login(person))).data as {
    results: PushResult[]
  }
  expect(new Set(answer.results.map((r) => r.outcome))).toEqual(new Set(['accepted']))
  const { rows } = await sql<{ seq: number; kept: boolean; text: string }>`
    select seq, kept, result::text as text from outcomes where user_id = ${uid}::uuid order by seq`.execute(market.db)
  expect(rows.map((r) => r.kept)).toEqual([true, true, ...Array.from({ length: 19 }, () => false)])
  expect(rows.every((r) => !r.text.includes(remark) && r.text.length < 300)).toBe(true)
})

/** Gives the person own lists at revs of their feed, each with a name so long (characters). */
async function listsAt(revs: readonly number[], characters: number): Promise<void> {
  const head = Math.max(...revs)
  await sql`
    insert into feeds (user_id, rev, stamp) values (${uid}::uuid, ${head}::bigint, 1)
      on conflict (user_id) do update set rev = ${head}::bigint, stamp = 1`.execute(market.db)
  await sql`
    insert into own_lists (user_id, id, name, deleted, at, rev)
      select ${uid}::uuid, gen_random_uuid(), ${'x'.repeat(characters)}, false, now(), n
      from unnest(${revs}::bigint[]) n`.execute(market.db)
}
const upTo = (last: number, from = 1): number[] => Array.from({ length: last - from + 1 }, (_, i) => from + i)

/** Pulls the whole feed; the revs of each page's rows, and the bytes of each page. */
async function pages(): Promise<{ revs: number[]; bytes: number }[]> {
  const read: { revs: number[]; bytes: number }[] = []
  for (let cursor = 0, more = true; more;) {
    const page = await pullFeed(market.db, uid, cursor, undefined)
    read.push({ revs: page.changes.map((c) => c.rev), bytes: bytesOf(page.changes) })
    more = page.more
    cursor = Number(page.cursor)
  }
  return read
}

it('cuts a page of a feed by bytes as well as by rows', async () => {
  await listsAt(upTo(400), 60_000)
  const read = await pages()
  expect(Math.max(...read.map(({ bytes }) => bytes))).toBeLessThanOrEqual(ANSWER_BYTES)
  expect(read.flatMap(({ revs }) => revs)).toEqual(upTo(400))
})

it('cuts it where large rows follow on many small ones, too', async () => {
  await listsAt(upTo(300), 10)
  await listsAt(upTo(500, 301), 60_000)
  const read = await pages()
  expect(Math.max(...read.map(({ bytes }) => bytes))).toBeLessThanOrEqual(ANSWER_BYTES)
  expect(read.flatMap(({ revs }) => revs)).toEqual(upTo(500))
})

it('gives what was committed together in one page, however large it is, and by itself', async () => {
  await listsAt(upTo(3), 10)
  await listsAt(
    Array.from({ length: 50 }, () => 4),
    60_000,
  )
  await listsAt([5], 10)
  expect((await pages()).map(({ revs }) => [...new Set(revs)])).toEqual([[1, 2, 3], [4], [5]])
})
