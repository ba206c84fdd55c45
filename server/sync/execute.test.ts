import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PushIntent } from '#contract/sync/schema.ts'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { execute } from './execute.ts'
import type { Mutations } from './outcomes.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const favour = (seq: number, id: number): PushIntent => ({
  seq,
  name: 'favourite.set',
  payload: { id, on: true },
  createdAt: 0,
})
/** An error that a database throws, by its SQLSTATE. */
const state = (code: string): Error => Object.assign(new Error(code), { code })

it.each(['40P01', '40001'])(
  'runs one again that meets another transaction (%s), also beside one that is broken; nobody is told',
  async (code) => {
    const { uid } = await market.person()
    const tried: number[] = []
    const logged: unknown[] = []
    const broken = new Error('a bug')
    const mutations = {
      'favourite.set': async (_call: unknown, { id }: { id: number }) => {
        tried.push(id)
        if (id === 1) throw broken
        // Met when it is tried first, and not after.
        if (tried.filter((n) => n === id).length === 1) throw state(code)
        return { kind: 'accepted', rows: [] }
      },
    } as unknown as Mutations
    const origin = {
      userId: uid,
      incarnation: 'thephone',
      mutations,
      now: 0,
      clock: () => 0,
      log: (error: unknown) => {
        logged.push(error)
      },
    }
    const results = await execute(market.db, origin, [favour(1, 1), favour(2, 2), favour(3, 3)], {
      blocked: new Set(),
      bytes: 0,
    })
    expect(results.map((r) => `${r.seq} ${r.outcome}`)).toEqual(['1 busy', '2 accepted', '3 accepted'])
    expect(tried).toEqual([1, 1, 2, 2, 3, 3])
    expect(new Set(logged)).toEqual(new Set([broken]))
  },
)

it('refuses a text that the database cannot hold before it meets one, and nothing else of the push', async () => {
  const { uid } = await market.person()
  const reached: string[] = []
  const mutations = {
    'list.put': async (_call: unknown, { name }: { name: string }) => {
      reached.push(name)
      return { kind: 'accepted', rows: [] }
    },
  } as unknown as Mutations
  const origin = { userId: uid, incarnation: 'thephone', mutations, now: 0, clock: () => 0, log: expect.fail }
  const named = (seq: number, name: string): PushIntent => ({
    seq,
    name: 'list.put',
    payload: { id: '0b8a6e0e-6f0c-4f7d-8a67-0c9e5b7a2d90', name },
    createdAt: 0,
  })
  const intents = [named(1, 'a'), named(2, 'b\u0000'), named(3, '\\u0000')]
  const results = await execute(market.db, origin, intents, { blocked: new Set(), bytes: 0 })
  expect(results.map((r) => [r.outcome, r.refusal?.reason])).toEqual([
    ['accepted', undefined],
    ['refused', 'invalid'],
    ['accepted', undefined],
  ])
  expect(reached).toEqual(['a', '\\u0000'])
})
