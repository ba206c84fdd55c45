import { afterEach, describe, expect, it } from 'vitest'
import { accepted, desk, endDesk, fence, nothingNew, uid } from '../../../tests/support/device/sender-desk.ts'
import { until } from '../../../tests/support/device/world.ts'
import { commit } from '../enqueue/commit.ts'

afterEach(endDesk)

const after = (ms: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, ms)
  })

// Seen by the simulation: a tab that was hidden when its stream broke came to sight, and heard of nothing for minutes.
it('listens for pokes again when asked to try, however long its wait was', async () => {
  const d = await desk({ hidden: true, random: 0.99, speed: 1000, patience: 200_000 })
  void d.hold()
  await until('it waits for minutes', () => d.begun.long > 0)
  const { listening } = d.begun
  d.sender.probe()
  await until('it listens', () => d.begun.listening > listening)
})

// Seen in a journey: the network was back within two seconds of the last try, and the device slept for twenty.
it('tries once more after the gap when asked right after a try, however often it is asked', async () => {
  const d = await desk({
    ...{ random: 0.99, speed: 20, patience: 10_000 },
    pull: (nth) => (nth < 7 ? { kind: 'unreachable' } : nothingNew),
  })
  void d.hold()
  await until('it waits for so long that only a probe makes it try', () => d.sent['sync.pull'] === 5)
  d.sender.probe()
  await until('that try failed, too', () => d.sent['sync.pull'] === 6)
  for (let i = 0; i < 5; i++) d.sender.probe()
  await until('it tried once more', () => d.sent['sync.pull'] > 6, 2000)
})

describe('a clock that goes back', () => {
  it('does not stretch the pause after a failure', async () => {
    const d = await desk({ push: (intents, nth) => (nth === 1 ? { kind: 'unreachable' } : accepted(intents, nth)) })
    await d.enqueue()
    void d.hold()
    await until('the first try failed', () => d.sent['sync.push'] === 1)
    d.clock.offset = -86_400_000
    await until('it is sent again', () => d.empty(), 2000)
  })

  it('does not stretch the wait that a server asked for', async () => {
    const d = await desk({
      push: (intents, nth) =>
        nth === 1
          ? { kind: 'accepted', data: { results: [{ seq: intents[0]!.seq, outcome: 'busy', rows: [] }] } }
          : accepted(intents, nth),
    })
    await d.enqueue()
    void d.hold()
    await until('it was told to wait', async () => (await d.db.outbox.toArray())[0]?.state === 'waiting')
    d.clock.offset = -86_400_000
    await until('it is sent again', () => d.empty(), 3000)
  })
})

describe('the sender', () => {
  it('tries in spite of a device that says for ever that it has no network', async () => {
    const d = await desk({ speed: 100, online: () => false })
    await d.enqueue()
    void d.hold()
    await until('it was sent', () => d.empty(), 2000)
  })

  it('takes an answer that was under way when the network went for no proof of a network', async () => {
    let online = true
    const d = await desk({
      online: () => online,
      pull: () => {
        online = false
        return nothingNew
      },
    })
    void d.hold()
    await until('the network went during a pull', () => !online)
    await d.enqueue()
    d.sender.kick()
    await after(100)
    expect([d.sent['sync.push'], (await d.db.outbox.get(1))?.state]).toEqual([0, 'pending'])
  })

  it('sends what another tab recorded although its word of it was lost', async () => {
    const d = await desk({ speed: 100 })
    void d.hold()
    await until('it has begun', () => d.sent['sync.pull'] > 0)
    await after(20)
    await d.enqueue()
    await until('it was sent', () => d.empty(), 2000)
  })

  it('sends what stood behind one that a pull has settled', async () => {
    const outcome = { seq: 1, outcome: 'accepted' as const, rows: [] }
    const d = await desk({
      push: (intents, nth) => (nth === 1 ? { kind: 'updateNeeded' } : accepted(intents, nth)),
      pull: () => ({
        kind: 'accepted',
        data: { uid, cursor: '1', more: false, reset: false, changes: [], outcomes: [outcome] },
      }),
    })
    await commit(d.db, fence, [
      {
        intentId: 'first',
        name: 'favourite.set',
        payload: { id: 1, on: true },
        createdAt: 1,
        deps: [],
        confirmBy: null,
      },
    ])
    void d.hold()
    await until('the first is held', async () => (await d.db.outbox.get(1))?.state === 'held')
    await commit(d.db, fence, [
      {
        intentId: 'second',
        name: 'favourite.set',
        payload: { id: 1, on: false },
        createdAt: 2,
        deps: [],
        confirmBy: null,
      },
    ])
    d.sender.kick()
    d.sender.probe()
    await until('the second was sent', () => d.empty(), 2000)
  })

  it('does not hammer a server that leaves results out', async () => {
    const d = await desk({ push: () => ({ kind: 'accepted', data: { results: [] } }) })
    await d.enqueue()
    void d.hold()
    await after(700)
    expect(d.sent['sync.push']).toBeGreaterThan(0)
    expect(d.sent['sync.push']).toBeLessThan(6)
  })

  it('does not hammer a server whose feed has more for ever', async () => {
    const d = await desk({
      pull: () => ({
        kind: 'accepted',
        data: { uid, cursor: '0', more: true, reset: false, changes: [], outcomes: [] },
      }),
    })
    void d.hold()
    await after(700)
    expect(d.sent['sync.pull']).toBeLessThan(6)
  })

  it('does not hammer a server that does not know its token', async () => {
    const d = await desk({ pull: () => ({ kind: 'sessionGone' }) })
    void d.hold()
    await after(300)
    expect(d.sent['sync.pull']).toBeLessThan(3)
  })

  it('waits as long as a pull was told to', async () => {
    const d = await desk({ pull: (nth) => (nth === 1 ? { kind: 'busy', retryAfter: 60_000 } : nothingNew) })
    void d.hold()
    await after(1500)
    expect(d.sent['sync.pull']).toBe(1)
  })

  it('gives up a lease that another tab was granted', async () => {
    const d = await desk()
    void d.hold()
    await until('it has begun', () => d.sent['sync.pull'] > 0)
    await d.db.meta.put({ key: 'lease', epoch: 2, heartbeat: 0 })
    await d.enqueue()
    d.sender.kick()
    await until('it has ended', () => d.holding.ended, 1000)
  })

  it('ends with the error when what runs beside it breaks', async () => {
    const d = await desk()
    const outbox = d.db.outbox as unknown as { count: () => Promise<number>; toCollection: () => never }
    outbox.count = async () => {
      throw new TypeError('broken')
    }
    outbox.toCollection = () => {
      throw new TypeError('broken')
    }
    await expect(Promise.race([d.hold(), after(1000)])).rejects.toThrow('broken')
  })
})
