import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestMarket, type TestMarket, type TestPerson } from '../support/market.ts'
import { gesture, newDevice, until, type TestTab } from '../support/world.ts'

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

  it('is told so when the person changes while it is being recorded', async () => {
    const [first, second] = [await market.person(), await market.person()]
    const phone = newDevice(market)
    const tab = phone.tab()
    await login(tab, first)
    const signing = login(tab, second)
    const said: string[] = []
    for (let done = false; !done;) {
      said.push(await shown(tab, first.uid, 5).then((outcome) => outcome.kind))
      done = await Promise.race([
        signing.then(() => true),
        new Promise<false>((no) => {
          setTimeout(no, 1, false)
        }),
      ])
    }
    expect(await shown(tab, first.uid, 5)).toEqual(another)
    expect(said).toContain('saved')
    const db = await phone.userDb(second.uid)
    expect(await db.outbox.count()).toBe(0)
    db.close()
    await phone.end()
  })
})
