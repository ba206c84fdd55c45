import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PushIntent } from '#contract/schema/sync.ts'
import type { EndpointName } from '#contract/registry.ts'
import { newSealKey } from '#localdb/seal.ts'
import { openUserDb } from '#localdb/open.ts'
import { newIdb } from '../../tests/support/fake-idb.ts'
import { until } from '../../tests/support/world.ts'
import type { Env } from '../env/env.ts'
import type { WireOutcome } from '../wire/envelope.ts'
import { commit } from './commit.ts'
import type { Fence } from './fence.ts'
import { createSender } from './sender.ts'

// The sender alone, in front of a server that misbehaves and a clock that runs `speed` times as fast.

const uid = '00000000-0000-4000-8000-000000000001'
const fence: Fence = { proto: 1, incarnation: 'incarnation-1', uid }
type Answer = (intents: PushIntent[], nth: number) => WireOutcome
const accepted: Answer = (intents) => ({
  kind: 'accepted',
  data: { results: intents.map(({ seq }) => ({ seq, outcome: 'accepted', rows: [] })) },
})
const nothingNew: WireOutcome = {
  kind: 'accepted',
  data: { uid, cursor: '0', more: false, reset: false, changes: [], outcomes: [] },
}

let end = async (): Promise<void> => {}
afterEach(() => end())

async function desk(
  options: {
    hidden?: boolean
    random?: number
    patience?: number
    speed?: number
    push?: Answer
    pull?: (nth: number) => WireOutcome
    online?: () => boolean
  } = {},
) {
  const db = await openUserDb(uid, newIdb())
  await db.meta.bulkPut([
    { key: 'fence', ...fence },
    { key: 'lease', epoch: 1, heartbeat: 0 },
  ])
  const { speed = 1, patience = Infinity } = options
  const begun = { long: 0, listening: 0 }
  const clock = { offset: 0 }
  const sent = { 'sync.push': 0, 'sync.pull': 0 }
  const env = {
    now: () => 1_700_000_000_000 + performance.now() * speed + clock.offset,
    later: (ms: number, run: () => void) => {
      // So long is never waited out here.
      if (ms > patience) {
        begun.long++
        return () => {}
      }
      const timer = setTimeout(run, ms / speed)
      return () => clearTimeout(timer)
    },
    online: options.online ?? (() => true),
    random: () => options.random ?? 0.01,
    fetch: async () => {
      begun.listening++
      return new Response(null, { status: 404 })
    },
    report: (error: unknown) => {
      throw error
    },
  } as unknown as Env
  const send = async (name: EndpointName, input: unknown): Promise<WireOutcome> => {
    const nth = ++sent[name as 'sync.push' | 'sync.pull']
    if (name === 'sync.pull') return options.pull?.(nth) ?? nothingNew
    return (options.push ?? accepted)((input as { intents: PushIntent[] }).intents, nth)
  }
  const sender = createSender({
    env,
    db,
    fence,
    vault: { uid, key: await newSealKey() },
    base: '',
    wire: { send: send as never },
    credentials: async () => ({ token: 'token', language: 'en' }),
    contact: async () => undefined,
    sessionGone: async () => undefined,
    visible: () => !options.hidden,
    pulled: () => undefined,
  })
  const lost = new AbortController()
  let gesture = 0
  const enqueue = (): Promise<void> =>
    commit(db, fence, [
      {
        intentId: `gesture-${++gesture}`,
        name: 'favourite.set',
        payload: { id: gesture, on: true },
        createdAt: 1,
        deps: [],
        confirmBy: null,
      },
    ])
  const holding = { ended: false }
  const hold = (): Promise<void> => {
    const held = sender.hold(1, lost.signal).finally(() => {
      holding.ended = true
    })
    end = async () => {
      lost.abort()
      await held.catch(() => undefined)
      db.close()
    }
    return held
  }
  return { db, clock, begun, sent, sender, enqueue, hold, holding, empty: async () => (await db.outbox.count()) === 0 }
}
const after = (ms: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, ms)
  })

// Seen by the simulation: a tab that was hidden when its stream broke came to sight, and heard of nothing for minutes.
it('listens for pokes anew when it is told to try, however long nobody looking it would have waited', async () => {
  const d = await desk({ hidden: true, random: 0.99, speed: 1000, patience: 200_000 })
  void d.hold()
  await until('it waits for minutes', () => d.begun.long > 0)
  const { listening } = d.begun
  d.sender.probe()
  await until('it listens', () => d.begun.listening > listening)
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
  it('looks at the outbox once for a gesture that goes through, and again for one that stays', async () => {
    const answers: Answer[] = [
      accepted,
      (intents) => ({
        kind: 'accepted',
        data: {
          results: intents.map(({ seq }) => ({
            seq,
            outcome: 'refused',
            refusal: { reason: 'productGone' },
            rows: [],
          })),
        },
      }),
    ]
    // No heartbeat, which looks for itself, and no pause of the stream.
    const d = await desk({ patience: 500, push: (intents, nth) => answers[nth - 1]!(intents, nth) })
    void d.hold()
    await until('it listens', () => d.begun.listening > 0 && d.sent['sync.pull'] > 0)
    const begin = vi.spyOn(d.db, 'transaction')
    const looks = (): number =>
      begin.mock.calls.filter(([mode, tables]) => mode === 'rw' && [tables].flat().includes(d.db.quarantine)).length
    const pulled = async (): Promise<void> => {
      const pulls = d.sent['sync.pull']
      d.sender.probe()
      await until('it pulls, which comes after all that is to be sent', () => d.sent['sync.pull'] > pulls)
    }
    await d.enqueue()
    d.sender.kick()
    await until('it was sent', () => d.empty())
    const once = looks()
    expect(once).toBe(1)
    d.clock.offset += 10_000
    await pulled()
    // The probe itself looks, too.
    expect(looks()).toBe(once + 1)
    await d.enqueue()
    d.sender.kick()
    await until('it was refused', async () => (await d.db.outbox.toArray())[0]?.state === 'rejected')
    await until('it has looked at what stands behind it', () => looks() === once + 3)
  })

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
