import { afterEach, describe, expect, it } from 'vitest'
import { openUserDb, type UserDb } from '#localdb/open.ts'
import type { IntentState } from '#localdb/schema.ts'
import { newIdb } from '../../../tests/support/device/fake-idb.ts'
import { DeviceLocks } from '../../../tests/support/device/locks.ts'
import { until } from '../../../tests/support/device/world.ts'
import type { Env } from '../../env/env.ts'
import { commit } from '../enqueue/commit.ts'
import type { Fence } from '../fence.ts'
import { queueForLease, type Lease } from './lease.ts'

// Two tabs that want the lease, and a clock that runs two hundred times as fast.

const uid = '00000000-0000-4000-8000-000000000001'
const fence: Fence = { proto: 1, incarnation: 'incarnation-1', uid }
const SPEED = 200
const leases: Lease[] = []
afterEach(async () => {
  await Promise.all(leases.splice(0).map((lease) => lease.stop()))
})

async function phone() {
  const db: UserDb = await openUserDb(uid, newIdb())
  await db.meta.put({ key: 'fence', ...fence })
  const clock = { offset: 0 }
  const reports: unknown[] = []
  const locks = new DeviceLocks()
  const env = {
    locks,
    now: () => 1_700_000_000_000 + performance.now() * SPEED + clock.offset,
    report: (error: unknown) => reports.push(error),
    later: (ms: number, run: () => void) => {
      const timer = setTimeout(run, ms / SPEED)
      return () => clearTimeout(timer)
    },
  } as unknown as Env
  const held: string[] = []
  const queued = new Set<string>()
  // It never shows that it lives, as a frozen one.
  const untilLost = async (lost: AbortSignal): Promise<boolean> => {
    await new Promise<void>((done) => {
      lost.addEventListener('abort', () => done())
    })
    return true
  }
  const tab = (name: string, work = untilLost): void => {
    leases.push(
      queueForLease(env, db, fence, {
        hold: async (_epoch, lost) => {
          held.push(name)
          return work(lost)
        },
        waiting: () => void queued.add(name),
        failed: env.report,
      }),
    )
  }
  const waiting = async (state: IntentState): Promise<void> => {
    await commit(db, fence, [
      { intentId: 'a', name: 'favourite.set', payload: { id: 1, on: true }, createdAt: 1, deps: [], confirmBy: null },
    ])
    await db.outbox.update(1, { state })
  }
  return { db, env, clock, held, queued, tab, waiting, reports }
}
const seconds = (count: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, (count * 1000) / SPEED)
  })

describe('a holder that shows no life', () => {
  it.each(['pending', 'unknown', 'waiting'] as const)('loses the lease while an intent is %s', async (state) => {
    const p = await phone()
    p.tab('frozen')
    await until('it holds', () => p.held.length === 1)
    await p.waiting(state)
    p.tab('other')
    await until('the other holds', () => p.held.includes('other'), 1000)
    expect(p.reports).toEqual([])
  })

  it('loses it also when the clock was set back', async () => {
    const p = await phone()
    p.tab('frozen')
    await until('it holds', () => p.held.length === 1)
    await p.waiting('pending')
    p.clock.offset = -86_400_000
    p.tab('other')
    await until('the other holds', () => p.held.includes('other'), 1000)
  })

  it('keeps it while nothing waits', async () => {
    const p = await phone()
    p.tab('idle')
    await until('it holds', () => p.held.length === 1)
    p.tab('other')
    await seconds(60)
    expect(p.held).toEqual(['idle'])
    expect([...p.queued]).toEqual(['other'])
  })

  it('is still watched after a look at it failed', async () => {
    const p = await phone()
    p.tab('frozen')
    await until('it holds', () => p.held.length === 1)
    await p.waiting('pending')
    const get = p.db.meta.get.bind(p.db.meta)
    let broken = true
    Object.assign(p.db.meta, { get: (key: string) => (broken ? Promise.reject(new Error('a hiccup')) : get(key)) })
    p.tab('other')
    await seconds(20)
    broken = false
    await until('the other holds', () => p.held.includes('other'), 1000)
    expect(p.reports.length).toBeGreaterThan(0)
  })
})

describe('giving up the lease', () => {
  it('is for good where the holder is done', async () => {
    const p = await phone()
    p.tab('once', async () => false)
    await until('it held', () => p.held.length > 0)
    p.tab('other')
    await until('the other holds', () => p.held.includes('other'))
    await p.waiting('pending')
    await seconds(60)
    expect(p.held).toEqual(['once', 'other'])
    expect(p.queued).toEqual(new Set())
  })

  it('does not wait for the pause after an error', async () => {
    const p = await phone()
    // No pause ever ends.
    Object.assign(p.env, { later: () => () => undefined })
    Object.assign(p.db, { transaction: () => Promise.reject(new TypeError('broken')) })
    p.tab('one')
    await until('it broke', () => p.reports.length > 0)
    await leases.pop()!.stop()
  })
})
