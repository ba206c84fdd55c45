import { describe, expect, it } from 'vitest'
import { newIdb } from '../../tests/support/fake-idb.ts'
import { createCalls } from './commands.ts'
import type { Desk } from '../session/session.ts'
import type { Device } from '../session/device.ts'
import type { Env } from '../env/env.ts'
import type { Freshness } from '../catalogue/follower.ts'
import { openPerson } from '../session/user-store.ts'

const uid = '00000000-0000-4000-8000-000000000001'

/**
 * A device on which somebody else has signed in since; `spoke` are the desks in whose name the server was called.
 */
async function overtaken() {
  const env = { ...newIdb(), now: () => 1000, online: () => true } as unknown as Env
  const person = await openPerson(env, uid, null, () => undefined)
  const mine = { person } as Desk
  const spoke: unknown[] = []
  const device = {
    env,
    desk: async () => ({}) as Desk,
    exchange: async (_name: string, _input: unknown, at?: Desk) => {
      spoke.push(at)
      person.db.close()
      return { kind: 'accepted', data: { rows: [] } }
    },
  }
  return { calls: createCalls(device as unknown as Device, {} as Freshness), mine, spoke }
}

describe('the commands', () => {
  it('of a person are none of those that act for anybody, whose session is not looked at', async () => {
    const { calls } = await overtaken()
    expect(Object.keys(calls.anyones).filter((name) => Object.hasOwn(calls.own, name))).toEqual([])
  })
})

describe('paying', () => {
  it('is done in the name of whose order it is, and is done although somebody else has signed in meanwhile', async () => {
    const { calls, mine, spoke } = await overtaken()
    const paid = await calls.own['order.pay']({ ids: ['an-order'], password: 'a long enough one' } as never, mine)
    expect(paid.kind).toBe('accepted')
    expect(spoke).toHaveLength(1)
    expect(spoke[0]).toBe(mine)
  })
})
