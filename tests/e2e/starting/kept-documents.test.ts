import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { marketCommand } from '#server/operator/commands/command.ts'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { newPerson, simpleProducts } from '../people/people.ts'
import { goWithin, hydrated, intoTunnel, logIn, open, shellKept, until } from '../people/shopper.ts'

// A second visit begins with documents and pictures of the first, kept by the service worker.

let market: Market
let proxy: FaultProxy
let browser: Browser
let page: Page
beforeAll(async () => {
  market = await startMarket()
  proxy = await startFaultProxy(market.url)
})
afterAll(async () => {
  await proxy.close()
  await market.close()
})
beforeEach(async () => {
  proxy.before = () => undefined
  browser = await openBrowser({ locale: 'en-GB' })
  page = browser.page()
})
afterEach(() => browser.dispose())

/** The kept documents: their addresses and languages, in their order. */
const kept = (): Promise<[address: string, language: string | null][]> =>
  page.evaluate(async () => {
    const found: [string, string | null][] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const key of await cache.keys()) {
        const answer = await cache.match(key)
        const { pathname, search } = new URL(key.url)
        if (answer?.headers.has('X-Kept-At')) found.push([pathname + search, answer.headers.get('Content-Language')])
      }
    }
    return found
  })
const keptAt = (...wanted: string[]): Promise<unknown> =>
  until(kept, (found) => wanted.every((address) => found.some(([at]) => at === address)))

/** Opens an address; answers the document that came. */
async function documentAt(path: string): Promise<{ html: string; fromServiceWorker: boolean }> {
  const answer = (await page.goto(proxy.url + path, { waitUntil: 'commit' }))!
  return { html: await answer.text(), fromServiceWorker: answer.fromServiceWorker() }
}
const age = (): Promise<number> => page.locator('#kept-document-age').count()
const firstTitle = (): Promise<string> => page.locator('main article a').first().innerText()

/** As if the documents had been kept so long ago (ms). */
const grow = (ms: number): Promise<void> =>
  page.evaluate(async (older) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const key of await cache.keys()) {
        const answer = (await cache.match(key))!
        if (!answer.headers.has('X-Kept-At')) continue
        const headers = new Headers(answer.headers)
        headers.set('X-Kept-At', String(Number(headers.get('X-Kept-At')) - older))
        await cache.put(key, new Response(await answer.text(), { headers }))
      }
    }
  }, ms)

/** Runs in the page: what it says to its worker waits for an event, as if the worker took so long to start. */
function holdWorker(): void {
  const { postMessage } = Worker.prototype
  const held: (() => void)[] = []
  let may = false
  Worker.prototype.postMessage = function (this: Worker, ...args: unknown[]): void {
    const say = (): void => postMessage.apply(this, args as Parameters<typeof postMessage>)
    if (may) say()
    else held.push(say)
  }
  addEventListener('worker-may', () => {
    may = true
    for (const say of held) say()
  })
}

/** The acts of a guest that are recorded on this device. */
const recorded = (of: Page): Promise<unknown[]> =>
  of.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('caravan-user-guest')
      opening.addEventListener('success', () => resolve(opening.result))
      opening.addEventListener('error', () => reject(opening.error!))
    })
    const all = db.transaction('outbox').objectStore('outbox').getAll()
    await new Promise((resolve) => all.addEventListener('success', resolve))
    db.close()
    return all.result as unknown[]
  })

