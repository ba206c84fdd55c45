import { beforeEach, describe, expect, it } from 'vitest'
import { UNDO_WITHIN } from '#contract/orders/states.ts'
import { newSealKey } from '#localdb/seal.ts'
import { LeaseLost } from './fence.ts'
import { grant } from './sender/lease.ts'
import { settleIntents } from './settle.ts'
import { opened, take } from './take.ts'
import type { Env } from '../env/env.ts'
import { uid, fence, intent, add, favour, openOutbox, type TestOutbox } from '../../tests/support/device/outbox.ts'

let outbox: TestOutbox
beforeEach(async () => {
  outbox = await openOutbox()
})

describe('taking a batch', () => {
  it('lets an entry that waits hold its own lanes and no other', async () => {
    await outbox.enqueue(add(7, 2), favour(9, true), favour(10, true))
    const { intents } = await take(outbox.db, fence, 1, 5000)
    expect(intents.map((i) => i.name)).toEqual(['cart.add', 'favourite.set', 'favourite.set'])
    await settleIntents(outbox.db, fence, 1, 5000, {
      settlements: [
        { seq: 1, event: 'busy', notBefore: 9000 },
        { seq: 2, event: 'accepted' },
        { seq: 3, event: 'lost' },
      ],
      changes: [],
    })
    await outbox.enqueue(add(8, 1), favour(11, true))
    const second = await take(outbox.db, fence, 1, 6000)
    expect(second.intents.map((i) => i.seq)).toEqual([3, 5])
    expect(second.nextAt).toBe(9000)
    const third = await take(outbox.db, fence, 1, 9000)
    expect(third.intents.map((i) => i.seq)).toEqual([1, 4])
  })

  it('lets what may be taken back wait for its time, with what stands behind it and nothing else', async () => {
    const id = '00000000-0000-4000-8000-0000000000aa:1'
    await outbox.enqueue(intent('order.cancel', { id }), intent('order.receive', { id }), favour(9, true))
    const { createdAt } = (await outbox.db.outbox.get(1))!
    const names = async (now: number): Promise<string[]> =>
      (await take(outbox.db, fence, 1, now)).intents.map((i) => i.name)
    const first = await take(outbox.db, fence, 1, createdAt + UNDO_WITHIN - 1)
    expect([first.intents.map((i) => i.name), first.nextAt]).toEqual([['favourite.set'], createdAt + UNDO_WITHIN])
    expect(await names(createdAt + UNDO_WITHIN)).toEqual(['order.cancel', 'order.receive'])
  })

  it('lets nothing wait for a clock that was put back', async () => {
    await outbox.enqueue(intent('order.cancel', { id: '00000000-0000-4000-8000-0000000000aa:1' }))
    const { createdAt } = (await outbox.db.outbox.get(1))!
    expect((await take(outbox.db, fence, 1, createdAt - 86_400_000)).intents).toHaveLength(1)
  })

  it('holds a single thing behind a clear that names it', async () => {
    await outbox.enqueue(favour(9, true), favour(10, true))
    await take(outbox.db, fence, 1, 5000)
    await settleIntents(outbox.db, fence, 1, 5000, {
      settlements: [
        { seq: 1, event: 'accepted' },
        { seq: 2, event: 'accepted' },
      ],
      changes: [],
    })
    await outbox.enqueue(intent('favourite.clear', { ids: [9, 10] }), favour(10, true), favour(12, true))
    const [clear] = (await take(outbox.db, fence, 1, 5000)).intents
    await settleIntents(outbox.db, fence, 1, 5000, {
      settlements: [
        { seq: clear!.seq, event: 'busy', notBefore: 9000 },
        { seq: clear!.seq + 1, event: 'notTried' },
        { seq: clear!.seq + 2, event: 'accepted' },
      ],
      changes: [],
    })
    expect((await take(outbox.db, fence, 1, 6000)).intents).toEqual([])
  })

  describe('from a long queue of which most is held', () => {
    const held = 2_600
    /**
     * One conflict in the cart, and a long queue behind it; in its midst a clear of favourites that the cart does not
     * hold.
     */
    const fill = async (): Promise<void> => {
      await outbox.enqueue(add(7, 1))
      await outbox.db.outbox.update(1, { state: 'conflict' })
      const row = (await outbox.db.outbox.get(1))!
      const behind = Array.from({ length: held }, (_, i) => ({
        ...row,
        seq: i + 2,
        intentId: `behind-${i}`,
        state: 'pending' as const,
      }))
      await outbox.db.outbox.bulkPut(behind)
      // One of two lanes: what holds the one holds the other behind it.
      await outbox.db.outbox.update(300, { lanes: ['cart', 'favourite:9'] })
    }

    it('finds what may go, and what stands behind one of two lanes stays behind it', async () => {
      await fill()
      await outbox.enqueue(favour(9, true), favour(10, true))
      expect((await take(outbox.db, fence, 1, 5000)).intents.map((i) => i.payload)).toEqual([{ id: 10, on: true }])
    })

    it('lets a gesture be recorded in between, however long it is', async () => {
      await fill()
      const events: string[] = []
      const taking = take(outbox.db, fence, 1, 5000).then(() => events.push('taken'))
      await outbox.enqueue(favour(11, true)).then(() => events.push('saved'))
      await taking
      expect(events).toEqual(['saved', 'taken'])
    })
  })

  it('ignores a wait that only a clock that jumped can explain', async () => {
    await outbox.enqueue(add(7, 2))
    await take(outbox.db, fence, 1, 5000)
    await settleIntents(outbox.db, fence, 1, 5000, {
      settlements: [{ seq: 1, event: 'busy', notBefore: 63_000_000_000 }],
      changes: [],
    })
    expect((await take(outbox.db, fence, 1, 6000)).intents).toHaveLength(1)
  })

  it('sets aside, in sight, a row that no longer fits its schema, and sends the rest', async () => {
    await outbox.enqueue(add(7, 2), favour(9, true))
    await outbox.db.outbox.update(1, { payload: { id: 'seven' } })
    expect((await take(outbox.db, fence, 1, 5000)).intents.map((i) => i.seq)).toEqual([2])
    expect(await outbox.db.quarantine.toArray()).toMatchObject([{ row: { seq: 1, state: 'quarantined' } }])
    expect(await outbox.db.cartLines.count()).toBe(0)
  })

  it('sets nothing aside that does not open once another tab sends', async () => {
    const vault = { uid, key: await newSealKey() }
    await outbox.enqueue(
      intent('address.put', { id: '00000000-0000-4000-8000-00000000000a', patch: { city: 'not sealed' }, baseRev: 0 }),
    )
    const batch = await take(outbox.db, fence, 1, 5000)
    await grant({ now: () => 6000 } as Env, outbox.db, fence)
    await expect(opened(outbox.db, fence, 1, vault, batch, 7000)).rejects.toBeInstanceOf(LeaseLost)
    expect([(await outbox.db.outbox.get(1))?.state, await outbox.db.quarantine.count()]).toEqual(['unknown', 0])
    await take(outbox.db, fence, 2, 7000)
    expect(await opened(outbox.db, fence, 2, vault, batch, 7000)).toEqual([])
    expect([await outbox.db.outbox.count(), await outbox.db.quarantine.count()]).toEqual([0, 1])
  })

  it('sends again, as unknown, what was in flight when the lease was taken', async () => {
    await outbox.enqueue(add(7, 2))
    await take(outbox.db, fence, 1, 5000)
    const epoch = await grant({ now: () => 6000 } as Env, outbox.db, fence)
    expect(epoch).toBe(2)
    expect((await outbox.db.outbox.get(1))?.state).toBe('unknown')
    expect((await take(outbox.db, fence, 2, 6000)).intents).toHaveLength(1)
  })
})
