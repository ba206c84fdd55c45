import { expect } from 'vitest'
import type { Payload, StoreMutationName } from '#contract/registry.ts'
import type { StoreRole } from '#contract/stores/roles.ts'
import { deskId } from '#localdb/desk-id.ts'
import { sendingStates } from '#localdb/intent-states.ts'
import { settleAllOwed } from '#server/sync/owed.ts'
import { addMember } from '#server/members/members.ts'
import type { Gesture } from '#worker/api/worker-api.ts'
import type { TestMarket, TestPerson } from '../market/market.ts'
import { gesture, newDevice, type TestDevice, type TestTab } from '../device/world.ts'

/** Somebody who acts for a store, on a phone of their own with the store's desk open. */
export interface StaffPhone {
  person: TestPerson
  device: TestDevice
  tab: TestTab
  desk: string
}

/** Makes somebody a member of a store and opens its desk on their phone. */
export async function staffPhone(
  market: TestMarket,
  store: { shopId: number; uid: string },
  role: StoreRole,
): Promise<StaffPhone> {
  const person = await market.person()
  await market.db.transaction().execute((tx) => addMember(tx, store.shopId, person.uid, role))
  await settleAllOwed(market.db)
  const device = newDevice(market)
  const tab = device.tab()
  await tab.call('user.login', { email: person.email, password: person.password })
  await tab.ready()
  await expect.poll(async () => (await tab.call('store.open', { uid: store.uid }, person.uid)).kind).toBe('accepted')
  const phone = { person, device, tab, desk: deskId(store.uid, person.uid) }
  // Before that a test could take away a network on which the store's rows are still to come.
  await expect.poll(() => look(phone, (db) => db.storeNotice.count())).toBe(1)
  return phone
}

/** Does something at the desk, which the device must record. */
export async function does<N extends StoreMutationName>(p: StaffPhone, name: N, payload: Payload<N>): Promise<void> {
  expect(await p.tab.mutate([{ intentId: gesture(), name, payload } as Gesture], p.desk)).toEqual({ kind: 'saved' })
}

export const offline = (p: StaffPhone, on: boolean): void => {
  p.device.network.faults.offline = on
}

/** Sends and fetches everything, until nothing is left to send. */
export async function meet(p: StaffPhone): Promise<void> {
  offline(p, false)
  await p.tab.flush(true)
  await p.tab.call('shop.reach', {}, p.desk)
  const left = () => look(p, (db) => db.outbox.where('state').anyOf(sendingStates).count())
  await expect.poll(left).toBe(0)
}

/** Does something at the desk, and waits until the server has decided it. */
export async function sent<N extends StoreMutationName>(p: StaffPhone, name: N, payload: Payload<N>): Promise<void> {
  await does(p, name, payload)
  await meet(p)
}

type DeskDb = Awaited<ReturnType<TestDevice['userDb']>>

/** Reads the desk's database. */
export async function look<T>(
  { device, desk }: Pick<StaffPhone, 'device' | 'desk'>,
  read: (db: DeskDb) => Promise<T>,
): Promise<T> {
  const db = await device.userDb(desk)
  try {
    return await read(db)
  } finally {
    db.close()
  }
}

/** The reasons of the intents of the desk that were refused and not read yet, in their order. */
export const refusedOn = (p: Pick<StaffPhone, 'device' | 'desk'>) =>
  look(p, async (db) => (await db.outbox.toArray()).map((row) => row.last?.reason).filter(Boolean))
