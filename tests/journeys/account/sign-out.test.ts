import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { closeFence } from '#worker/session/wipe.ts'
import { act, newDevice, until } from '../../support/device/world.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

// Seen by the simulation: it would have answered a day later.
it('sending first says that it could not when nothing can be sent, also when the clock is set back meanwhile', async () => {
  const [person, shop] = [await market.person(), await market.products(2)]
  const phone = newDevice(market)
  const tab = phone.tab()
  await tab.call('user.login', { email: person.email, password: person.password })
  phone.clock.speed = 50
  phone.network.faults.lieFi = true
  const favourite = (i: number) => act(tab, 'favourite.set', { id: shop.ids[i]!, on: true })
  await favourite(0)
  const out = tab.call('user.logout', { unsent: 'send' })
  await favourite(1)
  phone.clock.offset -= 86_400_000
  expect(await out).toEqual({ kind: 'unreachable' })
  expect((await tab.ready()).uid).toBe(person.uid)
  await phone.end()
})

// Seen in a browser: the service worker's drain was sending when the person signed out, and reported a bug.
it('what sends while the database is closed to writing, to be deleted, has no bug to report', async () => {
  const person = await market.person()
  const phone = newDevice(market)
  const tab = phone.tab()
  await tab.call('user.login', { email: person.email, password: person.password })
  await until('it has pulled', () => phone.network.log.some(({ path }) => path === '/api/sync/pull'))
  const db = await phone.userDb(person.uid)
  await db.transaction('rw', [db.meta], () => closeFence(db, person.uid))
  const before = phone.locks.granted.length
  phone.clock.speed = 50
  await tab.flush(true)
  // Sending begins again after a pause: then the attempt before has failed, and that was dealt with.
  await until('it has begun again', () =>
    phone.locks.granted.slice(before).some((name) => name === `caravan-lease-${person.uid}`),
  )
  expect(phone.reports).toEqual([])
  db.close()
  await phone.end()
})
