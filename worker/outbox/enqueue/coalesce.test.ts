import { describe, expect, it } from 'vitest'
import type { IntentRow } from '#localdb/schema.ts'
import '../../guess/all.ts'
import { coalesceIntent, type Working } from './coalesce.ts'
import type { AnyMirrorRow } from '../mirror.ts'

const KEY = 'favourites/9'
const LINE = 'cartLines/3:6:0'
let made = 0
const intent = (name: string, payload: unknown, key: string, more: Partial<IntentRow> = {}): IntentRow =>
  ({
    intentId: `i${++made}`,
    name,
    payload,
    keys: [key],
    lanes: ['l'],
    deps: [],
    state: 'pending',
    attempts: 0,
    createdAt: 1_000,
    ...more,
  }) as IntentRow
const favourite = (on: boolean, more: Partial<IntentRow> = {}) => intent('favourite.set', { id: 9, on }, KEY, more)
const add = (num: number, more: Partial<IntentRow> = {}) =>
  intent('cart.add', { id: 6, shopId: 3, variantId: 0, num, price: 500, currency: 'USD' }, LINE, more)

const working = (key: string, waiting: IntentRow[]): Working => ({
  byKey: new Map([[key, [...waiting]]]),
  added: [],
  changed: new Set(),
  removed: [],
  archived: [],
  heirs: new Map(),
})
const nothing: ReadonlyMap<string, AnyMirrorRow> = new Map()

describe('a new intent joins an earlier one', () => {
  it('that was never sent: the earlier one takes it in, and both keep their names', () => {
    const [earlier, row] = [add(2, { seq: 5, deps: ['x'] }), add(3, { deps: ['x'] })]
    const work = working(LINE, [earlier])
    coalesceIntent(row, work, nothing, 4)
    expect(earlier.payload).toMatchObject({ num: 5 })
    expect([...work.changed]).toEqual([earlier])
    expect(work.added).toEqual([])
    expect([...work.heirs]).toEqual([[row.intentId, earlier.intentId]])
    expect(work.archived).toEqual([{ ...row, state: 'superseded', by: earlier.intentId, endedAt: 1_000 }])
  })

  it('of the same group', () => {
    const work = working(LINE, [])
    coalesceIntent(add(2), work, nothing, 0)
    coalesceIntent(add(3), work, nothing, 0)
    expect(work.added.map((row) => row.payload)).toMatchObject([{ num: 5 }])
  })
})

describe('opposite ones cancel out', () => {
  it('and the one that stood in the outbox leaves it', () => {
    const [earlier, row] = [favourite(true, { seq: 5 }), favourite(false)]
    const work = working(KEY, [earlier])
    work.changed.add(earlier)
    coalesceIntent(row, work, nothing, 4)
    expect([work.removed, work.added, [...work.changed]]).toEqual([[5], [], []])
    expect(work.archived.map(({ intentId, state, by }) => [intentId, state, by])).toEqual([
      [earlier.intentId, 'cancelled', row.intentId],
      [row.intentId, 'cancelled', earlier.intentId],
    ])
  })

  it('within one group, and none of them is ever added', () => {
    const work = working(KEY, [])
    const other = favourite(true, { keys: ['favourites/8'], payload: { id: 8, on: true } })
    work.byKey.set('favourites/8', [])
    coalesceIntent(other, work, nothing, 0)
    coalesceIntent(favourite(true), work, nothing, 0)
    coalesceIntent(favourite(false), work, nothing, 0)
    expect(work.added).toEqual([other])
    expect([work.removed, work.archived.length]).toEqual([[], 2])
  })
})

describe('a new intent stands alone', () => {
  const alone = (row: IntentRow, earlier: IntentRow, opened = 0): void => {
    const before = structuredClone(earlier)
    const work = working(earlier.keys[0]!, [earlier])
    for (const key of row.keys) if (!work.byKey.has(key)) work.byKey.set(key, [])
    coalesceIntent(row, work, nothing, opened)
    expect(work.added).toEqual([row])
    for (const key of row.keys) expect(work.byKey.get(key)!.at(-1)).toBe(row)
    expect([earlier, work.archived, work.changed.size, work.removed]).toEqual([before, [], 0, []])
  }
  const two = ['favourites/9', 'favourites/8']
  const from = { incarnation: 'a', seq: 1, createdAt: 1, to: 'b' } as never

  it.each<[string, IntentRow, IntentRow]>([
    ['the earlier one is being sent', favourite(false), favourite(true, { seq: 5, state: 'sending' })],
    ['the earlier one was tried', favourite(false), favourite(true, { seq: 5, attempts: 1 })],
    ['the earlier one has ended', favourite(false), favourite(true, { seq: 5, state: 'rejected' })],
    ['the earlier one came from another device', favourite(false), favourite(true, { seq: 5, from })],
    ['it came from another device itself', favourite(false, { from }), favourite(true, { seq: 5 })],
    ['it would wait for more', favourite(false, { deps: ['x'] }), favourite(true, { seq: 5 })],
    ['it is of another kind', add(2), intent('cart.set', { id: 6, shopId: 3, variantId: 0, from: 1, to: 2 }, LINE)],
    ['it shows on two rows', favourite(false, { keys: two }), favourite(true, { seq: 5 })],
    ['the earlier one shows on two rows', favourite(false), favourite(true, { seq: 5, keys: two })],
    [
      'its kind never joins',
      intent('order.cancel', { id: 'o' }, 'orders/o'),
      intent('order.cancel', { id: 'o' }, 'orders/o', { seq: 5 }),
    ],
  ])('when %s', (_, row, earlier) => {
    alone(row, earlier)
  })

  it('behind what stood there when the database was opened: a copy of it would send that as it was', () => {
    alone(favourite(false), favourite(true, { seq: 5 }), 5)
  })

  it('when a limit would make one change of the two another than the two', () => {
    const set = (from: number, to: number, more: Partial<IntentRow> = {}) =>
      intent('cart.set', { id: 6, shopId: 3, variantId: 0, from, to }, LINE, more)
    const server = { id: 6, shopId: 3, variantId: 0, num: 1, ticked: true, seenPrice: 500, currency: 'USD', at: 1 }
    const [earlier, row] = [set(3, 1, { seq: 5 }), set(1, 4)]
    const work = working(LINE, [earlier])
    coalesceIntent(row, work, new Map([[LINE, { key: '3:6:0', server, shown: server, rev: 1 } as AnyMirrorRow]]), 0)
    expect(work.added).toEqual([row])
    expect(earlier.payload).toMatchObject({ from: 3, to: 1 })
  })
})
