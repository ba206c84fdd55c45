import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deskId } from '#localdb/desk-id.ts'
import { openDevice } from '#localdb/device.ts'
import type { StoreMutationName, Payload } from '#contract/registry.ts'
import { settleAllOwed } from '#server/sync/owed.ts'
import { addMember, endMember } from '#server/members/members.ts'
import type { Gesture, MutateOutcome } from '#worker/api/worker-api.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import { giveMoney, makeAddress, makeShop, placing, type TestShop } from '../../support/market/orders.ts'
import { act, endDevices, gesture, newDevice, type TestDevice, type TestTab } from '../../support/device/world.ts'

// A store on the phones of its members: each sends under their own token, and no change is lost, doubled or another's.

interface Phone {
  person: TestPerson
  device: TestDevice
  tab: TestTab
  desk: string
}

let market: TestMarket
let store: TestShop
let owner: Phone
let staff: Phone
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
})
afterAll(async () => {
  await endDevices()
  await market.close()
})
beforeEach(async () => {
  store = await makeShop(market.db, [{ stock: 500 }])
  owner = await phone(await member('owner'))
  staff = await phone(await member('staff'))
})

async function member(role: 'owner' | 'staff'): Promise<TestPerson> {
  const person = await market.person()
  await market.db.transaction().execute((tx) => addMember(tx, store.shopId, person.uid, role))
  // As the operator's transaction leaves it: owed to both feeds, until the timer or a pull.
  await settleAllOwed(market.db)
  return person
}
async function signIn(device: TestDevice, person: TestPerson): Promise<TestTab> {
  const tab = device.tab()
  await tab.call('user.login', { email: person.email, password: person.password })
  await tab.ready()
  return tab
}
async function phone(person: TestPerson, device = newDevice(market)): Promise<Phone> {
  const tab = await signIn(device, person)
  const desk = deskId(store.uid, person.uid)
  await expect.poll(async () => (await open({ person, device, tab, desk })).kind).toBe('accepted')
  return { person, device, tab, desk }
}
const open = ({ tab, person }: Phone) => tab.call('store.open', { uid: store.uid }, person.uid)
const does = <N extends StoreMutationName>(p: Phone, name: N, payload: Payload<N>): Promise<MutateOutcome> =>
  p.tab.mutate([{ intentId: gesture(), name, payload } as Gesture], p.desk)

async function notice({ device, desk }: Phone): Promise<string | undefined> {
  const db = await device.userDb(desk)
  const row = await db.storeNotice.get('notice')
  db.close()
  return row?.shown?.announcement
}
async function waiting({ device, desk }: Phone): Promise<number> {
  const db = await device.userDb(desk)
  const n = await db.outbox.count()
  db.close()
  return n
}
const atServer = async (): Promise<string | undefined> =>
  (
    await market.db
      .selectFrom('store_notices')
      .select('announcement')
      .where('store_id', '=', store.shopId)
      .executeTakeFirst()
  )?.announcement
const done = () =>
  market.db
    .selectFrom('outcomes')
    .select(['by_person', 'incarnation', 'seq'])
    .where('user_id', '=', store.uid)
    .execute()
const databases = async ({ device }: Phone): Promise<string[]> =>
  (await device.idb.indexedDB.databases()).map((d) => d.name ?? '')

