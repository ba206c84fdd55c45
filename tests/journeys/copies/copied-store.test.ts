import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mutations } from '#contract/mutations.ts'
import type { MetaRows } from '#localdb/schema.ts'
import { takeBackup } from '../../support/market/backup.ts'
import type { TestPerson } from '../../support/market/market.ts'
import { openGoods, type Goods, type Phone } from '../../support/people/phones.ts'
import { save, taken } from '../../support/people/unsent.ts'
import { act, gesture, newDevice, until } from '../../support/device/world.ts'

let goods: Goods
beforeAll(async () => {
  goods = await openGoods(40)
})
afterAll(() => goods.market.close())

const set = ({ tab }: Phone, i: number, from: number, to: number) =>
  act(tab, 'cart.set', { id: goods.ids[i]!, shopId: goods.shopId, variantId: 0, from, to })

async function look({ device }: Phone, { uid }: TestPerson) {
  const db = await device.userDb(uid)
  const seen = {
    ...(await goods.shownIn(db)),
    waiting: (await db.outbox.toArray()).map(
      (r) => `${r.seq} ${r.name} ${r.state}${r.last ? ` ${r.last.reason}` : ''}`,
    ),
    done: (await db.archive.toArray()).map((r) => `${r.name} ${r.state}`).sort(),
    fence: (await db.meta.get('fence')) as MetaRows['fence'],
  }
  db.close()
  return seen
}
const sent = (phone: Phone, person: TestPerson): Promise<void> =>
  until('nothing waits', async () => {
    await phone.tab.flush(true)
    return (await look(phone, person)).waiting.length === 0
  })

/**
 * A second device with what the first one's store holds now: the same incarnation, the same counter, the same rows. The
 * key that seals is each device's own; nothing that is sealed is copied here. The first one's app is closed meanwhile.
 */
async function copyOf(phone: Phone, person: TestPerson): Promise<Phone> {
  await phone.tab.close()
  const device = newDevice(goods.market)
  const first = device.tab()
  await first.call('user.login', { email: person.email, password: person.password })
  await first.close()
  const [from, to] = [await phone.device.userDb(person.uid), await device.userDb(person.uid)]
  for (const name of ['outbox', 'archive', 'quarantine', 'favourites', 'cartLines'] as const) {
    await to.table(name).clear()
    await to.table(name).bulkPut(await from.table(name).toArray())
  }
  for (const key of ['fence', 'cursor', 'position'] as const) {
    const row = await from.meta.get(key)
    if (row) await to.meta.put(row)
    else await to.meta.delete(key)
  }
  // The counter goes on where it stood, although what it counted has left the outbox.
  const last = Math.max(0, ...(await from.archive.toArray()).map((r) => r.seq ?? 0))
  if (last > 0) {
    await to.outbox.put({ ...(await from.archive.toArray())[0]!, seq: last, intentId: 'counts' } as never)
    await to.outbox.delete(last)
  }
  from.close()
  to.close()
  phone.tab = phone.device.tab()
  return { device, tab: device.tab() }
}
const tunnel = ({ device }: Phone, inside: boolean): void => {
  device.network.faults.offline = inside
}

