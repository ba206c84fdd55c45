import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GUEST } from '#localdb/schema.ts'
import type { TestPerson } from '../../support/market/market.ts'
import { openGoods, type Goods, type Phone } from '../../support/people/phones.ts'
import { newDevice, until } from '../../support/device/world.ts'

let goods: Goods
beforeAll(async () => {
  goods = await openGoods(5)
})
afterAll(() => goods.market.close())

async function look({ device }: Phone, { uid }: TestPerson) {
  const db = await device.userDb(uid)
  const seen = { ...(await goods.shownIn(db)), waiting: await db.outbox.count() }
  db.close()
  return seen
}
const sent = (phone: Phone, person: TestPerson): Promise<void> =>
  until('nothing waits', async () => {
    await phone.tab.flush(true)
    return (await look(phone, person)).waiting === 0
  })

describe("two copies of a guest's store", () => {
  /** A device with what the guest's store of the first one holds now. The first one's app is closed meanwhile. */
  async function copyOfGuest(phone: Phone): Promise<Phone> {
    await phone.tab.close()
    const device = newDevice(goods.market)
    const first = device.tab()
    await first.ready()
    await first.close()
    const [from, to] = [await phone.device.userDb(GUEST), await device.userDb(GUEST)]
    for (const name of ['outbox', 'meta', 'favourites', 'cartLines'] as const) {
      await to.table(name).clear()
      await to.table(name).bulkPut(await from.table(name).toArray())
    }
    from.close()
    to.close()
    phone.tab = phone.device.tab()
    return { device, tab: device.tab() }
  }
  const signIn = async ({ tab }: Phone, { email, password }: TestPerson): Promise<void> => {
    expect(await tab.call('user.login', { email, password })).toMatchObject({ kind: 'accepted' })
  }
  async function asGuest(): Promise<Phone> {
    const device = newDevice(goods.market)
    const one = { device, tab: device.tab() }
    await goods.add(one, 0, 2)
    await goods.favour(one, 4)
    return one
  }

  it('signed in by one person: what both held takes effect once, what each did since as well', async () => {
    const person = await goods.market.person()
    const one = await asGuest()
    const two = await copyOfGuest(one)
    await goods.add(one, 1, 10)
    await two.tab.ready()
    two.device.clock.offset += 1
    await goods.add(two, 1, 100)
    for (const phone of [one, two]) {
      await signIn(phone, person)
      await sent(phone, person)
    }
    const both = { cart: { 0: 2, 1: 110 }, favourites: [4] }
    expect(await goods.atServer(person)).toEqual(both)
    for (const phone of [one, two]) {
      await until('it shows all of it, and nothing is left to do', async () => {
        await phone.tab.flush(true)
        const { cart, favourites, waiting } = await look(phone, person)
        return cart[0] === 2 && cart[1] === 110 && favourites.join() === '4' && waiting === 0
      })
      await phone.device.end()
    }
  })

  it('signed in by two: each has all of it', async () => {
    const people = [await goods.market.person(), await goods.market.person()]
    const one = await asGuest()
    const phones = [one, await copyOfGuest(one)]
    for (const [i, phone] of phones.entries()) {
      await signIn(phone, people[i]!)
      await sent(phone, people[i]!)
      expect(await goods.atServer(people[i]!)).toEqual({ cart: { 0: 2 }, favourites: [4] })
      await phone.device.end()
    }
  })
})
