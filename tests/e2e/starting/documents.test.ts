import { serve, type ServerType } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locales } from '#contract/text/locales.ts'
import { BUILT_PAGE } from '#server/market.ts'
import { openWindow } from '../../support/browsers/browser.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { sideBySide } from '../../support/browsers/side-by-side.ts'
import { hydrated, until } from '../people/shopper.ts'

// Documents as the server renders them from the built screens, and as a browser reads and takes them over.

const ORIGIN = 'https://market.example'
let market: TestMarket
let server: ServerType
let url: string
let goods: number
let store: number

beforeAll(async () => {
  market = await openTestMarket({ page: BUILT_PAGE, publicUrl: ORIGIN, demo: () => {} })
  server = serve({ fetch: (request, env) => market.fetch(request, env as object), port: 0 })
  await new Promise((done) => server.once('listening', done))
  url = `http://localhost:${(server.address() as AddressInfo).port}`
  const row = await market.db
    .selectFrom('products')
    .select(['id', 'store_id'])
    .orderBy('sales', 'desc')
    .executeTakeFirstOrThrow()
  goods = row.id
  store = row.store_id
})
afterAll(async () => {
  server.close()
  await market.close()
})

/** The screens that are rendered, by an address of each. */
const NOTHING_FOUND = '/search?q=zzzzzz'
const screens = (): string[] => [
  '/',
  '/product',
  '/product?sort=priceUp',
  '/category/1',
  `/goods?id=${goods}`,
  `/store/${store}`,
  '/search',
  '/search?q=lamp',
  '/search?q=a&in=stores',
  NOTHING_FOUND,
  '/page/13',
  '/page/33',
  '/article-detail/1',
  '/faqs',
  '/know?for=sellers',
]
const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url + path, { headers: { 'Accept-Encoding': 'gzip, deflate, br', ...headers } })
/** A document; asked for again where this machine was too busy to render it in its time. */
async function documentOf(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; html: string }> {
  for (let n = 0; ; n++) {
    const answer = await get(path, headers)
    const html = await answer.text()
    if (html.includes('id="document-data"') || html.includes('aria-busy') || n === 20)
      return { status: answer.status, html }
  }
}
const rootOf = (html: string): string => /<div id="root">([\s\S]*)<\/div>(?=<script)/.exec(html)?.[1] ?? ''
const dataOf = (html: string): string =>
  /<script type="application\/json" id="document-data">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''

