import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Output } from '#contract/registry.ts'
import type { TakenFrom } from '#contract/sync/schema.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../tests/support/market/market.ts'

let market: TestMarket
let shop: { shopId: number; ids: number[] }
let person: TestPerson
let token: string
const incarnation = 'thephone'

beforeAll(async () => {
  market = await openTestMarket()
  shop = await market.products(1)
})
afterAll(() => market.close())
beforeEach(async () => {
  person = await market.person()
  token = await market.login(person)
})

const adopt = (to: string, seqs: number[], uid = person.uid) =>
  market.call('/api/sync/adopt', { uid, incarnation, to, seqs }, token)
/** The phone sends what is under these ids. */
const push = (...seqs: number[]) => pushAs(incarnation, seqs)
async function pushAs(
  incarnation: string,
  seqs: number[],
  from?: Omit<TakenFrom, 'seq' | 'createdAt'>,
): Promise<Output<'sync.push'>['results']> {
  const payload = { id: shop.ids[0]!, shopId: shop.shopId, variantId: 0, num: 1, price: 500, currency: 'USD' }
  const answer = await market.call(
    '/api/sync/push',
    {
      v: 1,
      uid: person.uid,
      incarnation,
      now: 0,
      intents: seqs.map((seq) => ({
        seq,
        name: 'cart.add',
        payload,
        createdAt: 0,
        ...(from && { from: { ...from, seq, createdAt: 0 } }),
      })),
    },
    token,
  )
  return (answer.data as Output<'sync.push'>).results
}
const inCart = async () =>
  (await market.db.selectFrom('cart_lines').select('num').where('user_id', '=', person.uid).execute()).map(
    (row) => row.num,
  )
const taken = (to: string, seq: number) => ({
  seq,
  outcome: 'refused',
  refusal: { reason: 'cancelled', params: { to } },
  rows: [],
})

it('gives what never came to the first who asks, and tells every other so', async () => {
  expect((await adopt('thetablet', [1, 2, 2])).data).toEqual({
    results: [taken('thetablet', 1), taken('thetablet', 2)],
  })
  expect((await adopt('thelaptop', [1, 3])).data).toEqual({ results: [taken('thetablet', 1), taken('thelaptop', 3)] })
  expect((await adopt('thetablet', [1])).data).toEqual({ results: [taken('thetablet', 1)] })
  expect(await push(1, 3)).toEqual([taken('thetablet', 1), taken('thelaptop', 3)])
  expect(await inCart()).toEqual([])
})

it('answers the outcome of what had come, or had been taken back', async () => {
  const [result] = await push(1)
  await market.call('/api/sync/void', { uid: person.uid, incarnation, seq: 2 }, token)
  expect((await adopt('thetablet', [1, 2])).data).toEqual({
    results: [
      { ...result, rows: [] },
      { seq: 2, outcome: 'refused', refusal: { reason: 'cancelled' }, rows: [] },
    ],
  })
  expect(await inCart()).toEqual([1])
})

it('does not give away what was so long ago that its outcome is gone', async () => {
  await market.db.insertInto('incarnations').values({ user_id: person.uid, incarnation, purged_through: 5 }).execute()
  expect((await adopt('thetablet', [5, 6])).data).toEqual({
    results: [{ seq: 5, outcome: 'refused', refusal: { reason: 'idPurged' }, rows: [] }, taken('thetablet', 6)],
  })
})

it("a guest's id may have taken effect when its outcome is gone; one out of a file was only given away", async () => {
  await market.db
    .insertInto('incarnations')
    .values({ user_id: person.uid, incarnation: 'theguest', purged_through: 5 })
    .execute()
  const from = { incarnation: 'theguest', to: 'themerge' }
  expect(await pushAs('thetablet', [1], { ...from, guest: true })).toMatchObject([
    { outcome: 'refused', refusal: { reason: 'idPurged' } },
  ])
  expect(await pushAs('thetablet', [6], { ...from, guest: true })).toMatchObject([{ outcome: 'accepted' }])
  expect(await pushAs('thelaptop', [6], { ...from, to: 'othermerge', guest: true })).toMatchObject([
    taken('themerge', 6),
  ])
  expect(await pushAs('thelaptop', [2], from)).toMatchObject([{ outcome: 'accepted' }])
  expect(await inCart()).toEqual([2])
})

it("is only for one's own", async () => {
  expect((await adopt('thetablet', [1], (await market.person()).uid)).data).toEqual({ reason: 'wrongOwner' })
})
