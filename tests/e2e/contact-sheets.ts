import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { demoLogins } from '#server/seed/buyers.ts'
import { freshBuild } from '../../scripts/build/fresh.ts'
import { openBrowser, openWindow, PHONE, type BrowserWindow } from '../support/browsers/browser.ts'
import { startFaultProxy } from '../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../support/servers/servers.ts'
import { desks, patterns, signIn } from './screens/axe.ts'
import { furnish, ofStore, screensOf, type Furnished } from './screens/furnish.ts'
import { enterDesks } from './people/operators.ts'
import { newPerson } from './people/people.ts'
import { intoTunnel } from './people/shopper.ts'
import { addHere, makeTroubles, spareProducts } from './people/troubles.ts'

// `npm run sheets`: a screenshot of every screen on a phone and a desk, in both themes and all languages, online,
// offline and with nothing on the device, in .cache/sheets; and contact sheets that show them side by side. The person
// has a store; the operator's desks are somebody else's. `npm run sheets -- /shop /goods` takes only those, `--online`
// only what is shown with a network.

const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '')
const out = `${root}/.cache/sheets`
const DESK = { width: 1280, height: 800 }
const VIEWPORTS = { phone: PHONE, desk: DESK }
const LANGUAGES = { en: 'en-GB', ar: 'ar-EG', zh: 'zh-CN' }
const THEMES = ['light', 'dark'] as const
const { values, positionals: wanted } = parseArgs({ allowPositionals: true, options: { online: { type: 'boolean' } } })
type State = 'online' | 'offline' | 'empty'
const STATES: readonly State[] = values.online ? ['online'] : ['online', 'offline', 'empty']
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

/** The routes of the table, with something to show in those that take one. */
async function addresses(market: Market, furnished: Furnished): Promise<string[]> {
  const { product, order, sale, goods, request } = furnished
  // By their paths without what they are asked for.
  const own = new Map(
    screensOf(furnished)
      .map((path) => [path.replace(/\?.*|(?<=\/(?:quotes|lists)\/).*/, ''), path] as const)
      // Of two addresses of one screen the first.
      .toReversed(),
  )
  const { categories } = (await market.call('/api/index/category')).data as {
    categories: { id: number; pid: number }[]
  }
  const category = categories.find((c) => c.pid === 0)!.id
  // The search before, while and after one types, with and without anything found.
  const states = ['/search', '/search#ba', '/search?q=bag', '/search?q=bag&in=stores', '/search?q=zzqqzz']
  const filled = patterns()
    .filter((path) => !path.startsWith('/operator'))
    .flatMap((path) => (path === '/search' ? states : [path]))
    .map((path) => own.get(path.replace(/:\w+$/, '')) ?? path)
    .map((path) =>
      path
        .replace(':pid', String(category))
        .replace('/store/:id', '/store/1')
        .replace(/^\/goods$/, `/goods?id=${product}`)
        .replace(/^\/pay$/, `/pay?ids=${order}`)
        .replace(/^\/success$/, `/success?group=${order.split(':')[0]}`)
        .replace('/page/:ids', '/page/13')
        .replace('/centre/order/:id', `/centre/order/${encodeURIComponent(sale)}`)
        .replace(/^\/centre\/print$/, `/centre/print?kind=slip&ids=${encodeURIComponent(sale)}`)
        .replace('/centre/requests/:id', `/centre/requests/${request}`)
        .replace('/centre/goods/:id', `/centre/goods/${goods}`)
        .replace(/:\w+/g, '1'),
    )
  return among(filled)
}

/** Those that are wanted: all, unless some are named. */
const among = (paths: string[]): string[] =>
  paths.filter(
    (path) =>
      wanted.length === 0 ||
      wanted.some(
        (w) => path === w || path.startsWith(`${w}?`) || path.startsWith(`${w}/`) || path.startsWith(`${w}#`),
      ),
  )

