import { serve, type ServerType } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BUILT_PAGE } from '#server/market.ts'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { hydrated, until } from '../people/shopper.ts'

// The requests of a phone that reads a document: which pictures it asks for, no script before its first paint, and
// which details it asks for at rest.

const [WIDTH, HEIGHT] = [360, 740]
/** The distance below the viewport at which Chromium asks for lazy pictures on a slow network (px). */
const NEAR = 2500
let market: TestMarket
let server: ServerType
let browser: BrowserWindow
let url: string
let screens: Record<string, string>
/** Answers some requests in the market's place. */
let instead: (request: Request) => Promise<Response> | undefined = () => undefined

beforeAll(async () => {
  market = await openTestMarket({ page: BUILT_PAGE, demo: () => {} })
  server = serve({ fetch: (request, env) => instead(request) ?? market.fetch(request, env as object), port: 0 })
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
})
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

/** An answer whose first part comes at once, and its rest when it may. */
async function inTwo(answer: Response, first: number, rest: Promise<void>): Promise<Response> {
  const bytes = Buffer.from(await answer.arrayBuffer())
  const parts = [bytes.subarray(0, first), bytes.subarray(first)]
  const body = new ReadableStream({
    async pull(to) {
      if (parts.length === 1) await rest
      to.enqueue(new Uint8Array(parts.shift()!))
      if (parts.length === 0) to.close()
    },
  })
  return new Response(body, { headers: answer.headers })
}

it.each(['home', 'list', 'goods'])('%s paints its goods before any script is asked for', async (name) => {
  const path = screens[name]!
  const html = (): Promise<string> =>
    Promise.resolve(market.fetch(new Request(url + path, { headers: { 'Accept-Language': 'en-GB' } }))).then((answer) =>
      answer.text(),
    )
  const firstScript = /<script type="module"|<link rel="modulepreload"/
  const cut = Buffer.byteLength(
    (await until(html, (text) => text.includes('id="document-data"'))).split(firstScript)[0]!,
  )
  const context = await browser
    .context()
    .browser()!
    .newContext({
      viewport: { width: WIDTH, height: HEIGHT },
      locale: 'en-GB',
      serviceWorkers: 'block',
    })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  const asked: string[] = []
  const rest = Promise.withResolvers<void>()
  const scripts = Promise.withResolvers<void>()
  instead = (request) => {
    const { pathname, search } = new URL(request.url)
    const answer = async (): Promise<Response> => market.fetch(new Request(request.url, { headers: request.headers }))
    if (pathname + search === path) {
      request.headers.delete('Accept-Encoding')
      return answer().then((whole) => inTwo(whole, cut, rest.promise))
    }
    if (!pathname.endsWith('.js')) return undefined
    asked.push(pathname)
    return scripts.promise.then(answer)
  }
  try {
    await page.goto(url + path, { waitUntil: 'commit' })
    const painted = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
    await until(painted, (times) => times === 1)
    const seen = page.locator(name === 'goods' ? 'h1' : 'main article a').first()
    const shown = await seen.innerText()
    expect([await seen.isVisible(), shown.length > 5, asked]).toEqual([true, true, []])
    rest.resolve()
    // Now they are asked for, and none comes: it can be read all the same.
    await until(
      async () => asked.length,
      (n) => n > 2,
    )
    expect(await seen.innerText()).toBe(shown)
    scripts.resolve()
    await hydrated(page)
    expect([await seen.innerText(), errors]).toEqual([shown, []])
  } finally {
    rest.resolve()
    scripts.resolve()
    instead = () => undefined
    await context.close()
  }
})

/** Runs in the page: its network is slow until a test says otherwise; notes that details may be fetched ahead. */
function tellOfNetwork(): void {
  Object.defineProperty(navigator, 'connection', { value: { effectiveType: '2g' } })
  const { addEventListener } = document
  document.addEventListener = function (this: Document, ...on: unknown[]): void {
    if (on[0] === 'pointercancel') document.documentElement.dataset['ahead'] = 'begun'
    addEventListener.apply(this, on as Parameters<typeof addEventListener>)
  }
}

/** The page is scrolled, and rests for long enough, in a network of which the browser says this. */
const rests = (page: Page, network: { effectiveType?: string; saveData?: boolean }): Promise<unknown> =>
  page.evaluate((values) => {
    const { connection } = navigator as unknown as { connection: object }
    Object.assign(connection, { effectiveType: '4g', saveData: false }, values)
    dispatchEvent(new Event('scroll'))
    return new Promise((rested) => setTimeout(rested, 700))
  }, network)

it('details of twelve cards in sight come at rest, in one request, and of none where data is saved or the network is slow', async () => {
  const context = await browser
    .context()
    .browser()!
    .newContext({
      viewport: { width: 1600, height: 2400 },
      serviceWorkers: 'block',
    })
  const page = await context.newPage()
  const asked: number[][] = []
  instead = (request) => {
    if (new URL(request.url).pathname !== '/api/index/pro_infos') return undefined
    const copy = request.clone()
    return copy
      .json()
      .then(({ ids }: { ids: number[] }) => asked.push(ids))
      .then(() => market.fetch(request))
  }
  try {
    await page.addInitScript(tellOfNetwork)
    await page.goto(`${url}/product`)
    await page.locator('html[data-ahead]').waitFor({ state: 'attached' })
    for (const network of [{ effectiveType: '2g' }, { saveData: true }]) await rests(page, network)
    expect(asked).toEqual([])
    await rests(page, { effectiveType: '4g' })
    const cards = await page.evaluate(() =>
      [...document.querySelectorAll('main article')]
        .filter((card) => card.getBoundingClientRect().top < innerHeight)
        .map((card) => Number(/\d+$/.exec(card.querySelector('a')!.href)![0])),
    )
    await until(
      async () => asked.length,
      (times) => times > 0,
    )
    expect(cards.length).toBeGreaterThan(12)
    expect(asked).toEqual([cards.slice(0, 12)])
  } finally {
    instead = () => undefined
    await context.close()
  }
})
