import { describe, expect, it } from 'vitest'
import { openDevice, type DeviceStore } from '#localdb/device.ts'
import { GUEST } from '#localdb/schema.ts'
import { newIdb } from '../../tests/support/device/fake-idb.ts'
import type { Env } from '../env/env.ts'
import { createEvictions } from './eviction.ts'
import { openUserStore, recordGesture, type UserStore } from './user-store.ts'

/** A browser that can take everything away from under those who live. */
function device() {
  let idb = newIdb()
  let real = openDevice(idb)
  const store: DeviceStore = { read: (key) => real.read(key), write: (key, change) => real.write(key, change) }
  const open = (): Promise<UserStore> =>
    openUserStore({ ...idb, now: () => 1000, online: () => true } as unknown as Env, GUEST, null, () => undefined)
  const clear = (): void => {
    idb = newIdb()
    real = openDevice(idb)
  }
  return { store, open, clear }
}
const favour = (person: UserStore, id: number) =>
  recordGesture(person, { now: () => 1000 } as Env, [
    { intentId: `i${id}`, name: 'favourite.set', payload: { id, on: true } },
  ])
const losses = async ({ db }: UserStore): Promise<unknown[]> =>
  (await db.quarantine.toArray()).map(({ reason, row }) => [reason, (row as { intents: number }).intents])

describe('storage taken away while we live', () => {
  it('is reported with how much had not been sent, once, also by two tabs', async () => {
    const d = device()
    const [one, other] = [createEvictions(d.store), createEvictions(d.store)]
    const before = await d.open()
    await one.report(before, 1)
    await favour(before, 1)
    one.recorded(1)
    await other.report(before, 1)
    await favour(before, 2)
    // Not looked at yet: it counts from the moment it was called saved.
    one.recorded(1)
    d.clear()
    const after = await d.open()
    await other.report(after, 2)
    await one.report(after, 2)
    expect(await losses(after)).toEqual([['lost', 2]])
    await one.report(after, 3)
    expect(await losses(after)).toHaveLength(1)
  })

  it('is no loss when nothing waited, and neither is a database opened again', async () => {
    const d = device()
    const evictions = createEvictions(d.store)
    const before = await d.open()
    await evictions.report(before, 1)
    await favour(before, 1)
    evictions.recorded(1)
    before.db.close()
    const again = await d.open()
    await evictions.report(again, 2)
    expect(await losses(again)).toEqual([])
    await again.db.outbox.clear()
    await evictions.count(again)
    d.clear()
    const after = await d.open()
    await evictions.report(after, 3)
    expect(await losses(after)).toEqual([])
  })
})
