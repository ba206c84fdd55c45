import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, openWindow, type Browser } from '../../support/browsers/browser.ts'
import { serveDist, type StaticSite } from '../../support/servers/static-site.ts'
import { deploy } from './newer-version.ts'
import { findNewer } from './service-workers.ts'
import { missingOfShell, shellKept, until } from '../people/shopper.ts'

// The service worker by itself: the built page, and no market behind it.

const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url))
let site: StaticSite
let browser: Browser
let page: Page

beforeEach(async () => {
  site = await serveDist()
  browser = await openBrowser()
  page = browser.page()
  await page.goto(`${site.url}/login`)
  await shellKept(page)
})
afterEach(async () => {
  await browser.dispose()
  await site.close()
})

const picture = (width: number): Promise<Buffer> =>
  sharp({ create: { width, height: width, channels: 3, background: '#1f2a5a' } })
    .webp()
    .toBuffer()
const widthOf = (path: string): Promise<number> =>
  page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode()
    return image.naturalWidth
  }, path)

const version = (): Promise<string | null> =>
  page.evaluate(() => document.querySelector('meta[name=version]')?.getAttribute('content') ?? null)

describe('the service worker', () => {
  it('opens every screen without a network, and answers nothing of the API', async () => {
    await browser.context().setOffline(true)
    for (const path of [
      '/',
      '/product',
      '/category/3',
      '/goods?id=1',
      '/shop',
      '/collect',
      '/mine',
      '/setting',
      '/lang',
      '/login',
      '/register',
      '/faqs',
      '/know',
      '/page/13',
      '/article-detail/1',
      '/tiktok-flow',
      '/install',
      '/quick-order',
      '/lists',
      '/watches',
      '/review?id=a',
      '/report?id=a',
      '/print?id=a',
      '/quotes',
    ]) {
      await page.goto(site.url + path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
    }
    const kept = await page.evaluate(async () => {
      const names = await caches.keys()
      const urls = await Promise.all(
        names.map(async (name) =>
          (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname),
        ),
      )
      const api = await fetch('/api/index/index', { method: 'POST' }).then(
        () => 'answered',
        () => 'unreachable',
      )
      return { urls: urls.flat(), api }
    })
    expect(kept.urls.filter((path) => path.startsWith('/api'))).toEqual([])
    expect(kept.urls).toContain('/index.html')
    // Nobody has signed in here.
    expect(kept.urls.filter((path) => /\/(staff|person|worker-part-(desks|staff))-/.test(path))).toEqual([])
    expect(kept.api).toBe('unreachable')
  })

  it('asks a guest to sign in without a network, where only somebody signed in can do anything, and leads back', async () => {
    await browser.context().setOffline(true)
    for (const path of [
      '/order?tab=unpaid',
      '/orderChecked',
      '/pay?ids=1',
      '/merchant?code=a',
      '/message',
      '/talks',
      '/quotes',
      '/askPrice?id=1',
    ]) {
      await page.goto(site.url + path)
      const link = page.locator('main a[href^="/login"]').first()
      expect(new URL((await link.getAttribute('href'))!, site.url).searchParams.get('back')).toBe(path)
      await link.click()
      await page.getByRole('textbox', { name: /email/i }).first().waitFor()
    }
  })

  it('lets another size of a picture stand in when the wanted one is not on the device', async () => {
    for (const width of [160, 360, 720])
      site.overrides.set(`/media/tea/${width}.webp`, { body: await picture(width), type: 'image/webp' })
    expect(await widthOf('/media/tea/160.webp')).toBe(160)
    expect(await widthOf('/media/tea/720.webp')).toBe(720)
    await browser.context().setOffline(true)
    expect(await widthOf('/media/tea/360.webp')).toBe(720)
    expect(
      await page.evaluate(() =>
        fetch('/media/silk/360.webp').then(
          () => 'answered',
          () => 'unreachable',
        ),
      ),
    ).toBe('unreachable')
  })

  it('keeps ahead only what a start needs where data is saved, and the screens once it is not any more', async () => {
    const saving = await openWindow()
    const own = saving.page()
    await own.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    await own.goto(`${site.url}/setting`)
    await own.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    const missing = (): Promise<string[]> => own.evaluate(missingOfShell)
    // The files that the worker and the texts need are kept last.
    const left = await until(missing, (files) => !files.some((file) => /\/(texts|worker-part)-/.test(file)))
    for (const screen of ['cart-screen', 'mine-screen', 'store-screen', 'search-screen'])
      expect(left.filter((file) => file.startsWith(`/assets/${screen}-`) && file.endsWith('.js'))).toHaveLength(1)
    await own.getByRole('checkbox', { name: 'Save data' }).uncheck({ force: true })
    await until(missing, (files) => files.length === 0)
    await saving.dispose()
  })

  it('brings pictures one size smaller where the person saves data, until they do not any more', async () => {
    for (const width of [160, 360, 720])
      for (const name of ['tea', 'silk', 'rice'])
        site.overrides.set(`/media/${name}/${width}.webp`, { body: await picture(width), type: 'image/webp' })
    await page.goto(`${site.url}/setting`)
    const saver = page.getByRole('checkbox', { name: 'Save data' })
    expect(await widthOf('/media/tea/720.webp')).toBe(720)
    await saver.check({ force: true })
    await expect.poll(() => page.evaluate(async () => (await caches.match('/saver'))?.text())).toBe('on')
    expect(await widthOf('/media/silk/720.webp')).toBe(360)
    expect(await widthOf('/media/silk/160.webp')).toBe(160)
    // Another start, and what is here in full stays so.
    await page.goto(`${site.url}/setting`)
    expect(await saver.isChecked()).toBe(true)
    expect(await widthOf('/media/tea/720.webp')).toBe(720)
    expect(await widthOf('/media/rice/360.webp')).toBe(160)
    await saver.uncheck({ force: true })
    await expect.poll(() => page.evaluate(async () => (await caches.match('/saver'))?.text())).toBe('off')
    await page.evaluate(() => caches.delete('caravan-pictures'))
    expect(await widthOf('/media/rice/720.webp')).toBe(720)
  })

  it('keeps a picture that is not final for the time without a network, and renews it once it is', async () => {
    const path = '/media/tea/360.avif'
    const asked = () => site.asked.filter((other) => other === path).length
    const webp = await picture(160)
    site.overrides.set(path, { body: webp, type: 'image/webp' })
    expect(await widthOf(path)).toBe(160)
    await browser.context().setOffline(true)
    expect(await widthOf(path)).toBe(160)
    await browser.context().setOffline(false)

    const final = await sharp(await picture(360))
      .avif()
      .toBuffer()
    const immutable = 'public, max-age=31536000, immutable'
    site.overrides.set(path, { body: final, type: 'image/avif', cacheControl: immutable })
    // The kept picture is given at once, and the final one the next time; a page has its own pictures in memory.
    const fetched = (): Promise<string | null> =>
      page.evaluate((at) => fetch(at).then((answer) => answer.headers.get('Content-Type')), path)
    expect(await fetched()).toBe('image/webp')
    await expect.poll(fetched).toBe('image/avif')
    const before = asked()
    await page.goto(`${site.url}/lang`)
    expect(await widthOf(path)).toBe(360)
    expect(asked()).toBe(before)
  })

  it('fetches pictures ahead only until so many bytes have come, and none of which any size is here', async () => {
    const small = await picture(160)
    const paths = ['here', 'a', 'b', 'c', 'd'].map((name) => `/media/${name}/160.avif`)
    for (const path of [...paths, '/media/here/720.webp']) site.overrides.set(path, { body: small, type: 'image/webp' })
    const kept = (): Promise<string[]> =>
      page.evaluate(async () =>
        (await (await caches.open('caravan-pictures')).keys()).map(({ url }) => new URL(url).pathname).toSorted(),
      )
    await widthOf('/media/here/720.webp')
    // It is kept a moment after it was given to the page.
    await expect.poll(kept).toContain('/media/here/720.webp')
    const message = { type: 'KEEP_PICTURES', paths, bytes: small.length * 2 }
    await page.evaluate((data) => navigator.serviceWorker.controller!.postMessage(data), message)
    await expect.poll(kept).toEqual(expect.arrayContaining(paths.slice(1, 3)))
    // Two come at a time, so that one more may have been on its way.
    for (const path of [paths[0], paths[4]]) expect(site.asked).not.toContain(path)
  })

  it('waits with a new version until it is agreed to; then every page has it, and the old chunks are still there', async () => {
    const chunk = (await readdir(`${DIST}assets`)).find((file) => /^mine-screen-.*\.js$/.test(file))!
    const other = await browser.context().newPage()
    await other.goto(`${site.url}/lang`)
    await page.bringToFront()
    // Typed text keeps the new version from being applied by itself.
    await page.getByRole('textbox', { name: /email/i }).fill('amina')
    await deploy(site, '2', chunk)
    await findNewer(page)
    await page.getByText('New update available! Refresh to apply.').waitFor()
    expect(await version()).toBeNull()

    // The pictures that the version in charge still fetches ahead are not waited for.
    site.overrides.set('/media/slow/360.avif', 'never')
    const message = { type: 'KEEP_PICTURES', paths: ['/media/slow/360.avif'], bytes: 1000 }
    await page.evaluate((data) => navigator.serviceWorker.controller!.postMessage(data), message)
    await expect.poll(() => site.asked).toContain('/media/slow/360.avif')
    await page.getByRole('button', { name: 'Update Now' }).click()
    await expect.poll(() => version().catch(() => null)).toBe('2')
    await expect
      .poll(() =>
        other.evaluate(() => document.querySelector('meta[name=version]')?.getAttribute('content')).catch(() => null),
      )
      .toBe('2')
    await page.getByText('New update available! Refresh to apply.').waitFor({ state: 'detached' })
    expect(await page.evaluate((path) => fetch(path).then((r) => r.status), `/assets/${chunk}`)).toBe(200)
    const shells = await page.evaluate(async () =>
      (await caches.keys()).filter((name) => name.startsWith('caravan-shell-')),
    )
    expect(shells).toHaveLength(2)

    await page.getByRole('textbox', { name: /email/i }).fill('amina')
    await deploy(site, '3', chunk)
    await findNewer(page)
    await page.getByRole('button', { name: 'Update Now' }).click()
    await expect.poll(() => version().catch(() => null)).toBe('3')
    expect(
      await page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('caravan-shell-'))),
    ).toHaveLength(2)
    expect(
      await page.evaluate((path) => fetch(path).then((r) => r.status), `/assets/${chunk}`),
      'two versions later it is gone',
    ).toBe(404)
  })
})
