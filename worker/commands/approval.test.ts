import { describe, expect, it } from 'vitest'
import type { Approval, Approved } from '#contract/withdrawals/approval.ts'
import * as schema from '#contract/withdrawals/schema-approval.ts'
import { openDevice } from '#localdb/device.ts'
import { isApproved } from '#server/signer/protocol/approval.ts'
import { newIdb } from '../../tests/support/device/fake-idb.ts'
import type { CallOutcome } from '../api/worker-api.ts'
import type { Env } from '../env/env.ts'
import type { Session } from '../session/session.ts'
import { forgetApprovalKey } from '../session/wipe.ts'
import { approvalCommands, APPROVAL_KEYS_MAX } from './approval.ts'

const withdrawal: Approved = {
  id: '00000000-0000-4000-8000-000000000001',
  network: 'tron',
  asset: 'tUSDT',
  address: 'test-tron-00112233445566778899',
  amount: '2000000000',
  fee: '1500000',
}
const sessionOf = (uid: string, guest = false): Session => ({ person: { uid, guest } }) as unknown as Session
const dataOf = <T>(outcome: CallOutcome<T>): T => {
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind)
  return outcome.data
}

/** A device with its store, and what one of its people asks of it. */
function newDevice() {
  const store = openDevice(newIdb())
  const calls = approvalCommands({ store, env: { now: () => 1_800_000_000_000 } as Env })
  return {
    store,
    calls,
    key: async (uid: string, make = false) => dataOf(await calls['approval.key']({ make }, sessionOf(uid))).key,
    sign: async (uid: string, more: object = {}): Promise<Approval | undefined> =>
      dataOf(await calls['approval.sign']({ ...withdrawal, ...more }, sessionOf(uid))).approval,
  }
}

describe('an approval key', () => {
  it('is made once for each person, when they want one', async () => {
    const { key } = newDevice()
    expect(await key('robin')).toBeNull()
    const [made, again] = await Promise.all([key('robin', true), key('robin', true)])
    expect(again).toBe(made)
    expect([await key('robin', true), await key('robin')]).toEqual([made, made])
    expect(await key('kim')).toBeNull()
    expect(await key('kim', true)).not.toBe(made)
  })

  it('is kept so that no script can export it', async () => {
    const { store, key } = newDevice()
    await key('robin', true)
    const [{ privateKey } = { privateKey: undefined }] = (await store.read('approvalKeys'))!
    expect(privateKey).toMatchObject({ type: 'private', extractable: false, usages: ['sign'] })
    for (const format of ['pkcs8', 'jwk'] as const)
      await expect(crypto.subtle.exportKey(format, privateKey!)).rejects.toThrow(/extractable/)
  })

  it('is refused to guests', async () => {
    const { calls } = newDevice()
    expect(await calls['approval.key']({ make: true }, sessionOf('guest', true))).toEqual({
      kind: 'refused',
      refusal: { reason: 'pleaseLogin' },
    })
  })

  it('is deleted with its account; the oldest goes when there are too many', async () => {
    const { store, key } = newDevice()
    const people = Array.from({ length: APPROVAL_KEYS_MAX + 1 }, (_, n) => `person ${n}`)
    for (const one of people) await key(one, true)
    expect((await store.read('approvalKeys'))!.map(({ uid }) => uid)).toEqual(people.slice(1))
    await forgetApprovalKey(store, people[2]!)
    expect([await key(people[2]!), typeof (await key(people[3]!))]).toEqual([null, 'string'])
  })
})

describe('a signature', () => {
  it('is right for its withdrawal as the signer sees it, and for no other', async () => {
    const { key, sign } = newDevice()
    const made = await key('robin', true)
    const approval = (await sign('robin'))!
    expect(approval.key).toBe(made)
    expect(schema.ApprovalSchema.parse(approval)).toEqual(approval)
    expect(await isApproved(withdrawal, approval)).toBe(true)
    for (const other of [{ amount: '2000000001' }, { fee: '0' }, { address: 'test-tron-x' }, { network: 'bitcoin' }])
      expect(await isApproved({ ...withdrawal, ...other } as Approved, approval)).toBe(false)
  })

  it('is not made without a key, or for an unsupported coin', async () => {
    const { key, sign } = newDevice()
    expect(await sign('robin')).toBeUndefined()
    await key('robin', true)
    expect([await sign('robin', { asset: 'XYZ' }), await sign('robin', { network: 'newer' })]).toEqual([
      undefined,
      undefined,
    ])
  })
})