describe('two copies of one store', () => {
  it('do the same on each: both gestures count, and the second copy takes an incarnation of its own', async () => {
    const person = await goods.market.person()
    const one = await goods.signIn(person)
    const two = await copyOf(one, person)
    await goods.add(one, 0, 1)
    await goods.favour(one, 5)
    await sent(one, person)
    // The same gesture, made anew on the phone that was put back.
    await sent(two, person)
    expect(await goods.add(two, 0, 1)).toEqual({ kind: 'saved' })
    await sent(two, person)
    expect(await goods.atServer(person)).toEqual({ cart: { 0: 2 }, favourites: [5] })
    expect((await look(two, person)).cart).toEqual({ 0: 2 })
    // Another one, which meets the id of the first copy's favourite no more.
    await goods.favour(two, 6)
    await sent(two, person)
    const seen = await look(two, person)
    expect(seen.favourites).toEqual([5, 6])
    expect(seen.done).toEqual(['cart.add acked', 'favourite.set acked'])
    expect(seen.fence.current).toBeDefined()
    expect(seen.fence.current).not.toBe(seen.fence.incarnation)
    expect((await look(one, person)).fence.current).toBeUndefined()
    await one.device.end()
    await two.device.end()
  })

  it('never call done what only the other one did', async () => {
    const person = await goods.market.person()
    const one = await goods.signIn(person)
    const two = await copyOf(one, person)
    await two.tab.ready()
    // An attempt that never arrives: in doubt.
    two.device.network.faults.lieFi = true
    await goods.favour(two, 7)
    await two.tab.flush(true)
    await until('it is in doubt', async () => (await look(two, person)).waiting[0]?.includes('unknown') ?? false)
    tunnel(two, true)
    two.device.network.faults.lieFi = false
    await goods.add(one, 1, 3)
    await sent(one, person)
    // Only pulls get through; they bring the outcome of the first copy's intent under the same id.
    const through = two.device.network.fetch
    two.device.network.fetch = async (url, init) => {
      if (!url.includes('/sync/pull')) throw new TypeError('failed')
      return goods.market.fetch(new Request(url, init))
    }
    two.device.clock.speed = 20
    await until('the outcome came', async () => {
      await two.tab.flush(true)
      return (await look(two, person)).cart[1] === 3
    })
    // It still waits, and has gone on to the next id.
    const { waiting, fence } = await look(two, person)
    expect(waiting).toEqual([expect.stringMatching(/^1 favourite\.set (pending|sending|unknown)$/)])
    expect(fence.others).toContain(`${fence.incarnation}-2`)
    two.device.network.fetch = through
    tunnel(two, false)
    await sent(two, person)
    expect(await goods.atServer(person)).toEqual({ cart: { 1: 3 }, favourites: [7] })
    expect(await look(two, person)).toMatchObject({ cart: { 1: 3 }, favourites: [7], done: ['favourite.set acked'] })
    await one.device.end()
    await two.device.end()
  })

  it('send what both held when they were copied once, and what each did since, in its order', async () => {
    const person = await goods.market.person()
    const one = await goods.signIn(person)
    tunnel(one, true)
    await goods.add(one, 0, 1)
    await goods.favour(one, 2)
    const [two, three] = [await copyOf(one, person), await copyOf(one, person)]
    for (const copy of [two, three]) tunnel(copy, true)
    await goods.add(one, 1, 10)
    await goods.favour(one, 2, false)
    // They open with what was there already: it stays as it was, and new changes stand beside it.
    await two.tab.ready()
    await goods.add(two, 0, 100)
    await set(two, 0, 101, 105)
    await goods.favour(two, 3)
    await goods.favour(two, 3, false)
    await three.tab.ready()
    await goods.add(three, 0, 1000)
    for (const phone of [one, two, three]) {
      tunnel(phone, false)
      await sent(phone, person)
    }
    for (const phone of [one, two, three]) await sent(phone, person)
    expect(await goods.atServer(person)).toEqual({ cart: { 0: 1105, 1: 10 }, favourites: [] })
    for (const phone of [one, two, three]) {
      await phone.tab.flush(true)
      await until('it shows all of it', async () => (await look(phone, person)).cart[0] === 1105)
      await phone.device.end()
    }
  })

  it('hear both what a restored server refused when one of them sent it again', async () => {
    const person = await goods.market.person()
    const token = await goods.market.login(person)
    const id = gesture()
    const patch = {
      country: 'DE',
      province: 'DE-BE',
      city: 'Berlin',
      detail: 'Port road 1',
      zip: '10119',
      recipient: 'Mei',
      mobile: '+4930123456',
    }
    expect(await goods.market.call(mutations['address.put'].path, { id, patch, baseRev: 0 }, token)).toMatchObject({
      code: 1,
    })
    const one = await goods.signIn(person)
    const backup = await takeBackup(goods.market.db, [person.uid])
    await act(one.tab, 'address.default', { id })
    await sent(one, person)
    const two = await copyOf(one, person)
    await two.tab.ready()
    tunnel(two, true)
    await backup.restore()
    expect(await goods.market.call(mutations['address.del'].path, { id }, token)).toMatchObject({ code: 1 })
    const refused = [expect.stringMatching(/address\.default rejected/)]
    await until('the first hears of it', async () => {
      await one.tab.flush(true)
      return (await look(one, person)).waiting.some((w) => w.includes('rejected'))
    })
    expect((await look(one, person)).waiting).toEqual(refused)
    tunnel(two, false)
    await until('the second hears of it', async () => {
      await two.tab.flush(true)
      return (await look(two, person)).waiting.some((w) => w.includes('rejected'))
    })
    expect(await look(two, person)).toMatchObject({ waiting: refused, done: [] })
    await one.device.end()
    await two.device.end()
  })

  it('take over a file of the other under an id that it has not used', async () => {
    const person = await goods.market.person()
    const one = await goods.signIn(person)
    const two = await copyOf(one, person)
    tunnel(one, true)
    await goods.add(one, 0, 7)
    // The second copy would count the same seq next.
    expect(await taken(two, await save(one))).toEqual({ said: 'done', recorded: 1 })
    await sent(two, person)
    expect(await goods.atServer(person)).toEqual({ cart: { 0: 7 }, favourites: [] })
    tunnel(one, false)
    await sent(one, person)
    expect(await goods.atServer(person)).toEqual({ cart: { 0: 7 }, favourites: [] })
    expect((await look(two, person)).done).toEqual(['cart.add acked'])
    await one.device.end()
    await two.device.end()
  })

  it('take back each its own', async () => {
    const person = await goods.market.person()
    const one = await goods.signIn(person)
    const two = await copyOf(one, person)
    await two.tab.ready()
    two.device.network.faults.lieFi = true
    const intentId = gesture()
    await two.tab.mutate([{ intentId, name: 'favourite.set', payload: { id: goods.ids[8]!, on: true } }])
    await two.tab.flush(true)
    await until('it is in doubt', async () => (await look(two, person)).waiting[0]?.includes('unknown') ?? false)
    // Sent only after it was taken back: the server is asked.
    await goods.favour(one, 9)
    await sent(one, person)
    const through = two.device.network.fetch
    two.device.network.fetch = async (url, init) => {
      if (!url.includes('/sync/void')) throw new TypeError('failed')
      return goods.market.fetch(new Request(url, init))
    }
    expect(await two.tab.call('intent.cancel', { intentId })).toEqual({
      kind: 'accepted',
      data: { became: 'cancelled' },
    })
    two.device.network.fetch = through
    two.device.network.faults.lieFi = false
    await sent(two, person)
    expect((await goods.atServer(person)).favourites).toEqual([9])
    await until('it knows of the other', async () => {
      await two.tab.flush(true)
      return (await look(two, person)).favourites.join() === '9'
    })
    await one.device.end()
    await two.device.end()
  })
})

