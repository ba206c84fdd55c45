import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEVICE_CHANNEL } from '#localdb/device.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import { gesture, newDevice, until, type TestTab } from '../../support/device/world.ts'

// Another tab may change who is here while a page still shows the one before: whose gesture is it?

let market: TestMarket
let shop: { shopId: number; ids: number[] }
beforeAll(async () => {
  market = await openTestMarket()
  shop = await market.products(10)
})
afterAll(() => market.close())

const login = (tab: TestTab, { email, password }: TestPerson) => tab.call('user.login', { email, password })
const atShop = async (uid: string) =>
  (
    await market.db
      .selectFrom('favourites')
      .select('product_id')
      .where('user_id', '=', uid)
      .where('is_on', '=', true)
      .orderBy('product_id')
      .execute()
  ).map((r) => shop.ids.indexOf(r.product_id))

describe('a page that has not yet heard who is here now', () => {
  const shown = (tab: TestTab, uid: string, i: number) =>
    tab.mutate([{ intentId: gesture(), name: 'favourite.set', payload: { id: shop.ids[i]!, on: true } }], uid)
  const another = { kind: 'refused', refusal: { reason: 'wrongOwner' } }

  it('is told so, and what was done on its screen is recorded for nobody else', async () => {
    const [first, second] = [await market.person(), await market.person()]
    const phone = newDevice(market)
    const [one, other] = [phone.tab(), phone.tab()]
    await login(one, first)
    expect((await other.ready()).uid).toBe(first.uid)
    expect(await shown(other, first.uid, 0)).toEqual({ kind: 'saved' })
    await login(one, second)
    // The other tab's worker has changed, its page shows the first person's things.
    await until('it knows', async () => (await other.ready()).uid === second.uid)
    expect(await shown(other, first.uid, 1)).toEqual(another)
    expect(await shown(other, second.uid, 2)).toEqual({ kind: 'saved' })
    await one.call('user.logout', { unsent: 'send' })
    await until('it knows', async () => (await other.ready()).guest)
    expect(await shown(other, second.uid, 3)).toEqual(another)
    expect(await atShop(second.uid)).toEqual([2])
    await login(one, first)
    await until('it is at the shop', async () => (await atShop(first.uid)).length > 0)
    expect(await atShop(first.uid)).toEqual([0])
    await phone.end()
  })

  it("that is a guest's speaks for whoever signed in: what was the guest's is theirs", async () => {
    const person = await market.person()
    const phone = newDevice(market)
    const [one, other] = [phone.tab(), phone.tab()]
    const { uid } = await other.ready()
    await login(one, person)
    await until('it knows', async () => (await other.ready()).uid === person.uid)
    expect(await shown(other, uid, 4)).toEqual({ kind: 'saved' })
    await until('it is at the shop', async () => (await atShop(person.uid)).includes(4))
    await phone.end()
  })

  it('signs nobody else out, and calls nothing else in their name', async () => {
    const [first, second] = [await market.person(), await market.person()]
    const phone = newDevice(market)
    const [one, other] = [phone.tab(), phone.tab()]
    await login(one, first)
    await other.ready()
    await login(one, second)
    phone.network.faults.offline = true
    for (let i = 0; i < 3; i++) expect(await shown(one, second.uid, i)).toEqual({ kind: 'saved' })
    phone.network.faults.offline = false
    const db = await phone.userDb(second.uid)
    const kept = await db.outbox.toArray()
    const { intentId } = kept[0]!
    const asFirst = [
      other.call('user.logout', { unsent: 'discard' }, first.uid),
      other.call('user.change', { username: 'Name of the first' }, first.uid),
      other.call('order.pay', { ids: ['an-order'], password: first.password }, first.uid),
      other.call('intent.cancel', { intentId }, first.uid),
      other.call('intent.dismiss', { intentId }, first.uid),
      other.call('unsent.export', { passphrase: 'sand in the shoes' }, first.uid),
      other.call('merge.settle', { undo: true }, first.uid),
      other.call('search.history', { remember: 'what the first looks for' }, first.uid),
      other.want('user.profile', {}, first.uid),
      other.want('user.followedStores', {}, first.uid),
    ]
    for (const outcome of await Promise.all(asFirst)) expect(outcome).toEqual(another)
    expect((await other.ready()).uid).toBe(second.uid)
    expect(await db.meta.get('searches')).toBeUndefined()
    // A call that acts for nobody in particular is answered on any screen.
    expect((await other.call('search.suggest', { text: 'a' }, first.uid)).kind).toBe('accepted')
    expect((await other.want('catalogue.home', {}, first.uid)).kind).toBe('fresh')
    expect((await other.call('user.change', { username: 'Second of all' }, second.uid)).kind).toBe('accepted')
    await one.flush(true)
    await until('it is at the shop', async () => (await atShop(second.uid)).length === 3)
    const names = await market.db.selectFrom('users').select('username').where('id', '=', second.uid).execute()
    expect(names).toEqual([{ username: 'Second of all' }])
    db.close()
    await phone.end()
  })

  it('that has heard nothing at all, nor its worker, signs nobody else out', async () => {
    const [first, second] = [await market.person(), await market.person()]
    const phone = newDevice(market)
    const [one, other] = [phone.tab(), phone.tab([DEVICE_CHANNEL])]
    await login(one, first)
    expect((await other.ready()).uid).toBe(first.uid)
    await login(one, second)
    expect(await other.call('user.logout', { unsent: 'discard' }, first.uid)).toEqual(another)
    expect((await one.ready()).uid).toBe(second.uid)
    await phone.end()
  })

  it('is answered when the person changes while what waits is sent to sign them out', async () => {
    const [first, second] = [await market.person(), await market.person()]
    const phone = newDevice(market)
    const [one, other] = [phone.tab(), phone.tab()]
    await login(one, first)
    await other.ready()
    const through = phone.network.fetch
    phone.network.fetch = (url, init) =>
      url.endsWith('/sync/push') ? Promise.reject(new TypeError('fetch failed')) : through(url, init)
    expect(await shown(one, first.uid, 6)).toEqual({ kind: 'saved' })
    const out = one.call('user.logout', { unsent: 'send' }, first.uid)
    await login(other, second)
    expect((await out).kind).toBe('unreachable')
    expect((await one.ready()).uid).toBe(second.uid)
    await phone.end()
  })

  it('is told so when the person changes while it is being recorded', async () => {
    const [first, second] = [await market.person(), await market.person()]
    const phone = newDevice(market)
    const tab = phone.tab()
    await login(tab, first)
    const signing = login(tab, second)
    const kinds: string[] = []
    for (let done = false; !done;) {
      kinds.push(await shown(tab, first.uid, 5).then((outcome) => outcome.kind))
      done = await Promise.race([
        signing.then(() => true),
        new Promise<false>((no) => {
          setTimeout(no, 1, false)
        }),
      ])
    }
    expect(await shown(tab, first.uid, 5)).toEqual(another)
    expect(kinds).toContain('saved')
    const db = await phone.userDb(second.uid)
    expect(await db.outbox.count()).toBe(0)
    db.close()
    await phone.end()
  })
})