describe('a second visit', () => {
  it('begins without a network with what the first has shown, its pictures too, and ends with the rows of the device', async () => {
    await open(page, proxy.url, '/')
    const title = await firstTitle()
    const pictures = (): Promise<string[]> =>
      page.evaluate(() =>
        [...document.images]
          .filter((image) => image.complete && image.naturalWidth > 0 && image.currentSrc.includes('/media/'))
          .map((image) => image.currentSrc),
      )
    const seen = await until(pictures, (shown) => shown.length > 5)
    await shellKept(page)
    await keptAt('/')
    await until(
      () =>
        page.evaluate(async (wanted) => {
          const found = await Promise.all(wanted.map((src) => caches.match(src)))
          return wanted.filter((_, n) => found[n] === undefined)
        }, seen),
      (missing) => missing.length === 0,
    )
    await intoTunnel(page, proxy)
    const { html, fromServiceWorker } = await documentAt('/')
    expect(fromServiceWorker).toBe(true)
    expect(html).toContain('<article')
    expect(html).not.toContain('<body><p id="kept-document-age"')
    await page.getByText(title).first().waitFor()
    // By now without anything that the server could have answered.
    await until(pictures, (shown) => seen.every((src) => shown.includes(src)))
    await goWithin(page, '/product')
    await page.getByText('offline', { exact: false }).first().waitFor()
    expect(browser.errors).toEqual([])
  })

  it('says how old it is from ten minutes on, until the rows of the device are there', async () => {
    await open(page, proxy.url, '/product')
    await shellKept(page)
    await keptAt('/', '/product')
    await grow(11 * 60_000)
    for (const path of ['/', '/product']) {
      const { html, fromServiceWorker } = await documentAt(path)
      expect(fromServiceWorker).toBe(true)
      expect(html).toMatch(/<body><p id="kept-document-age">updated .*\d{4}/)
      await until(age, (n) => n === 0)
      await page.locator('main article').first().waitFor()
    }
    expect(browser.errors).toEqual([])
  })

  it('is in the language of the device; documents in another are dropped, also without a network', async () => {
    await open(page, proxy.url, '/')
    await shellKept(page)
    await keptAt('/')
    await goWithin(page, '/lang')
    await page.getByRole('button', { name: 'العربية' }).click()
    await until(kept, (found) => found.length === 1 && found[0]![1] === 'ar')
    const { html } = await documentAt('/')
    expect(html).toContain('<html lang="ar" dir="rtl">')
    // The document is there before the page's code runs.
    await page.waitForFunction(() => history.state !== null)
    // English has been spoken here, so its texts are.
    const leave = await intoTunnel(page, proxy)
    await goWithin(page, '/lang')
    await page.getByRole('button', { name: 'English' }).click()
    await until(kept, (found) => found.length === 0)
    await documentAt('/')
    await page.locator('main article').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
    await leave()
    expect(browser.errors).toEqual([])
  })

  it('sells nothing before the rows of the device are there, and then what was pressed, at their price', async () => {
    const [product] = await simpleProducts(market, 1)
    const path = `/goods?id=${product!.id}`
    await open(page, proxy.url, path)
    await shellKept(page)
    await keptAt('/', path)
    // The device hears of another price, the document does not.
    await marketCommand(['price', String(product!.id), '98765'], { DATA_DIR: market.dataDir })
    await open(page, proxy.url, '/lang')
    await goWithin(page, path)
    await page.getByText('$987.65').first().waitFor()
    await page.addInitScript(holdWorker)
    const { html, fromServiceWorker } = await documentAt(path)
    expect([fromServiceWorker, html.includes('987.65')]).toEqual([true, false])
    await hydrated(page)
    const add = page.getByRole('button', { name: 'Add to cart', exact: true }).first()
    await add.click()
    await expect.poll(() => add.getAttribute('aria-busy')).toBe('true')
    // A second press is the same one.
    await add.click({ force: true })
    expect([await recorded(page), await page.getByText('$987.65').count()]).toEqual([[], 0])
    await page.evaluate(() => dispatchEvent(new Event('worker-may')))
    await page.getByText('Added to cart').first().waitFor()
    expect(await recorded(page)).toMatchObject([{ name: 'cart.add', payload: { id: product!.id, price: 98_765 } }])
    expect(browser.errors).toEqual([])
  })

  it('keeps nothing of a person: not in any cache', async () => {
    const person = await newPerson(market)
    await logIn(page, proxy.url, person)
    await shellKept(page)
    await open(page, proxy.url, '/product')
    await keptAt('/', '/product')
    for (const path of ['/mine', '/order', '/']) await open(page, proxy.url, path)
    const found = await page.evaluate(
      async (secrets) => {
        const all: string[] = []
        for (const name of await caches.keys()) {
          const cache = await caches.open(name)
          for (const key of await cache.keys()) {
            const answer = (await cache.match(key))!
            const text = [key.url, ...[...answer.headers].flat(), await answer.text()].join('\n')
            all.push(...secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret} in ${key.url}`))
          }
        }
        return all
      },
      [person.email, person.username],
    )
    expect(found).toEqual([])
    expect((await kept()).map(([address]) => address).sort()).toEqual(['/', '/product'])
  })
})
