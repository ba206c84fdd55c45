import { expect, it } from 'vitest'
import { filesWith, readDisk } from '../sync/disks.ts'
import {
  browseOnline,
  browser,
  goesThrough,
  market,
  orderOffline,
  personal,
  proxy,
  walletHolds,
  withItsOwnBuyer,
} from './order-day.ts'
import { open, until } from '../people/shopper.ts'

// An order made without a network is placed once when it is back, paid, shipped by command, received; the buyer's
// wallet says so and is verified, also without a network; and nothing personal is in clear on the disk.

withItsOwnBuyer()

it('an order made without a network, for two shops, exists once, is paid, shipped and received; nothing personal is in clear on the disk', async () => {
  await browseOnline()
  const out = await orderOffline()
  const page = await browser.reopen({ offline: true })
  await open(page, proxy.url, '/order')
  await until(
    () => page.getByText('Not placed yet').count(),
    (n) => n > 0,
  )
  await out()
  await goesThrough()
  await walletHolds()
  await browser.quit()
  const disk = await readDisk(browser.profile, /IndexedDB|Service Worker|Local Storage|Session Storage|Cache/i)
  expect(filesWith(disk, personal)).toEqual([])
  // The search does find what is there in clear, such as a table's name.
  expect(filesWith(disk, ['addressDefault'])).not.toEqual([])
  for (const text of personal) expect(market.log()).not.toContain(text)
})
