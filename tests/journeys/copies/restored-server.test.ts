import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { status } from '#localdb/queries/sync/status.ts'
import type { UserReader } from '#localdb/read.ts'
import type { MetaRows } from '#localdb/schema.ts'
import { purgeFeeds } from '#server/sync/retention.ts'
import { takeBackup } from '../../support/market/backup.ts'
import { newBuyer, onDevice, online, orderInTunnel, settled } from '../../support/people/buyer.ts'
import type { TestPerson } from '../../support/market/market.ts'
import { openGoods, type Goods, type Phone } from '../../support/people/phones.ts'
import { newDevice, until } from '../../support/device/world.ts'

let goods: Goods
beforeAll(async () => {
  goods = await openGoods(40)
})
afterAll(() => goods.market.close())

/** The rows that a phone shows, how many intents wait, its cursor, and what it knows of a restored server. */
async function look({ device }: Phone, { uid }: TestPerson) {
  const db = await device.userDb(uid)
  const seen = {
    ...(await goods.shownIn(db)),
    waiting: await db.outbox.count(),
    cursor: Number(((await db.meta.get('cursor')) as MetaRows['cursor'] | undefined)?.cursor ?? 0),
    restored: (await db.meta.get('restored')) as MetaRows['restored'] | undefined,
    shown: (await status(db as unknown as UserReader)).restored,
  }
  db.close()
  return seen
}
const headOf = async ({ uid }: TestPerson): Promise<number> =>
  (await goods.market.db.selectFrom('feeds').select('rev').where('user_id', '=', uid).executeTakeFirst())?.rev ?? 0

/** Everything was sent, and the phone has heard the feed to its end. */
const atRest = (phone: Phone, person: TestPerson): Promise<void> =>
  until('the phone is at rest', async () => {
    await phone.tab.flush(true)
    const seen = await look(phone, person)
    return seen.waiting === 0 && seen.cursor === (await headOf(person)) && seen.restored?.open !== true
  })

