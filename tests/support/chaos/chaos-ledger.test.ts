import { beforeEach, expect, it } from 'vitest'
import { seededRandom } from '#server/seed/random.ts'
import { Ledger } from '../../e2e/chaos/ledger.ts'

// The ledger of the browser chaos can tell: each way in which a shop may differ from what was said.

const buyer = { uid: 'robin', email: '', password: '', addressId: '' }
let ledger: Ledger
/** Adds of one product, in their order; on it is nothing else. */
let adds: { intentId: string; product: number; num: number }[]
const answers = (...words: ('saved' | 'refused' | 'failed')[]): void =>
  words.forEach((word, i) => ledger.hear(adds[i]!.intentId, word))
const judge = (num: number) => ledger.judge(new Map([[`robin add ${adds[0]!.product}`, num]]))
const sound = { lost: [], forgiven: 0, doubled: [], crossed: [], other: [] }

beforeEach(() => {
  for (let seed = 1; ; seed++) {
    ledger = new Ledger(
      1,
      Array.from({ length: 9 }, (_, i) => i),
      seededRandom(seed),
    )
    adds = ledger
      .gestures(buyer, 3)
      .flatMap((g) =>
        g.name === 'cart.add' ? [{ intentId: g.intentId, product: g.payload.id, num: g.payload.num }] : [],
      )
    if (adds.length === 3 && new Set(adds.map((a) => a.product)).size === 1) return
  }
})

it('says nothing against what was saved and is there once, or was not heard of and is there or not', () => {
  expect(adds.map((a) => a.num)).toEqual([1, 3, 9])
  answers('saved', 'saved')
  expect(judge(4)).toMatchObject({ ...sound, asked: 3, saved: 2 })
  expect(judge(13)).toMatchObject(sound)
})

it('sees what was doubled beside one of which nothing was heard', () => {
  answers('saved', 'saved')
  for (const num of [5, 7, 8, 14]) expect(judge(num).doubled, `${num} pieces`).not.toEqual([])
  expect(judge(40).crossed).not.toEqual([])
})

it('sees what is gone', () => {
  answers('saved', 'saved', 'saved')
  expect(judge(4).lost).toEqual([`robin add ${adds[0]!.product}: 9`])
})

it('does not let what was called refused or failed take effect', () => {
  answers('saved', 'failed', 'refused')
  expect(judge(1)).toMatchObject({ ...sound, failed: 1 })
  expect(judge(13).other).toHaveLength(2)
})

it('forgives only what had not been sent when site data was cleared, and no more of it than was told', () => {
  answers('saved', 'saved', 'saved')
  const [first, second, third] = adds.map((a) => a.intentId) as [string, string, string]
  ledger.clearings.push({
    uid: 'robin',
    unsent: new Map([
      [first, first],
      [second, first],
    ]),
    reported: 1,
  })
  expect(judge(9)).toMatchObject({ ...sound, forgiven: 2 })
  // Sent before, and gone all the same.
  expect(judge(4).lost).toHaveLength(1)
  ledger.clearings.splice(0, 1, {
    uid: 'robin',
    unsent: new Map([
      [first, first],
      [third, third],
    ]),
    reported: 1,
  })
  expect(judge(3).lost).toEqual(['robin: 2 with cleared site data, told as 1'])
  ledger.clearings.splice(0, 1, { uid: 'alex', unsent: new Map([[first, first]]), reported: 5 })
  expect(judge(12).lost).toHaveLength(1)
})