describe('an outcome that was stored before outcomes said of which intent they are', () => {
  it('still answers its intent: the answer was lost, the server updated, and there is one effect', async () => {
    const person = await goods.market.person()
    const phone = await goods.signIn(person)
    phone.device.network.faults.loseFirstOf.add('/api/sync/push')
    tunnel(phone, true)
    await goods.add(phone, 0, 5)
    phone.device.network.faults.lieFi = false
    tunnel(phone, false)
    // Only the first push gets through, and its answer is lost.
    const through = phone.device.network.fetch
    phone.device.network.fetch = async (url, init) => {
      if (!url.includes('/sync/push')) throw new TypeError('failed')
      return through(url, init)
    }
    await phone.tab.flush(true)
    await until('it is in doubt', async () => (await look(phone, person)).waiting[0]?.includes('unknown') ?? false)
    tunnel(phone, true)
    // As the version before stored it.
    const { numUpdatedRows } = await goods.market.db
      .updateTable('outcomes')
      .set({ result: sql`result - 'createdAt'` })
      .where('user_id', '=', person.uid)
      .executeTakeFirstOrThrow()
    expect(Number(numUpdatedRows)).toBe(1)
    tunnel(phone, false)
    await sent(phone, person)
    expect(await goods.atServer(person)).toEqual({ cart: { 0: 5 }, favourites: [] })
    expect(await look(phone, person)).toMatchObject({ cart: { 0: 5 }, done: ['cart.add acked'] })
    expect((await look(phone, person)).fence.current).toBeUndefined()
    await phone.device.end()
  })
})
