import { describe, expect, it } from 'vitest'
import { newIdb } from '../../tests/support/device/fake-idb.ts'
import { createCommands } from './commands.ts'
import type { Session } from '../session/session.ts'
import type { Device } from '../session/device.ts'
import type { Env } from '../env/env.ts'
import type { BroughtAnswers } from '../catalogue/keep-document.ts'
import type { Follower } from '../catalogue/follower.ts'
import { openUserStore } from '../session/user-store.ts'

const uid = '00000000-0000-4000-8000-000000000001'

/**
 * A device on which somebody else has signed in since; `spoke` are the sessions in whose name the server was called.
 */
async function overtaken() {
  const env = { ...newIdb(), now: () => 1000, online: () => true } as unknown as Env
  const person = await openUserStore(env, uid, null, () => undefined)
  const mine = { person } as Session
  const spoke: unknown[] = []
  const device = {
    env,
    session: async () => ({}) as Session,
    exchange: async (_name: string, _input: unknown, at?: Session) => {
      spoke.push(at)
      person.db.close()
      return { kind: 'accepted', data: { rows: [] } }
    },
  }
  return { calls: createCommands(device as unknown as Device, {} as Follower, {} as BroughtAnswers), mine, spoke }
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
    const paid = await (
      await calls.lazy()
    )['order.pay']({ ids: ['an-order'], password: 'a long enough one' } as never, mine)
    expect(paid.kind).toBe('accepted')
    expect(spoke).toHaveLength(1)
    expect(spoke[0]).toBe(mine)
  })
})
