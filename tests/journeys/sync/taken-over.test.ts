import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { newBuyer, onDevice, outbox, settled, type Buyer } from '../../support/people/buyer.ts'
import { add, atShop } from '../../support/people/in-doubt.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { save, taken } from '../../support/people/unsent.ts'
import { act, newDevice, until, type TestDevice } from '../../support/device/world.ts'

// A change that another device has taken over from a file belongs to that device: where the file was saved, the change
// can neither be taken back nor asked again.

let market: TestMarket
let b: Buyer
let elsewhere: TestDevice
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())
beforeEach(async () => {
  b = await newBuyer(market)
  elsewhere = newDevice(market)
  b.device.network.faults.offline = true
  await add(b, 4)
})
afterEach(async () => {
  await b.device.end()
  await elsewhere.end()
})

/** Another device of the person's takes over what waits here. */
async function takeOver(): Promise<void> {
  const waiting = (await outbox(b)).length
  const tab = elsewhere.tab()
  expect((await tab.call('user.login', { email: b.person.email, password: b.person.password })).kind).toBe('accepted')
  expect(await taken({ tab }, await save(b))).toEqual({ said: 'done', recorded: waiting })
}

it('is not taken back, nor asked again by an undo', async () => {
  await act(b.tab, 'favourite.set', { id: b.one.ids[1]!, on: true })
  const [cart, favourite] = await outbox(b)
  await takeOver()
  b.device.network.faults.loseFirstOf.add('/api/sync/push')
  b.device.network.faults.offline = false
  expect(await b.tab.call('intent.cancel', { intentId: cart!.intentId })).toEqual({
    kind: 'accepted',
    data: { became: 'elsewhere' },
  })
  // The answer to its own push tells of the other.
  await b.tab.flush(true)
  await settled(b)
  for (const { intentId } of [cart!, favourite!]) {
    expect(await b.tab.call('intent.cancel', { intentId })).toEqual({ kind: 'accepted', data: { became: 'elsewhere' } })
    expect(await b.tab.call('intent.restore', { intentId, was: 'waiting' })).toEqual({
      kind: 'refused',
      refusal: { reason: 'notFound' },
    })
  }
  await until(
    'four pieces everywhere',
    async () => (await atShop(market, b)) === 4 && (await onDevice(b)).cart[b.one.ids[0]!] === 4,
  )
  expect(await outbox(b)).toEqual([])
})

it('is not asked again when it was set aside', async () => {
  const { intentId, seq } = (await outbox(b))[0]!
  await takeOver()
  const db = await b.device.userDb(b.person.uid)
  await db.quarantine.put({ id: intentId, reason: 'schema', row: (await db.outbox.get(seq!))!, at: 0 })
  await db.outbox.delete(seq!)
  b.device.network.faults.offline = false
  expect((await b.tab.call('intent.retry', { intentId })).kind).toBe('accepted')
  expect(await db.archive.get(intentId)).toMatchObject({ state: 'cancelled', last: { reason: 'cancelled' }, by: null })
  expect([await db.quarantine.count(), await outbox(b)]).toEqual([0, []])
  db.close()
  await until('four pieces at the shop', async () => (await atShop(market, b)) === 4)
})
