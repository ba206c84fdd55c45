import { afterEach, describe, expect, it } from 'vitest'
import { UNSENT_PASS_MIN } from '#contract/wire/limits.ts'
import { GUEST } from '#localdb/schema.ts'
import { newIdb } from '../../tests/support/device/fake-idb.ts'
import { quickKeys } from '../../tests/support/device/quick-keys.ts'
import type { Env } from '../env/env.ts'
import { openUserStore, recordGesture, type UserStore } from '../session/user-store.ts'
import { exportUnsent } from './export.ts'
import type { UnsentHeader } from './file-schema.ts'
import { headerOf, openFile } from './file.ts'

const uid = '00000000-0000-4000-8000-000000000001'
const PASS = 'a phrase of mine'
const at = Date.UTC(2026, 4, 3)

quickKeys()

const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

async function person(who = uid): Promise<{ env: Env; person: UserStore }> {
  const env = { ...newIdb(), now: () => at, online: () => true } as unknown as Env
  const opened = await openUserStore(env, who, null, () => undefined)
  ends.push(() => opened.db.close())
  return { env, person: opened }
}
const address = {
  id: '00000000-0000-4000-8000-00000000000a',
  patch: { country: 'LB', city: 'Tyre' },
  baseRev: 0,
}

describe('saving what waits in a file', () => {
  it('writes it in its order, opened, and marks it as tried', async () => {
    const { env, person: p } = await person()
    const { db } = p
    for (const [intentId, id] of [
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['d', 4],
    ] as const)
      await recordGesture(p, env, [{ intentId, name: 'favourite.set', payload: { id, on: true } }])
    await db.outbox.update(2, { attempts: 3, state: 'unknown', incarnation: 'ponmlkjihgfedcba', deps: ['a'] })
    await db.outbox.update(3, { state: 'rejected' })
    await db.outbox.update(4, { state: 'sending', confirmBy: 7_000 })
    const answer = await exportUnsent(env, p, PASS)
    if (answer.kind !== 'accepted') throw new Error(answer.kind)
    expect(answer.data).toMatchObject({ name: 'unsent-2026-05-03.sealed', intents: 3, unreadable: 0 })
    const header = headerOf(answer.data.bytes) as UnsentHeader
    expect(header).toMatchObject({ uid, incarnation: p.fence.incarnation, createdAt: at })
    const common = { name: 'favourite.set', createdAt: at }
    expect(await openFile(answer.data.bytes, header, PASS)).toEqual([
      { ...common, seq: 1, intentId: 'a', payload: { id: 1, on: true }, confirmBy: null, deps: [] },
      {
        ...common,
        seq: 2,
        intentId: 'b',
        payload: { id: 2, on: true },
        confirmBy: null,
        deps: ['a'],
        incarnation: 'ponmlkjihgfedcba',
      },
      { ...common, seq: 4, intentId: 'd', payload: { id: 4, on: true }, confirmBy: 7_000, deps: [] },
    ])
    expect((await db.outbox.toArray()).map((row) => [row.seq, row.attempts, row.state])).toEqual([
      [1, 1, 'pending'],
      [2, 3, 'unknown'],
      [3, 0, 'rejected'],
      [4, 1, 'sending'],
    ])
  })

  it('opens what is sealed on the device', async () => {
    const { env, person: p } = await person()
    await recordGesture(p, env, [{ intentId: 'a', name: 'address.put', payload: address }])
    expect(JSON.stringify((await p.db.outbox.toArray())[0]!.payload)).not.toContain('Tyre')
    const answer = await exportUnsent(env, p, PASS)
    if (answer.kind !== 'accepted') throw new Error(answer.kind)
    const [intent] = (await openFile(answer.data.bytes, headerOf(answer.data.bytes) as UnsentHeader, PASS))!
    expect(intent!.payload).toEqual(address)
  })

  it('counts what could not be sent from here either, and leaves it out', async () => {
    const { env, person: p } = await person()
    for (const intentId of ['a', 'b', 'c', 'd'])
      await recordGesture(p, env, [{ intentId, name: 'follow.set', payload: { id: intentId.charCodeAt(0), on: true } }])
    await p.db.outbox.update(1, { name: 'follow.juggle' as never })
    await p.db.outbox.update(2, { payload: { id: 'two' } })
    await p.db.outbox.update(3, { deps: undefined as never })
    const answer = await exportUnsent(env, p, PASS)
    expect(answer).toMatchObject({ kind: 'accepted', data: { intents: 1, unreadable: 3 } })
  })
})

describe('nothing is saved', () => {
  it('for a guest', async () => {
    const { env, person: p } = await person(GUEST)
    expect(await exportUnsent(env, p, PASS)).toEqual({ kind: 'refused', refusal: { reason: 'pleaseLogin' } })
  })

  it('under a passphrase that is too short, counted in characters', async () => {
    const { env, person: p } = await person()
    await recordGesture(p, env, [{ intentId: 'a', name: 'favourite.set', payload: { id: 1, on: true } }])
    const short = '🐪'.repeat(UNSENT_PASS_MIN - 1)
    expect(await exportUnsent(env, p, short)).toEqual({
      kind: 'refused',
      refusal: { reason: 'passwordTooShort', params: { min: UNSENT_PASS_MIN } },
    })
    expect((await p.db.outbox.toArray())[0]!.attempts).toBe(0)
    expect(await exportUnsent(env, p, `${short}!`)).toMatchObject({ kind: 'accepted' })
  })

  it('from a database that another has closed', async () => {
    const { env, person: p } = await person()
    await p.db.meta.update('fence', { closed: true } as never)
    await expect(exportUnsent(env, p, PASS)).rejects.toThrow()
  })
})
