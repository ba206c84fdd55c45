import { it } from 'vitest'
import { arrivesExactlyOnce, browseOnline, tradeOffline, withItsOwnDevice } from './offline-day.ts'

// The one path this product stands on: browse, lose the network, go on, close the browser, open it without a network,
// find everything; with the network back the server has each thing exactly once.

withItsOwnDevice()

it('a day without a network is kept over a closed browser and reaches the server exactly once', async () => {
  await browseOnline()
  const out = await tradeOffline()
  await out()
  await arrivesExactlyOnce()
})
