import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locales } from '#contract/text/locales.ts'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { faultsHere } from '../screens/axe.ts'
import { keysShown } from '../screens/keys-shown.ts'
import { enterDesks } from '../people/operators.ts'
import { newPerson, type Person } from '../people/people.ts'
import { goWithin, intoTunnel, logIn, open, shellKept, until } from '../people/shopper.ts'

// A market gets a name, a logo and a colour of its own, on a desk and without a restart. A phone that knew the old ones
// shows them, and begins with them in a tunnel.

let market: Market
let proxy: FaultProxy
let operator: Person
let desk: BrowserWindow
let phone: BrowserWindow
beforeAll(async () => {
  market = await startMarket()
  proxy = await startFaultProxy(market.url)
  operator = await newPerson(market)
  desk = await openWindow()
  phone = await openWindow()
})
afterAll(async () => {
  await desk?.dispose()
  await phone?.dispose()
  await proxy?.close()
  await market?.close()
})

const NAME = 'Nile Bazaar'
const COLOR = '#7a1f1f'
const ABOUT = 'Goods from up and down the Nile.'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

interface Shown {
  title: string
  color: string
  logo: string
}
/** The market's identity as a page shows it: the end of its title, its colour, and its logo. */
const shown = (page: Page): Promise<Shown> =>
  page.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    return {
      title: document.title.split(' · ').at(-1)!,
      color: style.getPropertyValue('--primary').trim(),
      logo: style.getPropertyValue('--logo').trim(),
    }
  })
const isNew = ({ title, color, logo }: Shown): boolean =>
  title === NAME && color === COLOR && logo.includes('/media/file/')

it('a phone has met the market as Caravan', async () => {
  const page = phone.page()
  await open(page, proxy.url, '/')
  await shellKept(page)
  expect(await shown(page)).toMatchObject({ title: 'Caravan' })
  expect((await shown(page)).logo).toContain('/icon.svg')
})

it('an operator sees another name, logo and colour before they hold, and is told what cannot be read', async () => {
  const page = desk.page()
  await logIn(page, market.url, operator)
  await enterDesks(page, market.url, market, operator)
  await open(page, market.url, '/operator/site')
  await page.getByLabel('Market name').fill(NAME)
  const color = page.getByLabel('Colour', { exact: true })
  await color.fill('#ffd400')
  await page.getByText('The contrast on the page is 1.1 to 1').waitFor()
  const form = page.locator('form', { has: page.getByLabel('Market name') })
  const save = form.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  // Nothing was set: the colour is asked for first.
  await expect.poll(() => color.evaluate((field) => document.activeElement === field)).toBe(true)
  await color.fill(COLOR)
  await page.getByLabel('Short description (English)').fill(ABOUT)
  const logo = await sharp({ create: { width: 240, height: 120, channels: 4, background: '#c9a227' } })
    .png()
    .toBuffer()
  await form.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  await form.getByRole('button', { name: 'Remove logo', exact: true }).waitFor()
  const preview = page.getByRole('group', { name: 'Preview' })
  await expect.poll(() => preview.getByText(NAME).count()).toBe(2)
  expect([...(await faultsHere(page, 'the desk')), ...(await keysShown(page))]).toEqual([])
  await save.click()
  await page.getByText('Saved. Pages show the change the next time they are opened.').first().waitFor()
  // The operator's own page follows while it is open.
  await until(() => shown(page), isNew)

  await page.getByLabel('Legal name', { exact: true }).fill('Nile Trading LLC')
  await button(page, 'Save “Legal name”').click()
  await page.getByText('Done').first().waitFor()
  await page.getByLabel('Contact email', { exact: true }).fill('hello@nile.example')
  await button(page, 'Save “Contact email”').click()
  await expect
    .poll(async () => JSON.stringify((await market.call('/api/index/settings', {})).data))
    .toContain('hello@nile.example')

  const partners = page.getByRole('form', { name: 'Partners' })
  await button(page, 'Add to Partners').click()
  const added = partners.getByRole('group').last()
  await added.getByLabel('Name', { exact: true }).fill('Nile Freight')
  await added.locator('input[type=file]').setInputFiles({ name: 'freight.png', mimeType: 'image/png', buffer: logo })
  await added.locator('img').waitFor()
  await button(page, 'Save “Partners”').click()
  await expect
    .poll(async () => JSON.stringify((await market.call('/api/index/settings', {})).data))
    .toMatch(/\{"name":"Nile Freight","url":null,"logo":"file\/[0-9a-f]{32}"\}\]/)
})

