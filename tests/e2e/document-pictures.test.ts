import { serve, type ServerType } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BUILT_PAGE } from '#server/market.ts'
import { openWindow, type BrowserWindow } from '../support/browser.ts'
import { openTestMarket, type TestMarket } from '../support/market.ts'
import { until } from './shopper.ts'

// Which pictures a phone asks for when it reads a document, before any script runs.

const [WIDTH, HEIGHT] = [360, 740]
/** Chromium asks for lazy pictures so far below what is seen, on a slow network (px). */
const NEAR = 2500
let market: TestMarket
let server: ServerType
let browser: BrowserWindow
let url: string
let screens: Record<string, string>

beforeAll(async () => {
  market = await openTestMarket({ page: BUILT_PAGE, demo: () => {} })
  server = serve({ fetch: (request, env) => market.fetch(request, env as object), port: 0 })
  await new Promise((done) => server.once('listening', done))
  url = `http://localhost:${(server.address() as AddressInfo).port}`
  const { id, store_id: store } = await market.db
    .selectFrom('products')
    .select(['id', 'store_id'])
    .orderBy('sales', 'desc')
    .executeTakeFirstOrThrow()
  screens = { home: '/', list: '/product', category: '/category/1', goods: `/goods?id=${id}`, store: `/store/${store}` }
  browser = await openWindow({
    viewport: { width: WIDTH, height: HEIGHT },
    deviceScaleFactor: 2,
    serviceWorkers: 'block',
  })
  await browser.context().route('**/assets/*.js', (route) => route.abort())
}, 60_000)
afterAll(async () => {
  await browser.dispose()
  server.close()
  await market.close()
})

interface Seen {
  file: string
  top: number
  left: number
  size: number
  loading: string
  priority: string
  asked: boolean
  /** The colour or ground behind it. */
  coloured: boolean
}

/** The pictures of a document, once what the browser wants of them is there. */
async function picturesOf(path: string): Promise<Seen[]> {
  const page = browser.page()
  await until(
    async () => {
      await page.goto(url + path, { waitUntil: 'networkidle' })
      return page.locator('#document-data').count()
    },
    (rendered) => rendered === 1,
  )
  return page.evaluate(() => {
    const asked = new Set(performance.getEntriesByType('resource').map((entry) => entry.name))
    return [...document.images]
      .filter((img) => img.checkVisibility())
      .map((img) => {
        const { top, left, width } = img.getBoundingClientRect()
        const frame = img.parentElement!
        return {
          file: img.currentSrc || img.src,
          top,
          left,
          size: width,
          loading: img.loading,
          priority: img.fetchPriority,
          asked: asked.has(img.currentSrc),
          coloured:
            frame.querySelector('svg') !== null || getComputedStyle(frame).backgroundColor !== 'rgba(0, 0, 0, 0)',
        }
      })
  })
}
const isSeen = ({ top, left, size }: Seen): boolean => top < HEIGHT && top + size > 0 && left < WIDTH && left + size > 0

describe.each(['home', 'list', 'category', 'goods', 'store'])('the document of %s', (name) => {
  let pictures: Seen[]
  beforeAll(async () => {
    pictures = await picturesOf(screens[name]!)
  })

  it('asks first for a few pictures, all of them in sight', () => {
    const high = pictures.filter((picture) => picture.priority === 'high')
    expect(high.length).toBe(name === 'goods' ? 1 : 2)
    const eager = pictures.filter((picture) => picture.loading === 'eager')
    expect(eager.length).toBeLessThanOrEqual(4)
    // A store's head is above its list: the second row of a list may be under the edge there.
    for (const picture of name === 'store' ? high : eager) expect(isSeen(picture), picture.file).toBe(true)
    for (const picture of pictures.filter(isSeen)) expect(picture.asked, picture.file).toBe(true)
  })

  it('asks for nothing far below, and moves nothing when a picture comes', () => {
    for (const picture of pictures) {
      if (picture.top > HEIGHT + NEAR) expect(picture.asked, picture.file).toBe(false)
      if (picture.file.includes('/media/')) expect([picture.coloured, picture.size > 0]).toEqual([true, true])
    }
  })
})

it('a list has its second row, which is in sight, asked for at once', async () => {
  const cards = (await picturesOf('/product')).filter((picture) => picture.file.includes('/media/'))
  expect(cards.filter(isSeen).map(({ loading, priority }) => [loading, priority])).toEqual([
    ['eager', 'high'],
    ['eager', 'high'],
    ['eager', 'auto'],
    ['eager', 'auto'],
  ])
})

it('no document asks for what it hides', async () => {
  const page = browser.page()
  await picturesOf('/product')
  const hidden = await page.evaluate(() =>
    [...document.images]
      .filter((img) => !img.checkVisibility() && img.complete && img.currentSrc !== '')
      .map((i) => i.src),
  )
  expect(hidden).toEqual([])
})
