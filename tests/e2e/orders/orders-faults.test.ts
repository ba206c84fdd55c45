import { expect, it } from 'vitest'
import { killedInMidPush } from '../sync/killed-in-mid-push.ts'
import { browseOnline, goesThrough, market, orderOffline, proxy, withItsOwnBuyer } from './order-day.ts'

// The story of an order once more, with faults where it is sent.

withItsOwnBuyer()

it('an order made without a network exists once though every answer is lost once', async () => {
  await browseOnline()
  const out = await orderOffline()
  let pushes = 0
  // Each second one is the repeat of the one before, whose answer was lost.
  await out(({ path }) => (path === '/api/sync/push' && pushes++ % 2 === 0 ? 'lost' : undefined))
  await goesThrough()
  expect(pushes).toBeGreaterThan(1)
})

it('an order made without a network exists once though the server is killed in the middle and started again', async () => {
  await browseOnline()
  const pushes = await killedInMidPush(await orderOffline(), proxy, market)
  await goesThrough()
  expect(pushes()).toBeGreaterThan(1)
})
