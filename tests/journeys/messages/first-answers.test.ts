import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ANSWER_SLOW } from '#contract/stores/first-answers.ts'
import { reckonFirstAnswers } from '#server/talks/first-answers.ts'
import { writeAnswer } from '#server/talks/answers.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { makeShop } from '../../support/market/orders.ts'

// How soon a store answers is reckoned from its conversations, and every buyer sees it before they write.

const HOUR = 3_600_000
const DAY = 24 * HOUR

let market: TestMarket
let now = Date.now()
beforeAll(async () => {
  market = await openTestMarket({ now: () => now, anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
})
afterAll(() => market.close())

/** Somebody new asks a store something, and is answered after so long (ms), or not at all. */
async function asks(to: number, answered: number | undefined): Promise<void> {
  const person = await market.person()
  const token = await market.login(person)
  const talk = randomUUID()
  const line = { id: randomUUID(), talk, to, subject: null, text: 'Is it blue?' }
  expect((await market.call('/api/talk/send', line, token)).code).toBe(1)
  if (answered === undefined) return
  for (const ms of [answered, answered + DAY])
    expect(await writeAnswer(market.db, { user_id: person.uid, id: talk }, 'It is.', now + ms)).toBe(true)
}
const shown = async (id: number): Promise<unknown> => {
  const { data } = await market.call('/api/index/shop_info', { id })
  return (data as { store: { answersIn: number | null } }).store.answersIn
}

const named = `a store shows how soon half of those who ask are answered (${process.env['MARKET_DB'] ?? 'pglite'})`
it(named, async () => {
  const [store, other] = [await makeShop(market.db, [{}]), await makeShop(market.db, [{}])]
  await asks(store.shopId, HOUR / 2)
  await asks(store.shopId, 3 * HOUR)
  now += 2 * DAY
  await reckonFirstAnswers(market.db, now)
  expect(await shown(store.shopId), 'two are too few').toBeNull()

  await asks(store.shopId, 10 * HOUR)
  now += 2 * DAY
  expect(await reckonFirstAnswers(market.db, now)).toBe(1)
  expect([await shown(store.shopId), await shown(other.shopId)]).toEqual([4, null])
  expect(await reckonFirstAnswers(market.db, now), 'nothing has changed').toBe(0)

  // An unanswered question counts once it has waited for a day.
  for (let n = 0; n < 4; n++) await asks(store.shopId, undefined)
  now += 2 * HOUR
  expect(await reckonFirstAnswers(market.db, now)).toBe(0)
  now += 8 * DAY
  expect(await reckonFirstAnswers(market.db, now)).toBe(1)
  expect(await shown(store.shopId)).toBe(ANSWER_SLOW)

  // Conversations of more than three months ago count no more.
  now += 100 * DAY
  expect(await reckonFirstAnswers(market.db, now)).toBe(1)
  expect(await shown(store.shopId)).toBeNull()
})