describe('a document', () => {
  it('holds its first screen in every language, without inline scripts, style attributes or hidden parts', async () => {
    for (const { code, dir } of locales) {
      for (const path of screens()) {
        const { status, html } = await documentOf(path, { 'Accept-Language': code })
        expect(status, path).toBe(200)
        expect(html, path).toContain(`<html lang="${code}" dir="${dir}">`)
        const root = rootOf(html)
        expect(root.length, path).toBeGreaterThan(2000)
        expect(root, path).not.toMatch(/<script|<template|<style|\sstyle=|\son[a-z]+=|javascript:/)
        // Only lists that are closed are hidden, and they are empty.
        expect(root, path).not.toMatch(/\shidden=""[^>]*>(?!<\/)/)
        // Nothing stands in for what the server knows.
        if (path !== NOTHING_FOUND)
          expect(root, path).toMatch(/<main[\s\S]*(href="\/(goods|store|category|order|article-detail|page)|lang=)/)
        const scripts = [...html.matchAll(/<script([^>]*)>/g)].map((match) => match[1]!)
        for (const attributes of scripts)
          expect(attributes, path).toMatch(/type="module".*src="\/assets\/|type="application\/(ld\+)?json"/)
        // Scripts come after all that is seen.
        expect(html.indexOf('<script type="module"'), path).toBeGreaterThan(html.indexOf('</main>'))
        expect(JSON.parse(dataOf(html)), path).toMatchObject({ language: code })
      }
    }
  })

  it('says what it is to those who link to it and to search engines', async () => {
    const { html } = await documentOf(`/goods?utm_source=x&id=${goods}`)
    const { title, description } = await market.db
      .selectFrom('products')
      .select(['title', 'description'])
      .where('id', '=', goods)
      .executeTakeFirstOrThrow()
    const name = (title as Record<string, string>)['en']!
    expect(html).toContain(`<title>${name} · Caravan</title>`)
    expect(html).toContain(`<link rel="canonical" href="${ORIGIN}/goods?id=${goods}">`)
    for (const { code } of locales)
      expect(html).toContain(`href="${ORIGIN}/goods?id=${goods}&amp;lang=${code}" hreflang="${code}"`)
    expect(html).toContain(`<meta property="og:title" content="${name}">`)
    expect(html).toMatch(new RegExp(`<meta property="og:image" content="${ORIGIN}/media/`))
    const structured = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)![1]!) as object
    expect(structured).toMatchObject({
      '@type': 'Product',
      name,
      description: (description as Record<string, string>)['en'],
      offers: { '@type': 'Offer', url: `${ORIGIN}/goods?id=${goods}` },
    })
    expect((await documentOf('/search?q=lamp')).html).toContain('<meta name="robots" content="noindex">')
  })

  it('of what does not exist says so, with 404', async () => {
    for (const path of [
      '/goods?id=99999999',
      '/goods',
      '/store/99999999',
      '/category/99999999',
      '/nowhere/at/all',
      '/page/9999',
      '/page/x',
      '/article-detail/9999',
    ])
      expect((await documentOf(path)).status, path).toBe(404)
    for (const path of ['/shop', '/mine', '/login', '/order']) {
      const { status, html } = await documentOf(path)
      expect(status, path).toBe(200)
      // The frame and a skeleton: what it shows is a person's.
      expect(rootOf(html), path).toContain('aria-busy="true"')
      expect(dataOf(html), path).toBe('')
    }
  })

  it('is the same for everybody, and names nobody', async () => {
    const person = await market.person()
    const token = await market.login(person)
    for (const path of [...screens(), '/mine']) {
      const [theirs, ours] = [await documentOf(path, { token, Cookie: `token=${token}` }), await documentOf(path)]
      // The times at which the rows were read are no person's.
      const plain = (html: string): string => html.replace(/"at":\d+/g, '')
      expect(plain(theirs.html), path).toBe(plain(ours.html))
      for (const secret of [person.uid, person.email, token]) expect(theirs.html, path).not.toContain(secret)
      const answer = await get(path)
      expect(answer.headers.get('Set-Cookie'), path).toBeNull()
      expect(answer.headers.get('Vary'), path).toBe('Accept-Encoding, Accept-Language')
    }
  })

  it('is kept once, whatever its address says that it does not know', async () => {
    const kept = () =>
      market.bounds
        .all()
        .find((bound) => bound.name === 'Kept pages')!
        .use()
    await documentOf('/product')
    const before = kept()
    for (let n = 0; n < 60; n++)
      expect((await get(`/product?sort=no${n}&lang=x${n}&page=${n}&utm_campaign=${n}&min=x${n}`)).status).toBe(200)
    expect(kept()).toBe(before)
    // All frames of a screen are one document, and so is all that is no screen.
    for (const path of ['/shop', '/nowhere']) await documentOf(path)
    const frames = kept()
    for (let n = 0; n < 20; n++) {
      expect((await get(`/shop?x=${n}`)).status).toBe(200)
      expect((await get(`/nowhere/${n}`)).status).toBe(404)
    }
    expect(kept()).toBe(frames)
  })

  it('is in the currency that its address names, if the market has a rate for it', async () => {
    for (const [asked, given, sign] of [
      ['EUR', 'EUR', '€'],
      ['QQQ', 'USD', '$'],
      ['%3Cb%3E', 'USD', '$'],
    ]) {
      const path = `/goods?id=${goods}&currency=${asked}`
      const { html } = await documentOf(path)
      expect((await get(path)).headers.get('X-Currency'), asked).toBe(given)
      expect(/<h1/.test(html) && html.includes(sign!), asked).toBe(true)
    }
    const etag = async (path: string) => (await get(path)).headers.get('ETag')
    expect(await etag('/product?currency=QQQ')).toBe(await etag('/product'))
  })

  it('of a list is another than the frame of a person’s own list, whichever was asked for first', async () => {
    for (const sort of ['new', 'sales']) {
      const [list, own] = [`/product?sort=${sort}`, `/product?favourites=1&sort=${sort}`]
      for (const path of sort === 'new' ? [list, own, list] : [own, list, own])
        expect(dataOf((await documentOf(path)).html) === '', path).toBe(path === own)
    }
    // The plain list has the very address of the frame.
    for (const path of ['/product?favourites=1', '/product'])
      expect(dataOf((await documentOf(path)).html) === '', path).toBe(path !== '/product')
  })
})

describe('a browser', () => {
  it('without JavaScript reads home, a list and a product, and follows their links', async () => {
    const browser = await openWindow({ javaScriptEnabled: false })
    const page = browser.page()
    for (const path of ['/', '/product']) await documentOf(path)
    await page.goto(url)
    await page.locator('nav a[href="/product"]').click()
    const card = page.locator('main a[href^="/goods"]').nth(3)
    const title = await card.locator('span').first().textContent()
    expect(await card.evaluate((link) => link.closest('article')!.querySelector('img')!.checkVisibility())).toBe(true)
    await documentOf((await card.getAttribute('href'))!)
    await card.click()
    expect(await page.locator('h1').textContent()).toBe(title)
    expect(await page.locator('main').textContent()).toMatch(/\$/)
    await browser.dispose()
  })

  it('takes screens over as they are, and asks for nothing that the document brought', async () => {
    const browser = await openWindow()
    const all = locales.flatMap(({ code }) =>
      screens()
        .filter((_, n) => code === 'en' || n === 0)
        .map((path) => ({ code, path })),
    )
    await sideBySide(all, async ({ code, path }) => {
      const context = await browser.context().browser()!.newContext({ locale: code, serviceWorkers: 'block' })
      const page = await context.newPage()
      const asked: string[] = []
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(String(error)))
      page.on('request', (request) => {
        // Details of the cards in sight are no part of a document, nor is a list's next page.
        if (request.postData()?.includes('"after"')) return
        // Nor are the products beneath a list that is empty.
        if (path === NOTHING_FOUND && request.url().endsWith('/api/index/index')) return
        if (/\/api\/index\/(pro|pro_info|index|category|shop_info|search_\w+)(?!\w)/.test(request.url()))
          asked.push(`${request.url()} ${request.postData()}`)
      })
      await documentOf(path, { 'Accept-Language': code })
      await page.goto(url + path)
      expect(await page.locator('#document-data').count(), path).toBe(1)
      // React says here what does not fit.
      await until(
        () => page.evaluate(async () => (await indexedDB.databases()).length),
        (n) => n >= 3,
      )
      await page.waitForLoadState('networkidle')
      expect(errors, `${code} ${path}`).toEqual([])
      expect(asked, `${code} ${path}`).toEqual([])
      await context.close()
    })
    await browser.dispose()
  })

  it('finds every screen as it would render it, in every other language too', async () => {
    const browser = await openWindow()
    const others = locales.filter(({ code }) => code !== 'en')
    await sideBySide(others, async ({ code }) => {
      // One device for all: each visit is a first one, and its code is there.
      const context = await browser.context().browser()!.newContext({ locale: code, serviceWorkers: 'block' })
      const page = await context.newPage()
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(`${page.url()} ${error}`))
      for (const path of screens()) {
        await documentOf(path, { 'Accept-Language': code })
        await page.goto(url + path, { waitUntil: 'commit' })
        await hydrated(page)
        expect(await page.evaluate(() => document.documentElement.lang), path).toBe(code)
      }
      expect(errors).toEqual([])
      await context.close()
    })
    await browser.dispose()
  })

  it('takes over a document in another currency than its own without a word, and then shows its own', async () => {
    const browser = await openWindow({ serviceWorkers: 'block' })
    const page = browser.page()
    await documentOf('/?currency=EUR')
    await page.goto(`${url}/?currency=EUR`)
    const price = () => page.locator('main article').first().textContent()
    await until(price, (text) => text?.includes('€') === false && text.includes('$'))
    expect(browser.errors).toEqual([])
    await browser.dispose()
  })
})
