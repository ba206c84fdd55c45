import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { ProductDetail } from '#contract/schema/catalogue.ts'
import { ladderPrice, taxOn } from '#contract/rules/ladder.ts'
import { demoLogins } from '#server/db/seed/buyers.ts'
import { freshBuild } from '../../scripts/build/fresh.ts'
import { openBrowser, PHONE, type Browser } from '../support/browser.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { startMarket, type Market } from '../support/servers.ts'
import { simpleProducts, type Person } from './people.ts'
import { intoTunnel } from './shopper.ts'
import { addHere, makeTroubles, spareProducts } from './troubles.ts'

// `npm run sheets`: a screenshot of every screen on a phone and a desk, in both themes, in English and Arabic,
// online, offline and with nothing on the device, in .cache/sheets; and contact sheets that show them side by
// side. `npm run sheets -- /shop /goods` takes only those.

const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '')
const out = `${root}/.cache/sheets`
const DESK = { width: 1280, height: 800 }
const VIEWPORTS = { phone: PHONE, desk: DESK }
const LANGUAGES = { en: 'en-GB', ar: 'ar-EG' }
const THEMES = ['light', 'dark'] as const
const STATES = ['online', 'offline', 'empty'] as const
type State = (typeof STATES)[number]
type Language = keyof typeof LANGUAGES
type Theme = (typeof THEMES)[number]

interface Shot {
  route: string
  file: string
  viewport: keyof typeof VIEWPORTS
  language: Language
  theme: Theme
  state: State
}
const shots: Shot[] = []
const nameOf = (route: string): string => (route === '/' ? 'home' : route.slice(1).replace(/[^a-z0-9]+/gi, '-'))

interface Furnished {
  product: number
  order: string
}

/** The routes of the table, with something to show in those that take one. */
async function addresses(market: Market, { product, order }: Furnished): Promise<string[]> {
  const table = await readFile(`${root}/src/app/routes.ts`, 'utf8')
  const paths = [...table.matchAll(/path: '(\/[^'*]*)'/g)].map((m) => m[1]!)
  const { categories } = (await market.call('/api/index/category')).data as {
    categories: { id: number; pid: number }[]
  }
  const category = categories.find((c) => c.pid === 0)!.id
  // The search before, while and after one types, with and without anything found.
  const states = ['/search', '/search#ba', '/search?q=bag', '/search?q=bag&in=stores', '/search?q=zzqqzz']
  const filled = paths
    .flatMap((path) => (path === '/search' ? states : [path]))
    .map((path) =>
      path
        .replace(':pid', String(category))
        .replace('/store/:id', '/store/1')
        .replace(/^\/goods$/, `/goods?id=${product}`)
        .replace(/^\/pay$/, `/pay?ids=${order}`)
        .replace(/^\/success$/, `/success?group=${order.split(':')[0]}`),
    )
  const wanted = process.argv.slice(2)
  return wanted.length
    ? filled.filter((path) =>
        wanted.some(
          (w) => path === w || path.startsWith(`${w}?`) || path.startsWith(`${w}/`) || path.startsWith(`${w}#`),
        ),
      )
    : filled
}

/** A screen is ready to be looked at when its heading is there, its pictures are and nothing moves any more. */
async function settle(page: Page): Promise<void> {
  await page
    .getByRole('heading', { level: 1 })
    .first()
    .waitFor({ timeout: 10_000 })
    .catch(() => undefined)
  await page.evaluate(async () => {
    const shown = [...document.images].filter(
      (image) => image.getBoundingClientRect().top < innerHeight && !image.complete,
    )
    const patience = new Promise((resolve) => {
      setTimeout(resolve, 2500)
    })
    await Promise.race([
      patience,
      Promise.all(
        shown.map(
          (image) =>
            new Promise((resolve) => {
              image.onload = image.onerror = resolve
            }),
        ),
      ),
    ])
    await document.fonts.ready
    await new Promise((resolve) => {
      requestAnimationFrame(() => {
        setTimeout(resolve, 350)
      })
    })
  })
}

async function photograph(
  browser: Browser,
  url: string,
  routes: string[],
  what: Pick<Shot, 'language' | 'theme' | 'state'>,
): Promise<void> {
  const page = browser.page()
  for (const route of routes) {
    await page.goto(url + route)
    const typed = route.split('#')[1]
    if (typed) await page.getByRole('combobox').fill(typed)
    for (const [viewport, size] of Object.entries(VIEWPORTS) as [keyof typeof VIEWPORTS, typeof PHONE][]) {
      await page.setViewportSize(size)
      await settle(page)
      const file = `${out}/${what.state}-${viewport}-${what.language}-${what.theme}-${nameOf(route.startsWith('/search') ? route : route.split('?')[0]!)}.png`
      await page.screenshot({ path: file })
      shots.push({ route, file, viewport, ...what })
    }
  }
}

async function signIn(page: Page, url: string, person: Person): Promise<void> {
  await page.goto(`${url}/login`)
  await page.locator('input[type=email]').fill(person.email)
  await page.locator('input[type=password]').fill(person.password)
  await page.locator('main form button[type=submit]').click()
  await page.waitForURL((at) => at.pathname !== '/login')
}

/**
 * Puts two lines, three favourites, an address and an unpaid order into a person's account, as another device of theirs
 * would.
 */
