import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newIdb } from '../../tests/support/device/fake-idb.ts'
import type { Gesture } from '../api/worker-api.ts'
import type { Env } from '../env/env.ts'
import { openUserStore, recordGesture, type UserStore } from './user-store.ts'

// Gestures follow each other faster than the cipher seals.

const uid = '00000000-0000-4000-8000-000000000001'
const id = '00000000-0000-4000-8000-00000000000a'

let person: UserStore
let env: Env
let sealing = 0
let mostSealing = 0
beforeEach(async () => {
  env = { ...newIdb(), now: () => 1000, online: () => true } as unknown as Env
  person = await openUserStore(env, uid, null, () => undefined)
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
  vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...args) => {
    mostSealing = Math.max(mostSealing, ++sealing)
    await new Promise((done) => {
      setTimeout(done, 30)
    })
    sealing--
    return encrypt(...args)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  person.db.close()
})
const act = (intentId: string, gesture: Omit<Gesture, 'intentId'>) =>
  recordGesture(person, env, [{ ...gesture, intentId } as Gesture])
const put = (intentId: string) =>
  act(intentId, { name: 'address.put', payload: { id, patch: { city: 'Tyre' }, baseRev: 0 } })
const inDefault = (intentId: string) => act(intentId, { name: 'address.default', payload: { id } })
const recorded = async () => (await person.db.outbox.toArray()).map((row) => row.intentId)

describe('gestures', () => {
  it('are recorded in the order in which they were made, though one must be sealed and the next need not', async () => {
    const saved = await Promise.all([
      put('first'),
      inDefault('second'),
      act('third', { name: 'favourite.set', payload: { id: 9, on: true } }),
    ])
    expect(saved).toEqual([{ kind: 'saved' }, { kind: 'saved' }, { kind: 'saved' }])
    expect(await recorded()).toEqual(['first', 'second', 'third'])
  })

  it('do not wait for ever for one that cannot be sealed', async () => {
    vi.mocked(crypto.subtle.encrypt).mockRejectedValueOnce(new DOMException('no', 'OperationError'))
    const [first, ...others] = await Promise.allSettled([put('first'), put('second'), inDefault('third')])
    expect([first.status, ...others.map((each) => each.status)]).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(await recorded()).toEqual(['second', 'third'])
  })

  it('are sealed side by side', async () => {
    mostSealing = 0
    await Promise.all(Array.from({ length: 20 }, (_, i) => put(`gesture-${i}`)))
    expect(mostSealing).toBe(20)
  })
})
