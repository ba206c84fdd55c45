import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { newPerson } from '../people/people.ts'
import { logIn, open } from '../people/shopper.ts'
import { otherDevice } from '../people/troubles.ts'

// A browser that has lost the key under which a person's texts are sealed: nothing is read without it, that is said,
// and all that the shop has comes back with the session.

let market: Market
let browser: Browser
beforeAll(async () => {
  market = await startMarket()
  browser = await openBrowser({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })
})
afterAll(async () => {
  await browser?.dispose()
  await market?.close()
})

/** Takes the keys out of every person's database, as a broken profile may. */
const loseKeys = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) {
      if (!name!.startsWith('caravan-user-')) continue
      await new Promise<void>((done, failed) => {
        const request = indexedDB.open(name!)
        request.onerror = () => failed(request.error)
        request.onsuccess = () => {
          const tx = request.result.transaction('keys', 'readwrite')
          tx.objectStore('keys').clear()
          tx.oncomplete = () => {
            request.result.close()
            done()
          }
        }
      })
    }
  })

it('texts that no longer open are said to; once the person has signed in they are there again', async () => {
  const person = await newPerson(market)
  const id = await (await otherDevice(market, person)).addAddress()
  const page = browser.page()
  await logIn(page, market.url, person)
  await open(page, market.url, '/address')
  await page.getByText('Amal Haddad').waitFor()
  await loseKeys(page)
  await open(page, market.url, '/address')
  const notice = page.getByText('can no longer be opened').filter({ visible: true })
  await notice.waitFor()
  await expect.poll(() => page.getByText('Amal Haddad').count()).toBe(0)
  await open(page, market.url, `/insertAddress?mode=edit&id=${id}`)
  await notice.waitFor()
  await logIn(page, market.url, person)
  await open(page, market.url, '/address')
  await page.getByText('Amal Haddad').waitFor()
  await expect.poll(() => notice.count()).toBe(0)
  expect(browser.errors).toEqual([])
})
