import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DRAIN_SCOPE } from '#contract/sw-messages.ts'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy, type Passing } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { atTheShop, newPerson, simpleProducts, type Person } from '../people/people.ts'
import { handOnDrain, type DrainHand } from '../starting/service-workers.ts'
import { goodsKept, addToCart, logIn, open, shellKept, status, until } from '../people/shopper.ts'

// Changes recorded without a network reach the shop with no page open: the browser wakes the drain, a separate service
// worker.

const DIST = fileURLToPath(new URL('../../../dist', import.meta.url))
const DRAIN = '/assets/drain'
type Product = Awaited<ReturnType<typeof simpleProducts>>[number]

let market: Market
let products: Product[]
let proxy: FaultProxy
let browser: Browser
let person: Person
/** Which scripts have pushed: pages' workers, or the drain. */
let senders: string[]

const isPush = ({ path }: Passing): boolean => path.startsWith('/api/sync/push')
const online = ({ headers, ...passing }: Passing): undefined => {
  if (isPush({ headers, ...passing }))
    senders.push(new URL(headers.referer ?? 'http://none/').pathname.replace(/-.*/, ''))
}

beforeAll(async () => {
  market = await startMarket()
  products = await simpleProducts(market, 2)
})
afterAll(() => market?.close())
beforeEach(async () => {
  senders = []
  proxy = await startFaultProxy(market.url)
  proxy.before = online
  person = await newPerson(market)
  browser = await openBrowser()
})
afterEach(async () => {
  await browser.dispose()
  await proxy.close()
})

/** Whether this browser has the drain and can wake it. */
const drainIsKept = (page: Page): Promise<boolean> =>
  page.evaluate(async (scope) => {
    const all = await navigator.serviceWorker.getRegistrations()
    return all.some((own) => own.scope.endsWith(scope) && own.active !== null)
  }, DRAIN_SCOPE)

/** How many locks the site's scripts hold: with no page of it alive, and nothing to drain, none. */
const locksHeld = (): Promise<number> =>
  browser
    .context()
    .serviceWorkers()[0]!
    .evaluate(async () => (await navigator.locks.query()).held?.length ?? 0)

/** Signs in, loses the network, puts pieces of a product into the cart and closes the page. */
async function recordOffline(how: 'page closed' | 'page left open' = 'page closed'): Promise<DrainHand> {
  const page = browser.page()
  await logIn(page, proxy.url, person)
  await open(page, proxy.url, `/goods?id=${products[0]!.id}`)
  await goodsKept(page, products[0]!.id)
  await shellKept(page)
  await until(
    () => drainIsKept(page),
    (kept) => kept,
  )
  const hand = await handOnDrain(browser, proxy.url)
  await page.bringToFront()
  proxy.before = () => 'refuse'
  await browser.context().setOffline(true)
  await addToCart(page, proxy.url, products[0]!.id)
  await until(
    () =>
      page.evaluate(async (scope) => {
        type Syncing = { sync: { getTags(): Promise<string[]> } } | undefined
        return ((await navigator.serviceWorker.getRegistration(scope)) as unknown as Syncing)?.sync.getTags() ?? []
      }, DRAIN_SCOPE),
    (tags) => tags.length === 1,
  )
  if (how === 'page closed') {
    await page.close()
    // Its worker outlives it by a moment, in which it would still send: it is over once it holds nothing any more.
    await until(locksHeld, (held) => held === 0)
  }
  return hand
}
const networkBack = async (): Promise<void> => {
  proxy.before = online
  await browser.context().setOffline(false)
}
/** Nothing else comes after it: what is there now is what there will be. */
async function arrivedOnce(by: string[], held = person): Promise<void> {
  const wanted = { [products[0]!.id]: products[0]!.minimum }
  await until(
    () => atTheShop(market, held),
    ({ cart }) => cart[products[0]!.id] !== undefined,
  )
  expect((await atTheShop(market, held)).cart).toEqual(wanted)
  expect(senders).toEqual(by)
}

