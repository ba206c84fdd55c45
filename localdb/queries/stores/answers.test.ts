import { expect, it } from 'vitest'
import type { StoreQuote, StoreReview } from '#contract/stores/schema-answer-rows.ts'
import type { UserReader } from '../../read.ts'
import { answersWaiting, requestById, requestsUnder, reviewsUnder } from './answers.ts'

const NOW = 10_000
const offer = (until: number) => ({ by: 'store', at: 2, lines: [], until })
const quote = (id: string, at: number, more: Partial<StoreQuote> = {}) => ({
  key: id,
  pending: id === 'b' ? 1 : 0,
  shown: { id, at, state: 'open', rounds: [], goods: '', deleted: false, ...more } as unknown as StoreQuote,
})
const review = (id: number, more: Partial<StoreReview> = {}) => ({
  key: String(id),
  pending: 0,
  shown: { id, at: id, rating: 5, reply: null, hidden: false, deleted: false, ...more } as StoreReview,
})
const quotes = [
  quote('a', 5),
  quote('b', 3),
  quote('c', 4, { state: 'offered', rounds: [offer(NOW + 1)] as StoreQuote['rounds'] }),
  quote('d', 6, { state: 'offered', rounds: [offer(NOW)] as StoreQuote['rounds'] }),
  quote('e', 7, { state: 'accepted', rounds: [offer(NOW + 1)] as StoreQuote['rounds'] }),
  quote('f', 8, { deleted: true }),
]
const reviews = [
  review(1),
  review(2, { rating: 2, reply: 'Sorry' }),
  review(3, { rating: 1 }),
  review(4, { hidden: true }),
  review(5, { deleted: true }),
]
const table = <T extends { key: string }>(rows: T[]) => ({
  toArray: () => Promise.resolve(rows),
  get: (key: string) => Promise.resolve(rows.find((row) => row.key === key)),
})
const goods = [{ key: 'g', shown: { id: 'g', deleted: false } }]
const user = {
  storeQuotes: table([...quotes, quote('h', 1, { goods: 'g', state: 'declined' })]),
  storeReviews: table(reviews),
  goods: table(goods),
} as unknown as UserReader

const ids = async (filter: Parameters<typeof requestsUnder>[0], most = 10) =>
  (await requestsUnder(filter, most, NOW)(user)).items.map(({ id }) => id)

it('requests that wait come in the order in which they were made, others the newest first; an offer past its time is none', async () => {
  expect(await ids('waiting')).toEqual(['b', 'a'])
  expect(await ids('offered')).toEqual(['c'])
  expect(await ids('agreed')).toEqual(['e'])
  expect(await ids('all')).toEqual(['e', 'd', 'a', 'c', 'b', 'h'])
  const { items, counts } = await requestsUnder('waiting', 1, NOW)(user)
  expect(items.map(({ id, pending }) => [id, pending])).toEqual([['b', true]])
  expect(counts).toEqual({ waiting: 2, offered: 1, agreed: 1, all: 6 })
})

it('a request comes with its product as the store has it; one that is gone is not here', async () => {
  expect(await requestById('h')(user)).toMatchObject({ quote: { id: 'h', pending: false }, goods: { id: 'g' } })
  expect(await requestById('a')(user)).toMatchObject({ goods: undefined })
  expect(await requestById('f')(user)).toBeNull()
  expect(await requestById('z')(user)).toBeNull()
})

it('reviews come the newest first; one that is hidden waits for nobody', async () => {
  const under = async (filter: Parameters<typeof reviewsUnder>[0]) =>
    (await reviewsUnder(filter, 10)(user)).items.map(({ id }) => id)
  expect(await under('unanswered')).toEqual([3, 1])
  expect(await under('low')).toEqual([3, 2])
  expect(await under('answered')).toEqual([2])
  expect(await under('all')).toEqual([4, 3, 2, 1])
  expect((await reviewsUnder('all', 1)(user)).counts).toEqual({ unanswered: 2, low: 2, answered: 1, all: 4 })
  expect(await answersWaiting(user)).toEqual({ requests: 2, reviews: 2 })
})
