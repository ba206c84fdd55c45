import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { act, newDevice, until, type TestDevice, type TestTab } from '../../support/device/world.ts'

let market: TestMarket
let shop: { shopId: number; ids: number[] }
beforeAll(async () => {
  market = await openTestMarket()
  shop = await market.products(40)
})
afterAll(() => market.close())

interface Signed {
  device: TestDevice
  tab: TestTab
  uid: string
  email: string
  password: string
}

/** A new person with a new phone, signed in, with everything settled. */
async function signedIn(): Promise<Signed> {
  const person = await market.person()
  const device = newDevice(market)
  const tab = device.tab()
  expect(await tab.call('user.login', { email: person.email, password: person.password })).toEqual({
    kind: 'accepted',
    data: { uid: person.uid },
  })
  return { device, tab, ...person }
}

const line = (i: number) => ({ id: shop.ids[i]!, shopId: shop.shopId, variantId: 0 })
const add = (tab: TestTab, i: number, num: number) =>
  act(tab, 'cart.add', { ...line(i), num, price: 500, currency: 'USD' })

/** The cart and the favourites of a person at the server, in the shape the device shows. */
async function atServer(uid: string): Promise<{ cart: Record<number, number>; favourites: number[] }> {
  const lines = await market.db
    .selectFrom('cart_lines')
    .selectAll()
    .where('user_id', '=', uid)
    .where('num', '>', 0)
    .execute()
  const favourites = await market.db
    .selectFrom('favourites')
    .selectAll()
    .where('user_id', '=', uid)
    .where('is_on', '=', true)
    .orderBy('product_id')
    .execute()
  return {
    cart: Object.fromEntries(lines.map((l) => [l.product_id, l.num])),
    favourites: favourites.map((f) => f.product_id),
  }
}

async function onDevice(s: Signed): Promise<{ cart: Record<number, number>; favourites: number[]; waiting: number }> {
  const db = await s.device.userDb(s.uid)
  const lines = (await db.cartLines.toArray()).flatMap((r) => (r.shown && r.shown.num > 0 ? [r.shown] : []))
  const favourites = (await db.favourites.toArray())
    .flatMap((r) => (r.shown?.on ? [r.shown.id] : []))
    .sort((a, b) => a - b)
  const waiting = await db.outbox.count()
  db.close()
  return { cart: Object.fromEntries(lines.map((l) => [l.id, l.num])), favourites, waiting }
}

/**
 * Counts only, in a database opened once: device and server share this process, and what asks often keeps both back.
 */
async function settled(s: Signed): Promise<void> {
  const db = await s.device.userDb(s.uid)
  await until('nothing waits', async () => (await db.outbox.count()) === 0)
  db.close()
}

/** The story of a tunnel: three additions, a quantity, a removal, two favourites and one taken back. */
async function story(tab: TestTab): Promise<void> {
  await add(tab, 0, 2)
  await add(tab, 1, 3)
  await add(tab, 2, 4)
  await act(tab, 'cart.set', { ...line(0), from: 2, to: 7 })
  await act(tab, 'cart.set', { ...line(1), from: 3, to: 0 })
  await act(tab, 'favourite.set', { id: shop.ids[3]!, on: true })
  await act(tab, 'favourite.set', { id: shop.ids[4]!, on: true })
  await act(tab, 'favourite.set', { id: shop.ids[3]!, on: false })
}
const expected = () => ({ cart: { [shop.ids[0]!]: 7, [shop.ids[2]!]: 4 }, favourites: [shop.ids[4]!] })