describe('with no page open', () => {
  it('the browser by itself has it sent once there is a network, and a page opened later finds it so', async () => {
    const hand = await recordOffline()
    await networkBack()
    await arrivedOnce([DRAIN])
    await hand.sync()
    const page = await browser.context().newPage()
    await open(page, proxy.url, '/shop')
    await until(
      () => page.getByRole('textbox', { name: 'Quantity', exact: true }).first().inputValue(),
      (shown) => shown === String(products[0]!.minimum),
    )
    await arrivedOnce([DRAIN])
    expect(browser.errors).toEqual([])
  })

  it('stopped after the effect and before its answer, it is sent again and has its effect once', async () => {
    const hand = await recordOffline()
    let stopped = false
    proxy.after = async (passing) => {
      if (!isPush(passing) || stopped) return
      stopped = true
      await hand.stop()
    }
    await networkBack()
    await until(
      async () => stopped,
      (done) => done,
    )
    await hand.sync()
    await until(
      async () => senders.length,
      (pushes) => pushes === 2,
    )
    await arrivedOnce([DRAIN, DRAIN])
  })

  it('updated in the middle, nothing is lost and nothing is doubled', async () => {
    const hand = await recordOffline()
    let updated = false
    proxy.after = async (passing) => {
      if (!isPush(passing) || updated) return
      updated = true
      const address = hand.script()
      const body = `${await readFile(DIST + address, 'utf8')}\n// newer`
      proxy.overrides.set(address, { body, type: 'text/javascript' })
      await hand.update()
    }
    await networkBack()
    await until(
      async () => updated,
      (done) => done,
    )
    await hand.sync()
    await arrivedOnce(senders.map(() => DRAIN))
  })

  it('without a session nothing is sent and nothing is lost: it goes after the next sign-in', async () => {
    const hand = await recordOffline()
    await browser.context().setOffline(false)
    const { token } = (
      (await market.call('/api/user/login', { email: person.email, password: person.password })).data as {
        userinfo: { token: string }
      }
    ).userinfo
    await market.call('/api/user/change', { original: person.password, password: 'another long one' }, token)
    person.password = 'another long one'
    proxy.before = online
    await hand.sync()
    await until(
      async () => senders,
      (pushes) => pushes.length > 0,
    )
    expect((await atTheShop(market, person)).cart).toEqual({})
    const page = await browser.context().newPage()
    await open(page, proxy.url, '/shop')
    await until(
      () => status(page),
      (line) => /^log in/i.test(line),
    )
    const before = senders.length
    await hand.sync()
    await logIn(page, proxy.url, person)
    await arrivedOnce([...senders.slice(0, before), '/assets/worker'])
  })

  it('never sends one person’s work under another’s name', async () => {
    const hand = await recordOffline('page left open')
    const page = browser.page()
    const other = await newPerson(market)
    await open(page, proxy.url, '/setting')
    await page
      .getByRole('button', { name: /sign out/i })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: /keep/i }).click()
    // Until they are out, it is theirs to send.
    await page.waitForURL((at) => at.pathname !== '/setting')
    await networkBack()
    await logIn(page, proxy.url, other)
    await page.close()
    await hand.sync()
    await hand.sync()
    expect((await atTheShop(market, other)).cart).toEqual({})
    expect((await atTheShop(market, person)).cart).toEqual({})
    const again = await browser.context().newPage()
    await open(again, proxy.url, '/setting')
    await again
      .getByRole('button', { name: /sign out/i })
      .first()
      .click()
    await again.waitForURL((at) => at.pathname !== '/setting')
    await logIn(again, proxy.url, person)
    await until(
      () => atTheShop(market, person),
      ({ cart }) => cart[products[0]!.id] === products[0]!.minimum,
    )
    expect((await atTheShop(market, other)).cart).toEqual({})
  })
})

describe('with a page open', () => {
  it('the page sends, and the drain leaves it to it', async () => {
    const hand = await recordOffline('page left open')
    await hand.sync()
    await networkBack()
    await arrivedOnce(['/assets/worker'])
  })
})
