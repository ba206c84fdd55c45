import { beforeEach, describe, expect, it } from 'vitest'
import { createEnqueue } from './enqueue.ts'
import { settleIntents } from '../settle.ts'
import { take } from '../take.ts'
import { isQuota } from '#localdb/storage-errors.ts'
import { fence, line, add, set, favour, openOutbox, type TestOutbox } from '../../../tests/support/device/outbox.ts'

let outbox: TestOutbox
beforeEach(async () => {
  outbox = await openOutbox()
})

const quiet = {
  saved: () => undefined,
  freeSpace: () => Promise.resolve(),
  report: (error: unknown) => {
    throw error
  },
}

describe('enqueue', () => {
  it('records a gesture once, however often it is repeated', async () => {
    const one = add(7, 2)
    await outbox.enqueue(one)
    await outbox.enqueue(one, one)
    expect(await outbox.shownNum(7)).toBe(2)
    expect(await outbox.db.outbox.count()).toBe(1)
  })

  it('adds up never-sent additions to a line, and remembers which gesture took the other in', async () => {
    const first = add(7, 2)
    const second = add(7, 5)
    await outbox.enqueue(first)
    await outbox.enqueue(second)
    expect(await outbox.waiting()).toEqual([
      ['cart.add', { ...line(7), num: 7, price: 500, currency: 'USD' }, 'pending'],
    ])
    expect(await outbox.db.archive.get(second.intentId)).toMatchObject({ state: 'superseded', by: first.intentId })
    expect(await outbox.shownNum(7)).toBe(7)
  })

  it('joins two of one group as it joins them apart', async () => {
    await outbox.enqueue(add(7, 2), add(7, 5), add(8, 1))
    expect(await outbox.db.outbox.count()).toBe(2)
    expect(await outbox.shownNum(7)).toBe(7)
  })

  it('sends nothing for a favourite that was set and unset', async () => {
    await outbox.enqueue(favour(9, true))
    await outbox.enqueue(favour(9, false))
    expect(await outbox.db.outbox.count()).toBe(0)
    expect(await outbox.db.favourites.count()).toBe(0)
  })

  it('does not cancel against what is still in flight', async () => {
    await outbox.enqueue(favour(9, true))
    await take(outbox.db, fence, 1, 5000)
    await outbox.enqueue(favour(9, false))
    await outbox.enqueue(favour(9, true))
    await outbox.enqueue(favour(9, false))
    expect(await outbox.waiting()).toEqual([
      ['favourite.set', { id: 9, on: true }, 'sending'],
      ['favourite.set', { id: 9, on: false }, 'pending'],
    ])
    expect((await outbox.db.favourites.get('9'))?.shown?.on).toBe(false)
  })

  it('never changes what was sent, even when the server did not try it', async () => {
    await outbox.enqueue(add(7, 2))
    await take(outbox.db, fence, 1, 5000)
    await settleIntents(outbox.db, fence, 1, 5000, { settlements: [{ seq: 1, event: 'notTried' }], changes: [] })
    await outbox.enqueue(add(7, 5))
    expect(await outbox.db.outbox.count()).toBe(2)
    expect(await outbox.shownNum(7)).toBe(7)
  })

  it('keeps the first quantity seen and the last wanted', async () => {
    await outbox.enqueue(add(7, 4), set(7, 4, 6), set(7, 6, 9))
    expect((await outbox.waiting()).at(-1)).toEqual(['cart.set', { ...line(7), from: 4, to: 9 }, 'pending'])
    expect(await outbox.shownNum(7)).toBe(9)
    await outbox.enqueue(set(7, 9, 4))
    expect(await outbox.db.outbox.count()).toBe(1)
    expect(await outbox.shownNum(7)).toBe(4)
  })

  it('saves the rest of a group of which one cannot be saved', async () => {
    const door = createEnqueue(outbox.db, fence, quiet)
    const broken = { ...add(7, 1), payload: { ...line(7), num: () => 1 } }
    const results = await Promise.allSettled([
      door.add([add(5, 1)]),
      door.add([add(6, 1)]),
      door.add([broken]),
      door.add([add(8, 1)]),
    ])
    expect(results.map((r) => r.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(await outbox.db.outbox.count()).toBe(3)
  })

  it('tries again on a full disk before what came later, in the order of the hand', async () => {
    let full = true
    const fill = (): void => {
      if (full) throw new DOMException('full', 'QuotaExceededError')
    }
    outbox.db.outbox.hook('creating', fill)
    let later: Promise<void> | undefined
    const door = createEnqueue(outbox.db, fence, {
      ...quiet,
      freeSpace: async () => {
        // The person's next gesture comes while room is made.
        later ??= door.add([favour(20, false)])
        await new Promise((done) => {
          setTimeout(done, 5)
        })
        full = false
      },
    })
    await door.add([favour(20, true), favour(21, true)])
    await later
    expect((await outbox.db.favourites.get('20'))?.shown?.on ?? false).toBe(false)
    expect(await outbox.waiting()).toEqual([['favourite.set', { id: 21, on: true }, 'pending']])
  })

  it('says that the disk is full when nothing could be made room of', async () => {
    let freed = 0
    outbox.db.outbox.hook('creating', () => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const door = createEnqueue(outbox.db, fence, {
      ...quiet,
      freeSpace: async () => {
        freed++
      },
    })
    const results = await Promise.allSettled([door.add([favour(20, true)]), door.add([favour(21, true)])])
    expect(results.map((r) => r.status === 'rejected' && isQuota(r.reason))).toEqual([true, true])
    expect(freed).toBe(2)
  })

  it('goes on when the listener of each commit fails', async () => {
    const reports: unknown[] = []
    let calls = 0
    const door = createEnqueue(outbox.db, fence, {
      ...quiet,
      saved: () => {
        if (calls++ === 0) throw new Error('nobody listens')
      },
      report: (error) => reports.push(error),
    })
    await door.add([favour(20, true)])
    await Promise.all([door.add([favour(21, true)]), door.add([favour(22, true)])])
    expect(await outbox.db.outbox.count()).toBe(3)
    expect(reports).toHaveLength(1)
  })
})
