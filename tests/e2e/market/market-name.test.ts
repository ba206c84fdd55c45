import { serve, type ServerType } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BUILT_PAGE } from '#server/market.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { openWindow } from '../../support/browsers/browser.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { shellKept, until } from '../people/shopper.ts'

// The operator decides the market's name: in documents, and in pages that began with another name.

let market: TestMarket
let server: ServerType
let url: string
beforeAll(async () => {
  market = await openTestMarket({ page: BUILT_PAGE, demo: () => {} })
  server = serve({ fetch: (request, env) => market.fetch(request, env as object), port: 0 })
  await new Promise((done) => server.once('listening', done))
  url = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await market.close()
})

/** The device's own row of the settings has grown old. */
const age = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done, failed) => {
        const opening = indexedDB.open('caravan-catalogue')
        opening.onerror = () => failed(opening.error as Error)
        opening.onsuccess = () => {
          const rows = opening.result.transaction('site', 'readwrite').objectStore('site')
          const got = rows.get('site')
          got.onsuccess = () => rows.put({ ...(got.result as object), at: Date.now() - 11 * 60_000 })
          rows.transaction.oncomplete = () => {
            opening.result.close()
            done()
          }
        }
      }),
  )

it('documents call the market what its operator does, and so does a page that knew another name', async () => {
  const browser = await openWindow({ locale: 'en-GB' })
  try {
    const page = browser.page()
    await page.goto(`${url}/faqs`)
    await shellKept(page)
    expect(await page.title()).toMatch(/ · Caravan$/)
    expect(await operate(market.db, ['setting', 'web_name', 'Harbour'], Date.now())).toMatchObject({ exit: 0 })
    for (const path of ['/', '/goods?id=1', '/faqs', '/mine']) {
      const html = await until(
        () => fetch(url + path).then((answer) => answer.text()),
        (text) => text.includes('og:site_name'),
      )
      expect(html, path).toMatch(/<title>.* · Harbour<\/title>/)
      expect(html, path).toContain('<meta property="og:site_name" content="Harbour">')
    }
    await age(page)
    await page.goto(`${url}/faqs`)
    await page.waitForFunction(() => document.title.endsWith(' · Harbour'))
    await page.goto(`${url}/talks`)
    await page.getByText('Log in to write to stores and to Harbour.').waitFor()
    expect(browser.errors).toEqual([])
  } finally {
    await browser.dispose()
  }
})