describe(`trading in a tunnel (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('what was done offline is there after a restart, and reaches the shop once', async () => {
    const s = await signedIn()
    s.device.network.faults.offline = true
    await story(s.tab)
    expect(await onDevice(s)).toMatchObject(expected())
    s.tab.kill()
    s.tab = s.device.tab()
    await s.tab.ready()
    expect(await onDevice(s)).toMatchObject(expected())
    expect((await onDevice(s)).waiting).toBeGreaterThan(0)
    s.device.network.faults.offline = false
    await s.tab.flush(true)
    await settled(s)
    expect(await atServer(s.uid)).toEqual(expected())
    expect(await onDevice(s)).toEqual({ ...expected(), waiting: 0 })
    expect(s.device.reports).toEqual([])
    await s.device.end()
  })

  it('the same with every answer lost once', async () => {
    const s = await signedIn()
    await settled(s)
    s.device.network.faults.offline = true
    await story(s.tab)
    s.device.network.faults.loseFirstOf = new Set(['/api/sync/push', '/api/sync/pull'])
    s.device.network.faults.offline = false
    await s.tab.flush(true)
    await settled(s)
    await until('each answer was lost once', () => s.device.network.faults.loseFirstOf.size === 0)
    expect(await atServer(s.uid)).toEqual(expected())
    expect(await onDevice(s)).toEqual({ ...expected(), waiting: 0 })
    await s.device.end()
  })

  it('the same with every call delivered twice', async () => {
    const s = await signedIn()
    s.device.network.faults.duplicate = true
    await story(s.tab)
    await settled(s)
    expect(await atServer(s.uid)).toEqual(expected())
    expect(await onDevice(s)).toEqual({ ...expected(), waiting: 0 })
    await s.device.end()
  })

  it('a captive portal is never success', async () => {
    const s = await signedIn()
    await settled(s)
    s.device.network.faults.portal = true
    await add(s.tab, 0, 2)
    await until('the portal was met', () => s.device.network.log.filter((l) => l.path === '/api/sync/push').length > 0)
    expect((await onDevice(s)).waiting).toBe(1)
    s.device.network.faults.portal = false
    await settled(s)
    expect((await atServer(s.uid)).cart).toEqual({ [shop.ids[0]!]: 2 })
    await s.device.end()
  })

  it('an effect whose answer was lost, brought by a pull, is not folded twice', async () => {
    const s = await signedIn()
    await settled(s)
    s.device.network.faults.loseFirstOf = new Set(['/api/sync/push'])
    await add(s.tab, 0, 5)
    await settled(s)
    expect(await onDevice(s)).toEqual({ cart: { [shop.ids[0]!]: 5 }, favourites: [], waiting: 0 })
    expect((await atServer(s.uid)).cart).toEqual({ [shop.ids[0]!]: 5 })
    await s.device.end()
  })

  it('what two phones of one person add to a line adds up, and both come to show it', async () => {
    const a = await signedIn()
    const phone = newDevice(market)
    const b: Signed = { ...a, device: phone, tab: phone.tab() }
    await b.tab.call('user.login', { email: a.email, password: a.password })
    a.device.network.faults.offline = b.device.network.faults.offline = true
    await add(a.tab, 0, 5)
    await add(b.tab, 0, 3)
    await act(b.tab, 'cart.set', { ...line(0), from: 3, to: 4 })
    a.device.network.faults.offline = b.device.network.faults.offline = false
    await a.tab.flush(true)
    await b.tab.flush(true)
    const both = { [shop.ids[0]!]: 9 }
    await until(
      'both show it',
      async () =>
        JSON.stringify((await onDevice(a)).cart) === JSON.stringify(both) &&
        JSON.stringify((await onDevice(b)).cart) === JSON.stringify(both),
    )
    expect((await atServer(a.uid)).cart).toEqual(both)
    await a.device.end()
    await phone.end()
  })

  it('a session that ended holds everything, and the same person goes on', async () => {
    const s = await signedIn()
    await settled(s)
    await market.db.deleteFrom('sessions').where('user_id', '=', s.uid).execute()
    await add(s.tab, 0, 2)
    const link = async () => {
      const db = await s.device.userDb(s.uid)
      const row = (await db.meta.get('link')) as { session: string }
      db.close()
      return row.session
    }
    await until('the session is known to be gone', async () => (await link()) === 'gone')
    await add(s.tab, 1, 3)
    expect((await onDevice(s)).waiting).toBe(2)
    await s.tab.call('user.login', { email: s.email, password: s.password })
    await settled(s)
    expect((await atServer(s.uid)).cart).toEqual({ [shop.ids[0]!]: 2, [shop.ids[1]!]: 3 })
    await s.device.end()
  })

  it("a guest's cart and favourites become the person's, once", async () => {
    const person = await market.person()
    const device = newDevice(market)
    const s: Signed = { device, tab: device.tab(), ...person }
    expect(await s.tab.ready()).toMatchObject({ guest: true })
    await story(s.tab)
    await s.tab.call('user.login', { email: s.email, password: s.password })
    await settled(s)
    expect(await atServer(s.uid)).toEqual(expected())
    await s.tab.call('user.logout', { unsent: 'send' })
    expect(await s.tab.ready()).toMatchObject({ guest: true })
    const guest = await device.userDb('guest')
    expect(await guest.cartLines.count()).toBe(0)
    guest.close()
    await device.end()
  })

  it("what was a guest's can be taken back, once", async () => {
    const person = await market.person()
    const device = newDevice(market)
    const s: Signed = { device, tab: device.tab(), ...person }
    const own = newDevice(market)
    const home: Signed = { ...s, device: own, tab: own.tab() }
    await home.tab.call('user.login', { email: s.email, password: s.password })
    await add(home.tab, 0, 1)
    await settled(home)
    await story(s.tab)
    await s.tab.call('user.login', { email: s.email, password: s.password })
    await settled(s)
    expect((await atServer(s.uid)).cart).toEqual({ [shop.ids[0]!]: 8, [shop.ids[2]!]: 4 })
    await s.tab.call('merge.settle', { undo: true })
    await s.tab.call('merge.settle', { undo: true })
    await settled(s)
    expect(await atServer(s.uid)).toEqual({ cart: { [shop.ids[0]!]: 1 }, favourites: [] })
    const db = await device.userDb(s.uid)
    expect(await db.meta.get('merged')).toBeUndefined()
    db.close()
    await device.end()
    await own.end()
  })

  it('a thousand intents that remain after coalescing drain in few requests, each effect once', async () => {
    const s = await signedIn()
    await settled(s)
    s.device.network.faults.offline = true
    const many = await market.products(400)
    const at = (i: number) => ({ id: many.ids[i]!, shopId: many.shopId, variantId: 0 })
    const gestures: Promise<unknown>[] = []
    for (let i = 0; i < 400; i++) gestures.push(act(s.tab, 'favourite.set', { id: many.ids[i]!, on: true }))
    for (let i = 0; i < 200; i++)
      gestures.push(act(s.tab, 'cart.add', { ...at(i), num: 2, price: 500, currency: 'USD' }))
    for (let i = 0; i < 200; i++) gestures.push(act(s.tab, 'cart.set', { ...at(i), from: 2, to: 5 }))
    for (let i = 0; i < 199; i++) gestures.push(act(s.tab, 'cart.tick', { ...at(i), on: false }))
    gestures.push(act(s.tab, 'follow.set', { id: many.shopId, on: true }))
    await Promise.all(gestures)
    expect((await onDevice(s)).waiting).toBe(1000)
    s.device.network.log.length = 0
    s.device.network.faults.offline = false
    const since = performance.now()
    await s.tab.flush(true)
    await settled(s)
    const sync = s.device.network.log.filter((l) => l.path.startsWith('/api/sync/') && !l.path.endsWith('/poke'))
    console.log(
      `drained in ${Math.round(performance.now() - since)} ms, ${sync.length} requests, ${sync.reduce((sum, l) => sum + l.bytes, 0)} bytes up`,
    )
    expect(sync.length).toBeLessThanOrEqual(3)
    expect(sync.reduce((sum, l) => sum + l.bytes, 0)).toBeLessThanOrEqual(25_000)
    const server = await atServer(s.uid)
    expect(Object.values(server.cart)).toEqual(Array.from({ length: 200 }, () => 5))
    expect(server.favourites).toHaveLength(400)
    const effects = await market.db
      .selectFrom('outcomes')
      .select(({ fn }) => fn.countAll().as('n'))
      .where('user_id', '=', s.uid)
      .executeTakeFirstOrThrow()
    expect(Number(effects.n)).toBe(1000)
    await s.device.end()
  })
})
