import { beforeEach, describe, expect, it } from 'vitest'
import { settlingOf } from './sender/push.ts'
import { settleIntents } from './settle.ts'
import { take } from './take.ts'
import { fence, line, add, set, favour, openOutbox, type TestOutbox } from '../../tests/support/device/outbox.ts'

let outbox: TestOutbox
beforeEach(async () => {
  outbox = await openOutbox()
})

describe('an answer', () => {
  it('that is missing a result leaves that one unknown, and one too many is passed over', async () => {
    await outbox.enqueue(add(7, 2), favour(9, true))
    const { intents } = await take(outbox.db, fence, 1, 5000)
    const settling = settlingOf(
      intents,
      {
        kind: 'accepted',
        data: {
          results: [
            { seq: 2, outcome: 'accepted', rows: [] },
            { seq: 99, outcome: 'accepted', rows: [] },
          ],
        },
      },
      5000,
    )
    await settleIntents(outbox.db, fence, 1, 5000, settling)
    expect(await outbox.waiting()).toEqual([['cart.add', intents[0]!.payload, 'unknown']])
  })

  it('older than what the row already holds never overwrites it', async () => {
    const row = (num: number) => ({ ...line(7), num, ticked: true, seenPrice: 500, currency: 'USD', at: 1 })
    await settleIntents(outbox.db, fence, 1, 5000, {
      settlements: [],
      changes: [{ table: 'cartLines', key: '3:7:0', rev: 9, row: row(5) }],
    })
    await settleIntents(outbox.db, fence, 1, 5000, {
      settlements: [],
      changes: [{ table: 'cartLines', key: '3:7:0', rev: 8, row: row(2) }],
    })
    expect(await outbox.shownNum(7)).toBe(5)
  })

  it('that refuses drops the intent from the fold and keeps it in sight with its reason', async () => {
    await outbox.enqueue(add(7, 2), set(7, 2, 6))
    await take(outbox.db, fence, 1, 5000)
    await settleIntents(outbox.db, fence, 1, 5000, {
      settlements: [{ seq: 1, event: 'refused', refusal: { reason: 'productGone' } }],
      changes: [],
    })
    expect((await outbox.db.outbox.get(1))?.last).toEqual({ reason: 'productGone' })
    expect(await outbox.db.cartLines.get('3:7:0')).toMatchObject({ shown: null, pending: 1 })
  })

  it('of a reset replaces everything the server ever said, and keeps what waits', async () => {
    const row = (id: number) => ({ ...line(id), num: 1, ticked: true, seenPrice: 500, currency: 'USD', at: 1 })
    await settleIntents(outbox.db, fence, 1, 5000, {
      settlements: [],
      changes: [{ table: 'cartLines', key: '3:7:0', rev: 9, row: row(7) }],
      cursor: '9',
    })
    await outbox.enqueue(add(8, 3))
    await settleIntents(outbox.db, fence, 1, 5000, {
      settlements: [],
      changes: [{ table: 'cartLines', key: '3:6:0', rev: 2, row: row(6) }],
      cursor: '2',
      reset: true,
    })
    expect((await outbox.db.cartLines.toArray()).map((r) => [r.key, r.shown?.num])).toEqual([
      ['3:6:0', 1],
      ['3:8:0', 3],
    ])
  })
})