describe('a server that was restored from an older backup', () => {
  it('is found out by a device that another one has carried past its cursor; what it lost is sent again', async () => {
    const person = await goods.market.person()
    const [one, two] = [await goods.signIn(person), await goods.signIn(person)]
    await goods.favour(one, 0)
    await goods.favour(one, 1)
    await atRest(one, person)
    await atRest(two, person)
    const backup = await takeBackup(goods.market.db, [person.uid])
    // The window that will be lost: acknowledged to the first phone.
    await goods.favour(one, 0, false)
    await goods.favour(one, 2)
    await goods.add(one, 3, 4)
    await atRest(one, person)
    one.device.network.faults.offline = true
    two.device.network.faults.offline = true
    await backup.restore()
    two.device.network.faults.offline = false
    const before = (await look(one, person)).cursor
    for (let i = 10; (await headOf(person)) <= before + 2; i++) {
      await goods.favour(two, i)
      await until('it is sent', async () => (await look(two, person)).waiting === 0)
    }
    expect((await goods.atServer(person)).favourites.slice(0, 2)).toEqual([0, 1])

    one.device.network.faults.offline = false
    await atRest(one, person)
    await atRest(two, person)
    const there = await goods.atServer(person)
    expect(there.favourites.slice(0, 3)).toEqual([1, 2, 10])
    expect(there.cart).toEqual({ 3: 4 })
    expect(await look(one, person)).toMatchObject({
      ...there,
      restored: { open: false, intents: 3 },
      shown: { intents: 3 },
    })
    expect(await look(two, person)).toMatchObject(there)
    // It had heard of the lost window, and lost nothing of its own.
    expect((await look(two, person)).restored).toMatchObject({ open: false, intents: 0 })
    await one.device.end()
    await two.device.end()
  })

  it('is heard before a device with waiting work sends any of it, and carries out each once, in order', async () => {
    const person = await goods.market.person()
    const phone = await goods.signIn(person)
    await goods.add(phone, 0, 1)
    await atRest(phone, person)
    const backup = await takeBackup(goods.market.db, [person.uid])
    await goods.add(phone, 0, 10)
    await atRest(phone, person)
    phone.device.network.faults.offline = true
    await backup.restore()
    // Its own waiting work would carry the head past its cursor.
    for (const num of [100, 1000, 10_000]) {
      await goods.add(phone, 0, num)
      await goods.favour(phone, 5)
      await goods.favour(phone, 5, false)
    }
    const { log } = phone.device.network
    const from = log.length
    phone.device.network.faults.offline = false
    await atRest(phone, person)
    expect(await goods.atServer(person)).toEqual({ favourites: [], cart: { 0: 11_111 } })
    expect(await look(phone, person)).toMatchObject({
      cart: { 0: 11_111 },
      favourites: [],
      restored: { open: false, intents: 1 },
    })
    const order = log.slice(from).map((call) => call.path)
    expect(order.indexOf('/api/sync/pull')).toBeLessThan(order.lastIndexOf('/api/sync/push'))
    await phone.device.end()
  })

  it('is found out while the device is open, by its next push', async () => {
    const person = await goods.market.person()
    const phone = await goods.signIn(person)
    await goods.favour(phone, 0)
    await atRest(phone, person)
    const backup = await takeBackup(goods.market.db, [person.uid])
    await goods.favour(phone, 1)
    await until('it is sent', async () => (await look(phone, person)).waiting === 0)
    await backup.restore()
    await goods.favour(phone, 2)
    await atRest(phone, person)
    expect((await goods.atServer(person)).favourites).toEqual([0, 1, 2])
    expect(await look(phone, person)).toMatchObject({ favourites: [0, 1, 2], restored: { intents: 1 } })
    await phone.device.end()
  })

  it('has lost a payment of which the device had heard by its answer alone', async () => {
    const b = await newBuyer(goods.market)
    const { ids } = await orderInTunnel(b)
    await online(b)
    await settled(b)
    const states = async () => Object.fromEntries((await onDevice(b)).orders.map((o) => [o.key, o.shown?.state]))
    const isUnpaid = async () => Object.values(await states()).join() === 'unpaid,unpaid'
    await until('the device knows what was placed', isUnpaid)
    await b.tab.flush(true)
    const backup = await takeBackup(goods.market.db, [b.person.uid])
    // The pull that the payment brings about does not come through.
    b.device.network.faults.loseFirstOf.add('/api/sync/pull')
    expect((await b.tab.call('order.pay', { ids, password: b.person.password })).kind).toBe('accepted')
    b.device.network.faults.offline = true
    expect(await states()).toEqual(Object.fromEntries(ids.map((id) => [id, 'paid'])))
    await b.device.network.quiet()
    await backup.restore()
    b.device.network.faults.loseFirstOf.clear()
    b.device.network.faults.offline = false
    await b.tab.flush(true)
    await until('it shows what the server has', isUnpaid)
    await b.device.end()
  })

  it('asks a dying device again what it lost, and has nothing twice', async () => {
    const person = await goods.market.person()
    const phone = await goods.signIn(person)
    const backup = await takeBackup(goods.market.db, [person.uid])
    await goods.add(phone, 1, 2)
    await atRest(phone, person)
    phone.device.network.faults.offline = true
    await backup.restore()
    await goods.add(phone, 1, 30)
    phone.device.network.faults.loseFirstOf.add('/api/sync/lost')
    phone.device.network.faults.offline = false
    await phone.tab.flush(true)
    await until('it knows of the restoring', async () => (await look(phone, person)).restored?.open === true)
    phone.tab.kill()
    expect((await goods.atServer(person)).cart).toEqual({})
    const next = { ...phone, tab: phone.device.tab() }
    await next.tab.ready()
    await atRest(next, person)
    expect((await goods.atServer(person)).cart).toEqual({ 1: 32 })
    expect((await look(next, person)).cart).toEqual({ 1: 32 })
    await phone.device.end()
  })

  describe('that has not yet answered what it lost', () => {
    /** A person with one line in their cart, whose device waits until `answer` for what the restored server lost. */
    async function asking() {
      const person = await goods.market.person()
      let answer = (): void => {}
      const answered = new Promise<void>((done) => {
        answer = done
      })
      const device = newDevice({
        fetch: async (request) => {
          if (new URL(request.url).pathname === '/api/sync/lost') await answered
          return goods.market.fetch(request)
        },
      })
      const phone = { device, tab: device.tab() }
      await phone.tab.call('user.login', person)
      const backup = await takeBackup(goods.market.db, [person.uid])
      await goods.add(phone, 1, 2)
      await atRest(phone, person)
      await backup.restore()
      await phone.tab.flush(true)
      await until('it asks', () => device.network.log.some((call) => call.path === '/api/sync/lost'))
      expect(await look(phone, person)).toMatchObject({ cart: {}, waiting: 0, restored: { open: true } })
      return { person, phone, answer }
    }

    it.each([
      ['after another person signed in', async ({ tab }: Phone) => tab.call('user.login', await goods.market.person())],
      ['after signing out', ({ tab }: Phone) => tab.call('user.logout', { unsent: 'keep' })],
    ])('is asked again when the person comes back %s', async (_, leave) => {
      const { person, phone, answer } = await asking()
      expect(await leave(phone)).toMatchObject({ kind: 'accepted' })
      answer()
      expect((await goods.atServer(person)).cart).toEqual({})
      await phone.tab.call('user.login', person)
      await atRest(phone, person)
      expect((await goods.atServer(person)).cart).toEqual({ 1: 2 })
      expect(await look(phone, person)).toMatchObject({ cart: { 1: 2 }, restored: { open: false, intents: 1 } })
      await phone.device.end()
    })

    it('gets what it lost before a sign-out that sends first', async () => {
      const { person, phone, answer } = await asking()
      const out = phone.tab.call('user.logout', { unsent: 'send' })
      for (let looks = 0; looks < 3; looks++) await look(phone, person)
      expect(phone.device.network.log.map(({ path }) => path)).not.toContain('/api/user/logout')
      answer()
      expect(await out).toMatchObject({ kind: 'accepted' })
      expect((await goods.atServer(person)).cart).toEqual({ 1: 2 })
      await phone.device.end()
    })
  })

  it('is not suspected by a device that lags behind, nor by one whose position is no longer kept', async () => {
    const person = await goods.market.person()
    const [one, two] = [await goods.signIn(person), await goods.signIn(person)]
    await goods.favour(one, 0)
    await atRest(one, person)
    await atRest(two, person)
    one.device.network.faults.offline = true
    for (const i of [1, 2, 3]) await goods.favour(two, i)
    await atRest(two, person)
    one.device.network.faults.offline = false
    await atRest(one, person)
    expect((await look(one, person)).restored).toBeUndefined()

    one.device.network.faults.offline = true
    await goods.favour(two, 4)
    await atRest(two, person)
    await purgeFeeds(goods.market.db, Date.now() + 211 * 86_400_000)
    expect(
      await goods.market.db.selectFrom('feed_stamps').select('rev').where('user_id', '=', person.uid).execute(),
    ).toEqual([])
    one.device.network.faults.offline = false
    await atRest(one, person)
    expect(await look(one, person)).toMatchObject({ favourites: [0, 1, 2, 3, 4], restored: undefined })
    await one.device.end()
    await two.device.end()
  })

  it('hears a device of the version before, which names no position, by its cursor alone', async () => {
    const person = await goods.market.person()
    const token = await goods.market.login(person)
    const pulled = async (query: string) =>
      (await goods.market.call(`/api/sync/pull?${query}`, undefined, token, { method: 'GET' })).data as {
        reset: boolean
        restored?: boolean
        cursor: string
        position?: string
      }
    const phone = await goods.signIn(person)
    await goods.favour(phone, 0)
    await atRest(phone, person)
    const first = await pulled('cursor=0')
    expect(first).toMatchObject({ reset: false, restored: false, cursor: '1' })
    expect(await pulled('cursor=1')).toMatchObject({ reset: false, restored: false })
    expect(await pulled('cursor=7')).toMatchObject({ reset: true, restored: true })
    expect(await pulled(`cursor=1&position=${first.position}`)).toMatchObject({ reset: false, restored: false })
    expect(await pulled('cursor=1&position=1.5')).toMatchObject({ reset: true, restored: true })
    await phone.device.end()
  })
})