/** A screen is ready to be looked at when its heading is there, its pictures are and nothing moves any more. */
async function settle(page: Page): Promise<void> {
  await page
    .getByRole('heading', { level: 1 })
    .first()
    .waitFor()
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
  browser: BrowserWindow,
  url: string,
  routes: string[],
  what: Pick<Shot, 'language' | 'theme' | 'state'>,
): Promise<void> {
  const page = browser.page()
  for (const route of routes) {
    await page.setViewportSize(PHONE)
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
  // The steps between two rounds are a phone's: a desk has other buttons.
  await page.setViewportSize(PHONE)
}

const shellKept = (page: Page): Promise<unknown> => page.evaluate(() => navigator.serviceWorker.ready)

/** The layout of a contact sheet: the scale of its pictures, and the numbers of columns and rows. */
const GRID = { phone: { scale: 0.6, columns: 6, rows: 2 }, desk: { scale: 0.35, columns: 3, rows: 4 } }

/** Small pictures of what was photographed in one state, viewport, language and theme, a few screens to a sheet. */
async function contactSheets(of: readonly Shot[], name: string, viewport: keyof typeof VIEWPORTS): Promise<number> {
  const { scale, columns, rows } = GRID[viewport]
  const size = VIEWPORTS[viewport]
  const [width, height, gap] = [Math.round(size.width * scale), Math.round(size.height * scale), 8]
  const sheets = Math.ceil(of.length / (columns * rows))
  for (let sheet = 0; sheet < sheets; sheet++) {
    const shown = of.slice(sheet * columns * rows, (sheet + 1) * columns * rows)
    const tiles = shown.map(async ({ file }, i) => ({
      input: await sharp(file).resize(width, height).toBuffer(),
      left: gap + (i % columns) * (width + gap),
      top: gap + Math.floor(i / columns) * (height + gap),
    }))
    const create = {
      width: gap + columns * (width + gap),
      height: gap + Math.ceil(shown.length / columns) * (height + gap),
      channels: 3 as const,
      background: '#8a8f9c',
    }
    await sharp({ create })
      .composite(await Promise.all(tiles))
      .png()
      .toFile(`${out}/sheet-${name}-${sheet + 1}.png`)
  }
  return sheets
}

if (!(await freshBuild(root))) process.exit(1)
await rm(out, { recursive: true, force: true })
await mkdir(out, { recursive: true })
const market = await startMarket()
const proxy = await startFaultProxy(market.url)
try {
  const person = { ...demoLogins[1]!, username: '' }
  const routes = await addresses(market, { ...(await furnish(market, person)), ...(await ofStore(market.url, person)) })
  const ofOperator = among(['/operator', ...desks()])
  for (const language of Object.keys(LANGUAGES) as Language[])
    for (const theme of THEMES) {
      const options = { locale: LANGUAGES[language], colorScheme: theme }
      const full = await openBrowser(options)
      await signIn(full.page(), proxy.url, person)
      await shellKept(full.page())
      // The sync centre exists for these: a conflict, a refusal, and offline a change that waits.
      const centre = routes.includes('/sync') ? await spareProducts(market, 2) : []
      for (const p of centre)
        await full
          .page()
          .goto(`${proxy.url}/goods?id=${p.id}`)
          .then(() => settle(full.page()))
      if (centre.length) await makeTroubles(full.page(), { market, proxy }, person, centre[0]!)
      await photograph(full, proxy.url, routes, { language, theme, state: 'online' })
      if (ofOperator.length > 0) {
        const desk = await openWindow(options)
        const operator = await newPerson(market)
        await signIn(desk.page(), market.url, operator)
        await enterDesks(desk.page(), market.url, market, operator)
        await photograph(desk, market.url, ofOperator, { language, theme, state: 'online' })
        await desk.dispose()
      }
      const errors = [...full.errors]
      if (STATES.includes('offline')) {
        await intoTunnel(full.page(), proxy)
        if (centre.length) await addHere(full.page(), proxy.url, centre[1]!)
        await photograph(full, proxy.url, routes, { language, theme, state: 'offline' })
        proxy.before = () => undefined
      }
      await full.dispose()
      if (STATES.includes('empty')) {
        const bare = await openBrowser(options)
        await bare.context().route('**/api/**', (route) => route.abort())
        await bare.page().goto(`${market.url}/lang`)
        await shellKept(bare.page())
        await photograph(bare, market.url, routes, { language, theme, state: 'empty' })
        errors.push(...bare.errors)
        await bare.dispose()
      }
      console.log(`${language} ${theme}: ${shots.length} so far; errors: ${errors.join(' | ') || 'none'}`)
    }
  let sheets = 0
  for (const [name, of] of Map.groupBy(shots, (s) => `${s.state}-${s.viewport}-${s.language}-${s.theme}`))
    sheets += await contactSheets(of, name, of[0]!.viewport)
  console.log(`${shots.length} screenshots and ${sheets} contact sheets in ${out}`)
} finally {
  await proxy.close()
  await market.close()
}
// The browser of the windows would keep the process alive.
process.exit(0)