async function furnish(market: Market, person: Person): Promise<Furnished> {
  const done = async (path: string, body: object): Promise<void> => {
    const answer = await market.call(path, body, token)
    if (answer.code !== 1) throw new Error(`${path}: ${answer.msg}`)
  }
  const { token } = (
    (await market.call('/api/user/login', { email: person.email, password: person.password })).data as {
      userinfo: { token: string }
    }
  ).userinfo
  const order = async (id: number): Promise<string> => {
    const { store, detail } = (await market.call('/api/index/pro_info', { id })).data as {
      store: { id: number }
      detail: ProductDetail
    }
    const { product, shipping, taxBasisPoints } = detail
    const [clientOrderId, addressId] = [randomUUID(), randomUUID()]
    await done('/api/aera/addEdit', {
      id: addressId,
      baseRev: 0,
      patch: {
        country: 'DE',
        province: 'DE-BE',
        city: 'Berlin',
        detail: 'Lindenstraße 5',
        zip: '10969',
        recipient: 'Amina Yusuf',
        mobile: '+4915112345678',
      },
    })
    const price = ladderPrice(product.ladder, product.minimum)
    const [goods, tax] = [price * product.minimum, taxOn(price * product.minimum, taxBasisPoints)]
    const lines = [{ id, variantId: 0, num: product.minimum, price }]
    await done('/api/order/place', {
      clientOrderId,
      shopId: store.id,
      addressId,
      currency: product.currency,
      lines,
      goods,
      shipping,
      tax,
      total: goods + shipping + tax,
      remark: '',
    })
    return `${clientOrderId}:${store.id}`
  }
  const products = await simpleProducts(market, 3)
  for (const p of products) {
    const { store, detail } = (await market.call('/api/index/pro_info', { id: p.id })).data as {
      store: { id: number }
      detail: ProductDetail
    }
    await done('/api/collect/set', { id: p.id, on: true })
    if (p !== products[2])
      await done('/api/cart/add', {
        id: p.id,
        shopId: store.id,
        variantId: 0,
        num: p.minimum,
        price: ladderPrice(detail.product.ladder, p.minimum),
        currency: detail.product.currency,
      })
  }
  return { product: products[0]!.id, order: await order(products[2]!.id) }
}

const shellKept = (page: Page): Promise<unknown> => page.evaluate(() => navigator.serviceWorker.ready)

/** Small pictures of one state and viewport side by side: a column per language and theme, a row per screen. */
async function contactSheet(state: State, viewport: keyof typeof VIEWPORTS, routes: string[]): Promise<void> {
  const size = VIEWPORTS[viewport]
  const scale = viewport === 'phone' ? 0.5 : 0.3
  const [width, height, gap] = [Math.round(size.width * scale), Math.round(size.height * scale), 8]
  const mine = shots.filter((s) => s.state === state && s.viewport === viewport)
  const columns = viewport === 'phone' ? routes.length : 4
  const cells = (['en', 'ar'] as const).flatMap((language) =>
    THEMES.flatMap((theme) => routes.map((route) => ({ language, theme, route }))),
  )
  const byRoute = viewport === 'phone' ? cells : routes.flatMap((route) => cells.filter((c) => c.route === route))
  const tiles = await Promise.all(
    byRoute.map(async (cell, i) => {
      const shot = mine.find((s) => s.route === cell.route && s.language === cell.language && s.theme === cell.theme)!
      return {
        input: await sharp(shot.file).resize(width, height).toBuffer(),
        left: gap + (i % columns) * (width + gap),
        top: gap + Math.floor(i / columns) * (height + gap),
      }
    }),
  )
  const rows = Math.ceil(byRoute.length / columns)
  const sheet = sharp({
    create: {
      width: gap + columns * (width + gap),
      height: gap + rows * (height + gap),
      channels: 3,
      background: '#8a8f9c',
    },
  })
    .composite(tiles)
    .png()
  await writeFile(`${out}/sheet-${state}-${viewport}.png`, await sheet.toBuffer())
}

if (!(await freshBuild(root))) process.exit(1)
await rm(out, { recursive: true, force: true })
await mkdir(out, { recursive: true })
const market = await startMarket()
const proxy = await startFaultProxy(market.url)
try {
  const person = { ...demoLogins[0]!, username: '' }
  const routes = await addresses(market, await furnish(market, person))
  for (const language of Object.keys(LANGUAGES) as Language[])
    for (const theme of THEMES) {
      const options = { locale: LANGUAGES[language], colorScheme: theme }
      const full = await openBrowser(options)
      await signIn(full.page(), proxy.url, person)
      await shellKept(full.page())
      // What the sync centre is for: a conflict, a refusal, and offline something that waits.
      const centre = routes.includes('/sync') ? await spareProducts(market, 2) : []
      for (const p of centre)
        await full
          .page()
          .goto(`${proxy.url}/goods?id=${p.id}`)
          .then(() => settle(full.page()))
      if (centre.length) await makeTroubles(full.page(), { market, proxy }, person, centre[0]!)
      await photograph(full, proxy.url, routes, { language, theme, state: 'online' })
      await intoTunnel(full.page(), proxy)
      if (centre.length) await addHere(full.page(), proxy.url, centre[1]!)
      await photograph(full, proxy.url, routes, { language, theme, state: 'offline' })
      await full.dispose()
      proxy.before = () => undefined
      const bare = await openBrowser(options)
      await bare.context().route('**/api/**', (route) => route.abort())
      await bare.page().goto(`${market.url}/lang`)
      await shellKept(bare.page())
      await photograph(bare, market.url, routes, { language, theme, state: 'empty' })
      await bare.dispose()
      console.log(
        `${language} ${theme}: ${shots.length} so far; errors: ${[...full.errors, ...bare.errors].join(' | ') || 'none'}`,
      )
    }
  for (const state of STATES)
    for (const viewport of Object.keys(VIEWPORTS) as (keyof typeof VIEWPORTS)[])
      await contactSheet(state, viewport, routes)
  console.log(`${shots.length} screenshots and ${STATES.length * 2} contact sheets in ${out}`)
} finally {
  await proxy.close()
  await market.close()
}
