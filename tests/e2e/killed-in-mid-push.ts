import type { Route } from 'playwright-core'
import type { Browser } from '../support/browser.ts'
import type { Market } from '../support/servers.ts'

/** Gives the network back, kills the market once it has committed the first push and before its answer leaves, and starts it again. The returned function tells how many pushes there were. */
export async function killedInMidPush(browser: Browser, market: Market): Promise<() => number> {
  let pushes = 0
  let killed = (): void => undefined
  const dead = new Promise<void>((resolve) => { killed = resolve })
  await browser.context().route('**/api/sync/push', async (route: Route) => {
    if (pushes++) return route.continue()
    await route.fetch()
    await market.kill()
    await route.abort('connectionreset')
    killed()
  })
  await browser.context().setOffline(false)
  await dead
  await market.restart()
  return () => pushes
}