describe(`a store on its members' phones (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('shows at once what is said without a network, and has it on the other phone when there is one', async () => {
    staff.device.network.faults.offline = true
    expect(await does(staff, 'store.notice', { announcement: 'Back on Monday' })).toEqual({ kind: 'saved' })
    expect(await notice(staff)).toBe('Back on Monday')
    expect(await atServer()).toBe('')
    staff.device.network.faults.offline = false
    await staff.tab.flush(true)
    await staff.tab.call('shop.reach', {}, staff.desk)
    await expect.poll(() => notice(owner)).toBe('Back on Monday')
    await expect.poll(() => waiting(staff)).toBe(0)
    expect((await done()).map((o) => o.by_person)).toEqual([staff.person.uid])
  })

  it('sees an order come and be paid, with its address sealed on the disk', async () => {
    const buyer = await market.person()
    const token = await market.login(buyer)
    await giveMoney(market.db, buyer.uid, 1_000_000)
    const addressId = await makeAddress(market.db, buyer.uid, { recipient: 'Ottilie Quastenberg' })
    const p = await placing(market.db, store.shopId, addressId, [{ id: store.ids[0]!, num: 3 }])
    expect((await market.call('/api/order/place', p, token)).code).toBe(1)
    const id = `${p.clientOrderId}:${store.shopId}`
    await market.call('/api/order/pay', { ids: [id], password: buyer.password }, token)
    const sale = async (): Promise<string | undefined> => {
      const db = await staff.device.userDb(staff.desk)
      const row = await db.sales.get(id)
      db.close()
      expect(JSON.stringify(row ?? null)).not.toContain('Quastenberg')
      return row?.shown?.state
    }
    await expect.poll(sale).toBe('paid')
    const own = await staff.device.userDb(staff.person.uid)
    expect(await own.sales.count()).toBe(0)
    own.close()
  })

  it('does once what was answered into nowhere, and what a killed process had begun', async () => {
    staff.device.network.faults.loseAnswers = 1
    await does(staff, 'store.notice', { announcement: 'one' })
    await does(staff, 'store.notice', { announcement: 'two' })
    staff.tab.kill()
    staff.tab = staff.device.tab()
    await staff.tab.ready()
    expect((await open(staff)).kind).toBe('accepted')
    await expect.poll(() => waiting(staff)).toBe(0)
    expect(await atServer()).toBe('two')
    const ids = (await done()).map((o) => `${o.incarnation}:${o.seq}`)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('is sent with no page open', async () => {
    staff.device.network.faults.offline = true
    await does(staff, 'store.notice', { announcement: 'from the pocket' })
    staff.tab.kill()
    staff.device.network.faults.offline = false
    expect(await staff.device.drain()).toBe('done')
    expect(await atServer()).toBe('from the pocket')
  })

  it('keeps apart what is a person’s and what is the store’s', async () => {
    const heart = { intentId: gesture(), name: 'favourite.set', payload: { id: store.ids[0]!, on: true } } as Gesture
    expect(await staff.tab.mutate([heart], staff.desk)).toMatchObject({ refusal: { reason: 'wrongOwner' } })
    const change = { intentId: gesture(), name: 'store.notice', payload: { announcement: 'x' } } as Gesture
    expect(await staff.tab.mutate([change], staff.person.uid)).toMatchObject({ refusal: { reason: 'wrongOwner' } })
    expect(await owner.tab.mutate([change], staff.desk)).toMatchObject({ refusal: { reason: 'wrongOwner' } })
    const stranger = await market.person()
    const tab = await signIn(newDevice(market), stranger)
    expect(await tab.call('store.open', { uid: store.uid }, stranger.uid)).toMatchObject({
      refusal: { reason: 'wrongOwner' },
    })
    expect(await atServer()).toBe('')
  })

  it('never sends under another member what one left unsent on the same phone', async () => {
    staff.device.network.faults.offline = true
    await does(staff, 'store.notice', { announcement: 'by the staff' })
    expect(await staff.tab.call('user.logout', { unsent: 'keep' }, staff.person.uid)).toMatchObject({
      kind: 'accepted',
    })
    staff.device.network.faults.offline = false
    const second = await phone(owner.person, staff.device)
    await does(second, 'store.notice', { announcement: 'by the owner' })
    await expect.poll(() => waiting(second)).toBe(0)
    expect(await atServer()).toBe('by the owner')
    expect(await waiting(staff)).toBe(1)
    // Back again, it goes under their own name.
    await second.tab.call('user.logout', { unsent: 'keep' }, owner.person.uid)
    const back = await phone(staff.person, staff.device)
    await expect.poll(() => waiting(back)).toBe(0)
    expect(await atServer()).toBe('by the staff')
    expect((await done()).map((o) => o.by_person)).toEqual([owner.person.uid, staff.person.uid])
  })

  it('is wiped when the person signs out with nothing left to send', async () => {
    await expect.poll(() => databases(staff)).toContain(`caravan-user-${staff.desk}`)
    await staff.tab.call('user.logout', { unsent: 'keep' }, staff.person.uid)
    await expect.poll(() => databases(staff)).not.toContain(`caravan-user-${staff.desk}`)
  })

  it('ends with the membership: refused at once, told what was not sent, kept in a file, wiped', async () => {
    await does(staff, 'store.notice', { announcement: 'in time' })
    await expect.poll(() => waiting(staff)).toBe(0)
    staff.device.network.faults.offline = true
    await does(staff, 'store.notice', { announcement: 'too late' })
    await market.db.transaction().execute((tx) => endMember(tx, store.shopId, staff.person.uid))
    staff.device.network.faults.offline = false
    await staff.tab.call('shop.reach', {}, staff.desk)
    const openResult = async () => {
      const outcome = await open(staff)
      return outcome.kind === 'accepted' ? outcome.data : outcome
    }
    await expect.poll(openResult).toMatchObject({ ended: true, waiting: 1 })
    expect(await notice(staff)).toBeUndefined()
    expect(await atServer()).toBe('in time')
    const file = await staff.tab.call('unsent.export', { passphrase: 'a long enough one' }, staff.desk)
    expect(file).toMatchObject({ kind: 'accepted', data: { intents: 1 } })
    if (file.kind !== 'accepted') return
    await staff.tab.call('store.leave', { uid: store.uid }, staff.person.uid)
    expect(await databases(staff)).not.toContain(`caravan-user-${staff.desk}`)
    // Their own feed says so, too, as soon as it hears of it.
    await settleAllOwed(market.db)
    await expect.poll(async () => (await open(staff)).kind).toBe('refused')
    // Somebody who still is a member may take over the file.
    const { bytes } = file.data
    expect(await owner.tab.call('unsent.import', { bytes, passphrase: 'a long enough one' }, owner.desk)).toMatchObject(
      {
        kind: 'accepted',
        data: { said: 'done' },
      },
    )
    await expect.poll(() => waiting(owner)).toBe(0)
    expect(await atServer()).toBe('too late')
    expect((await done()).some((o) => o.by_person === owner.person.uid)).toBe(true)
  })

  it('goes from a phone with nothing unsent as soon as it hears that the membership has ended', async () => {
    await market.db.transaction().execute((tx) => endMember(tx, store.shopId, staff.person.uid))
    await staff.tab.call('shop.reach', {}, staff.desk)
    await expect
      .poll(async () => {
        await open(staff)
        return databases(staff)
      })
      .not.toContain(`caravan-user-${staff.desk}`)
    expect(await act(staff.tab, 'favourite.set', { id: store.ids[0]!, on: true })).toEqual({ kind: 'saved' })
  })

  it.each([false, true])('waits when the session ends, until one signs in again; signed out: %s', async (signedOut) => {
    await market.db.deleteFrom('sessions').where('user_id', '=', staff.person.uid).execute()
    await does(staff, 'store.notice', { announcement: 'after the login' })
    const link = async () => {
      const db = await staff.device.userDb(staff.desk)
      const row = await db.meta.get('link')
      db.close()
      return row && 'session' in row ? row.session : undefined
    }
    await expect.poll(link).toBe('gone')
    expect(await atServer()).toBe('')
    // With nothing of their own to send, a person's own database goes, and the desk's stays.
    if (signedOut) await staff.tab.call('user.logout', { unsent: 'keep' })
    await staff.tab.call('user.login', { email: staff.person.email, password: staff.person.password })
    await staff.tab.ready()
    await expect.poll(async () => (await open(staff)).kind).toBe('accepted')
    await expect.poll(() => waiting(staff)).toBe(0)
    expect(await atServer()).toBe('after the login')
  })

  it('goes with the account, and what waited there is counted among what went unsent', async () => {
    staff.device.network.faults.offline = true
    await does(staff, 'store.notice', { announcement: 'never sent' })
    await act(staff.tab, 'favourite.set', { id: store.ids[0]!, on: true })
    const token = await market.login(staff.person)
    expect((await market.call('/api/user/delete', { password: staff.person.password }, token)).code).toBe(1)
    staff.device.network.faults.offline = false
    await staff.tab.flush(true)
    await staff.tab.call('shop.reach', {}, staff.person.uid)
    await expect.poll(() => databases(staff)).not.toContain(`caravan-user-${staff.desk}`)
    const kept = await openDevice(staff.device.idb).read('parted')
    expect(kept?.lost).toBe(2)
    expect(await atServer()).toBe('')
  })

  it('adds a member by the code that a friend gives, once they have accepted', async () => {
    const friend = await market.person()
    const { invitation } = await market.db
      .selectFrom('users')
      .select('invitation')
      .where('id', '=', friend.uid)
      .executeTakeFirstOrThrow()
    await does(owner, 'member.add', { id: randomUUID(), code: invitation, role: 'staff' })
    const members = async (p: Phone): Promise<string[]> => {
      const db = await p.device.userDb(p.desk)
      const rows = (await db.storeMembers.toArray()).flatMap((r) => (r.shown && !r.shown.endedAt ? [r.key] : []))
      db.close()
      return rows.sort()
    }
    const theirDevice = newDevice(market)
    const tab = await signIn(theirDevice, friend)
    const accept = () => tab.call('user.answerInvitation', { store: store.uid, accept: true }, friend.uid)
    await expect.poll(accept).toMatchObject({ kind: 'accepted' })
    const all = [owner, staff].map((p) => p.person.uid)
    await expect.poll(() => members(staff)).toEqual([...all, friend.uid].sort())
    await expect.poll(() => members(owner)).toEqual([...all, friend.uid].sort())
    const theirs = await phone(friend, theirDevice)
    expect(await does(theirs, 'store.notice', { announcement: 'Hello' })).toEqual({ kind: 'saved' })
    await expect.poll(atServer).toBe('Hello')
  })
})
