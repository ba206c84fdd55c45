import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestMarket, type TestMarket } from '../support/market.ts'
import { act, newDevice } from '../support/world.ts'

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
