import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#localdb/queries/account.ts'
import type { Readers } from '#localdb/read.ts'
import { unseal } from '#localdb/seal.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import { act, newDevice, until, type TestDevice, type TestTab } from '../../support/device/world.ts'

// One device, several tabs, and persons that come and go: nothing is lost between them, and nothing crosses.

let market: TestMarket
let shop: { shopId: number; ids: number[] }
beforeAll(async () => {
  market = await openTestMarket()
  shop = await market.products(10)
})
afterAll(() => market.close())

/** A device on whose way to the shop calls of a path can be held up: before the shop hears of them, or after. */
function device(): {
  phone: TestDevice
  holdUp(path: string, when: 'before' | 'after'): { met: Promise<void>; release(): void }
} {
  const held = new Map<string, { when: 'before' | 'after'; meet(): void; go: Promise<void> }>()
  const phone = newDevice({
    fetch: async (request) => {
      const stop = held.get(new URL(request.url).pathname)
      held.delete(new URL(request.url).pathname)
      const pass = async (): Promise<void> => {
        stop?.meet()
        await stop?.go
      }
      if (stop?.when === 'before') await pass()
      const response = await market.fetch(request)
      if (stop?.when === 'after') await pass()
      return response
    },
  })
  const holdUp = (path: string, when: 'before' | 'after') => {
    let release = (): void => {}
    let meet = (): void => {}
    const go = new Promise<void>((done) => {
      release = done
    })
    const met = new Promise<void>((done) => {
      meet = done
    })
    held.set(path, { when, meet, go })
    return { met, release }
  }
  return { phone, holdUp }
}

const login = (tab: TestTab, { email, password }: TestPerson) => tab.call('user.login', { email, password })
const favour = (tab: TestTab, i: number) => act(tab, 'favourite.set', { id: shop.ids[i]!, on: true })
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
async function waiting(phone: TestDevice, uid: string): Promise<number> {
  const db = await phone.userDb(uid)
  const count = await db.outbox.count()
  db.close()
  return count
}

describe('between guest and person', () => {
  it('nothing that another tab records while the guest is merged is lost', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await market.person()
      const { phone } = device()
      const [one, other] = [phone.tab(), phone.tab()]
      await favour(one, 0)
      await favour(other, 1)
      const signing = login(one, person)
      // As fast as a hand can, and faster, for as long as it takes.
      const saved = [0, 1]
      for (let i = 2, done = false; i < 10; i++) {
        await favour(other, i).then(() => saved.push(i))
        done ||= await Promise.race([
          signing.then(() => true),
          new Promise<false>((no) => {
            setTimeout(no, round * 8, false)
          }),
        ])
      }
      await signing
      await until(
        'all of it is at the shop',
        async () => (await atShop(person.uid)).length >= saved.length,
        3000,
      ).catch(() => undefined)
      expect(await atShop(person.uid)).toEqual(saved)
      expect(phone.reports).toEqual([])
      await phone.end()
    }
  })
})

it('a profile that was being read while an act changed it is read again, once for all who ask', async () => {
  const person = await market.person()
  const { phone, holdUp } = device()
  const tab = phone.tab()
  await login(tab, person)
  const want = () => tab.want('user.profile', {})
  const asked = () => phone.network.log.filter(({ path }) => path === '/api/user/profile').length
  await want()
  const before = asked()
  const reading = holdUp('/api/user/profile', 'after')
  const first = want()
  await reading.met
  expect((await tab.call('user.change', { username: 'Renamed' })).kind).toBe('accepted')
  const others = [want(), want()]
  reading.release()
  expect(await Promise.all([first, ...others])).toEqual([{ kind: 'fresh' }, { kind: 'fresh' }, { kind: 'fresh' }])
  expect(asked() - before).toBe(2)
  const user = await phone.userDb(person.uid)
  const { uid, profile } = await account({ user } as unknown as Readers)
  const opened = await unseal(profile!.key, { uid: uid!, id: 'profile', version: 1 }, profile!.sealed)
  expect(opened).toMatchObject({ userinfo: { username: 'Renamed' } })
  user.close()
  await phone.end()
})

