import { afterAll, beforeAll, expect, it } from 'vitest'
import { status } from '#localdb/queries/sync/status.ts'
import { newBuyer, settled } from '../../support/people/buyer.ts'
import { add } from '../../support/people/in-doubt.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { newDevice } from '../../support/device/world.ts'

// "Try now" says whether the shop was reached: only once it has answered, or did not.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

it('says that the shop was not reached while its answers are lost, and once they come what waits is sent', async () => {
  const b = await newBuyer(market)
  b.device.network.faults.lieFi = true
  await add(b, 3)
  expect(await b.tab.call('shop.reach', {})).toEqual({ kind: 'unreachable' })
  b.device.network.faults.lieFi = false
  b.device.clock.offset += 60_000
  expect(await b.tab.call('shop.reach', {})).toEqual({ kind: 'accepted', data: {} })
  await settled(b)
  await b.device.end()
})

it('waits for an answer that is long in coming', async () => {
  let answer = (): void => undefined
  const slow = new Promise<void>((done) => {
    answer = done
  })
  let held = false
  const device = newDevice({
    fetch: async (request) => {
      if (held) await slow
      return market.fetch(request)
    },
  })
  const tab = device.tab()
  await tab.ready()
  expect(await tab.call('shop.reach', {})).toEqual({ kind: 'accepted', data: {} })
  held = true
  let reached: unknown
  const asking = tab.call('shop.reach', {}).then((outcome) => {
    reached = outcome
  })
  await new Promise((done) => {
    setTimeout(done, 100)
  })
  expect(reached).toBeUndefined()
  answer()
  await asking
  expect(reached).toEqual({ kind: 'accepted', data: {} })
  await device.end()
})

it('tells a guest too, and notes the contact', async () => {
  const device = newDevice(market)
  device.network.faults.offline = true
  const tab = device.tab()
  const { uid } = await tab.ready()
  const db = await device.userDb(uid)
  expect(await tab.call('shop.reach', {})).toEqual({ kind: 'unreachable' })
  expect(await status(db)).toMatchObject({ online: false })
  device.network.faults.offline = false
  expect(await tab.call('shop.reach', {})).toEqual({ kind: 'accepted', data: {} })
  expect(await db.meta.get('link')).toMatchObject({
    online: true,
    lastContact: expect.toSatisfy((at: number) => at > 0) as unknown,
  })
  db.close()
  await device.end()
})