it('every document is the market’s own, in every language', async () => {
  const site = (await market.call('/api/index/settings', {})).data as { about: number }
  const screens = ['/', '/product', '/category/1', '/goods?id=1', '/store/1', '/faqs', '/know', '/install', '/login']
  for (const path of [...screens, `/page/${site.about}`, '/mine', '/shop', '/nowhere'])
    for (const { code } of locales) {
      const address = `${market.url}${path}${path.includes('?') ? '&' : '?'}lang=${code}`
      const answer = await fetch(address, { headers: { 'Accept-Language': code } })
      const html = await answer.text()
      // The policy of Trusted Types is named for the program, and no person reads it.
      expect(html, `${path} ${code}`).not.toMatch(/Caravan|كارافان|قافلة|商队/)
      expect(html, path).toContain(` · ${NAME}</title>`)
      expect(html, path).toContain(`<meta property="og:site_name" content="${NAME}">`)
      expect(html, path).toContain(`--primary:${COLOR}`)
      if (path === '/mine') expect(html).toContain(`<meta name="description" content="${ABOUT}">`)
    }
  const manifest = (await (await fetch(`${market.url}/manifest.webmanifest`)).json()) as { icons: { src: string }[] }
  expect(manifest).toMatchObject({ name: NAME, description: ABOUT, theme_color: COLOR })
  for (const { src } of manifest.icons) expect((await fetch(market.url + src)).status, src).toBe(200)
})

it('who runs it stands in the footer and where it writes about itself', async () => {
  const window = await openWindow()
  try {
    const page = window.page()
    await open(page, market.url, '/')
    await page.getByText('Nile Trading LLC · hello@nile.example').waitFor()
    const { about } = (await market.call('/api/index/settings', {})).data as { about: number }
    await open(page, market.url, `/page/${about}`)
    await page.getByRole('heading', { name: `Who runs ${NAME}` }).waitFor()
    expect(await page.getByRole('link', { name: 'hello@nile.example' }).getAttribute('href')).toBe(
      'mailto:hello@nile.example',
    )
    expect([...(await faultsHere(page, 'about')), ...(await keysShown(page))]).toEqual([])
    expect(window.errors).toEqual([])
  } finally {
    await window.dispose()
  }
})

/** A page that the phone's service worker keeps, as HTML; empty where it keeps none. */
const keptPage = (path: string): Promise<string> =>
  phone.page().evaluate(async (wanted) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const key of await cache.keys())
        if (new URL(key.url).pathname === wanted) return (await cache.match(key))!.text()
    }
    return ''
  }, path)

it('a page that is opened again shows them, with no server started again', async () => {
  const page = phone.page()
  // The document that the phone had kept is shown once more, while the new one comes.
  await open(page, proxy.url, '/')
  await until(
    () => keptPage('/'),
    (html) => html.includes(NAME),
  )
  await open(page, proxy.url, '/')
  await until(() => shown(page), isNew)
  expect(phone.errors).toEqual([])
})

it('and begins with them in a tunnel, from the document that it kept and from the shell', async () => {
  const page = phone.page()
  await until(
    () => keptPage('/index.html'),
    (html) => html.includes(`<title>${NAME}</title>`),
  )
  const { logo } = await shown(page)
  const out = await intoTunnel(phone, proxy)
  for (const path of ['/', '/login', '/setting']) {
    const answer = await page.goto(proxy.url + path, { waitUntil: 'commit' })
    expect(answer!.fromServiceWorker(), path).toBe(true)
    const html = await answer!.text()
    expect(html, path).toContain(NAME)
    expect(html, path).toContain(`--primary:${COLOR}`)
    expect(html, path).not.toMatch(/Caravan/)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await until(() => shown(page), isNew)
  }
  // The logo is on the device, too.
  const src = /url\("?([^")]+)"?\)/.exec(logo)![1]!
  expect(await page.evaluate((address) => fetch(address).then((answer) => answer.status), src)).toBe(200)
  await goWithin(page, '/faqs')
  await until(() => shown(page), isNew)
  await out()
  expect(phone.errors).toEqual([])
})

it('without them the market looks as the app does, and nothing of the old is left on open pages', async () => {
  const page = desk.page()
  await open(page, market.url, '/operator/site')
  await page.getByLabel('Colour', { exact: true }).fill('')
  const look = page.getByRole('region', { name: 'Name, logo and colour' })
  await look.getByRole('button', { name: 'Remove logo', exact: true }).click()
  await page
    .locator('form', { has: page.getByLabel('Market name') })
    .getByRole('button', { name: 'Save', exact: true })
    .click()
  await until(
    () => shown(page),
    ({ color, logo }) => color !== COLOR && logo.includes('/icon.svg'),
  )
  expect(desk.errors).toEqual([])
})