describe('signing out', () => {
  it.each(['send', 'keep'] as const)('(%s) never deletes what was recorded while the shop was told', async (unsent) => {
    const person = await market.person()
    const { phone, holdUp } = device()
    const [one, other] = [phone.tab(), phone.tab()]
    await login(one, person)
    await other.ready()
    const logout = holdUp('/api/user/logout', 'after')
    const out = one.call('user.logout', { unsent })
    await logout.met
    expect(await favour(other, 3)).toEqual({ kind: 'saved' })
    logout.release()
    expect(await out).toMatchObject({ kind: 'accepted' })
    expect((await one.ready()).guest).toBe(true)
    expect(await waiting(phone, person.uid)).toBe(1)
    await login(one, person)
    await until('it is at the shop', async () => (await atShop(person.uid)).includes(3))
    await phone.end()
  })

  it('(discard) gives up what waits, and it is never sent', async () => {
    const person = await market.person()
    const { phone } = device()
    const tab = phone.tab()
    await login(tab, person)
    phone.network.faults.offline = true
    await favour(tab, 3)
    expect(await tab.call('user.logout', { unsent: 'discard' })).toMatchObject({ kind: 'accepted' })
    phone.network.faults.offline = false
    await login(tab, person)
    await favour(tab, 4)
    await until('the next is at the shop', async () => (await atShop(person.uid)).includes(4))
    expect(await atShop(person.uid)).toEqual([4])
    await phone.end()
  })

  it('does not sign out who signed in meanwhile in another tab', async () => {
    const [first, second] = [await market.person(), await market.person()]
    const { phone, holdUp } = device()
    const [one, other] = [phone.tab(), phone.tab()]
    await login(one, first)
    await until('both know', async () => (await other.ready()).uid === first.uid)
    const logout = holdUp('/api/user/logout', 'before')
    const out = one.call('user.logout', { unsent: 'send' })
    await logout.met
    await login(other, second)
    logout.release()
    await out
    expect((await other.ready()).uid).toBe(second.uid)
    expect((await one.ready()).uid).toBe(second.uid)
    await favour(other, 2)
    await until('the second still sends', async () => (await atShop(second.uid)).includes(2))
    expect(await atShop(first.uid)).toEqual([])
    await phone.end()
  })
})

describe('an answer that arrives after a sign-in', () => {
  it('of the token before says nothing about the new one', async () => {
    const person = await market.person()
    const { phone, holdUp } = device()
    const [one, other] = [phone.tab(), phone.tab()]
    await login(one, person)
    await until('both know', async () => (await other.ready()).uid === person.uid)
    await market.db.deleteFrom('sessions').where('user_id', '=', person.uid).execute()
    const late = holdUp('/api/user/profile', 'after')
    const wanted = other.want('user.profile', {})
    await late.met
    await login(one, person)
    late.release()
    await wanted
    await favour(one, 5)
    await until('it is at the shop', async () => (await atShop(person.uid)).includes(5), 5000)
    expect(phone.reports).toEqual([])
    await phone.end()
  })

  it('still answers whoever asked, and the person at hand can ask the same', async () => {
    const [first, second] = [await market.person(), await market.person()]
    const { phone, holdUp } = device()
    const tab = phone.tab()
    await login(tab, first)
    const late = holdUp('/api/user/profile', 'after')
    const wanted = tab.want('user.profile', {})
    await late.met
    await login(tab, second)
    expect(await tab.want('user.profile', {})).toEqual({ kind: 'fresh' })
    late.release()
    expect(await wanted).toEqual({ kind: 'unreachable' })
    await phone.end()
  })

  it('brings the catalogue whoever is here', async () => {
    const person = await market.person()
    const { phone, holdUp } = device()
    const tab = phone.tab()
    await tab.ready()
    const late = holdUp('/api/index/category', 'after')
    const wanted = tab.want('catalogue.categories', {})
    await late.met
    await login(tab, person)
    late.release()
    expect(await wanted).toEqual({ kind: 'fresh' })
    await phone.end()
  })
})

describe('a push that gets no answer', () => {
  it('keeps nobody from signing in, and has its effect once', async () => {
    const [first, second] = [await market.person(), await market.person()]
    const { phone, holdUp } = device()
    const tab = phone.tab()
    await login(tab, first)
    const push = holdUp('/api/sync/push', 'before')
    await favour(tab, 7)
    await push.met
    const since = performance.now()
    await login(tab, second)
    expect(performance.now() - since).toBeLessThan(5_000)
    push.release()
    await login(tab, first)
    await until('nothing waits', async () => (await waiting(phone, first.uid)) === 0)
    expect([await atShop(first.uid), await atShop(second.uid)]).toEqual([[7], []])
    expect(phone.reports).toEqual([])
    await phone.end()
  })
})

describe('a session that ended and began again', () => {
  it('sends also after the sign-out and sign-in of the same person', async () => {
    const person = await market.person()
    const { phone } = device()
    const tab = phone.tab()
    await login(tab, person)
    await market.db.deleteFrom('sessions').where('user_id', '=', person.uid).execute()
    await favour(tab, 1)
    // A push or a pull may tell the device so, before there is anything to be sent.
    await until('the session is known to be gone', async () => {
      const db = await phone.userDb(person.uid)
      const link = await db.meta.get('link')
      db.close()
      return (link as { session: string }).session === 'gone'
    })
    await tab.call('user.logout', { unsent: 'keep' })
    await login(tab, person)
    await until('it is at the shop', async () => (await atShop(person.uid)).includes(1), 5000)
    await phone.end()
  })

  it('is noticed by a tab that never heard of it', async () => {
    const [first, second] = [await market.person(), await market.person()]
    const { phone } = device()
    const [one, deaf] = [phone.tab(), phone.tab(['caravan-device'])]
    await login(one, first)
    expect((await deaf.ready()).uid).toBe(first.uid)
    await login(one, second)
    expect((await deaf.ready()).uid).toBe(second.uid)
    await login(one, second)
    await favour(deaf, 6)
    one.kill()
    await until('the deaf one sends with the new token', async () => (await atShop(second.uid)).includes(6), 15_000)
    await phone.end()
  })
})
