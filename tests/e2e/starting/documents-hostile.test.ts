import { serve, type ServerType } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { catalogueTransaction } from '#server/feed/catalogue-feed.ts'
import { BUILT_PAGE } from '#server/market.ts'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { hydrated, until } from '../people/shopper.ts'

// Names, descriptions and searches that people type are text wherever a document has them: in the page, its title, its
// data, and its metadata for link previews and search engines; as the server sent it, and once the page runs.

/** Ends what it may stand in, is code where it can run, asks for another text, and turns the line around. */
const BAD =
  `</script></title><script>alert(1)</script><!-- " onload='alert(2)' <img src=x onerror=alert(3)> ` +
  `javascript:alert(4) &amp; {{market}} $t(titles.home) ]]> \u202Eevil\u202C\u2067x\u2069 \u2028.`
const named = (what: string): string => `${what} ${BAD}`
const [title, brand, store, category] = [named('title'), named('brand'), named('store'), named('category')]
const [description, attribute, value] = [named('description'), named('attribute'), named('value')]
const [about, author] = [named('about'), named('author')]
const [review, reply] = [named('review'), named('reply')]
const [headline, summary, body] = [named('headline'), named('summary'), named('body')]
/** The words of a search are cut at a hundred letters. */
const words = `words </script><script>alert(5)</script><!-- "'<img src=x onerror=alert(6)> $t(titles.home) \u202Eevil`

let market: TestMarket
let server: ServerType
let browser: BrowserWindow
let page: Page
let url: string
let at: Record<'goods' | 'store' | 'category' | 'article', number>
/** The dialogs and requests that a page began out of something that was to stay text. */
const begun: string[] = []

/** Gives a market's one product, its store, category and review, and all articles, such names. */
async function giveHostileNames(): Promise<void> {
  const { shopId, ids } = await market.products(1)
  const id = ids[0]!
  const of = await market.db.selectFrom('products').select('category_id').where('id', '=', id).executeTakeFirstOrThrow()
  const article = await catalogueTransaction(market.db, async ({ tx, rev }) => {
    const texts = { title: JSON.stringify({ en: title }), description: JSON.stringify({ en: description }) }
    const attributes = JSON.stringify([{ name: attribute, value }])
    await tx
      .updateTable('products')
      .set({ ...texts, attributes, brand, rev })
      .where('id', '=', id)
      .execute()
    await tx
      .updateTable('stores')
      .set({ name: store, description: JSON.stringify({ en: about }), rev })
      .where('id', '=', shopId)
      .execute()
    await tx
      .updateTable('categories')
      .set({ name: JSON.stringify({ en: category }) })
      .where('id', '=', of.category_id)
      .execute()
    await tx
      .insertInto('reviews')
      .values({
        product_id: id,
        store_id: shopId,
        author,
        rating: 5,
        text: review,
        reply,
        language: 'en',
        pictures: '[]',
      })
      .execute()
    const group = await tx.selectFrom('article_groups').select('id').executeTakeFirstOrThrow()
    const written = await tx
      .insertInto('articles')
      .values({ slug: 'bad', group_id: group.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const blocks = JSON.stringify([{ kind: 'paragraph', items: [{ spans: [{ text: body }] }] }])
    await tx
      .insertInto('article_texts')
      .values({ article_id: written.id, language: 'en', title: headline, summary, blocks })
      .execute()
    return written.id
  })
  at = { goods: id, store: shopId, category: of.category_id, article }
}

beforeAll(async () => {
  market = await openTestMarket({ page: BUILT_PAGE, publicUrl: 'https://market.example' })
  await giveHostileNames()
  server = serve({ fetch: (request, env) => market.fetch(request, env as object), port: 0 })
  await new Promise((done) => server.once('listening', done))
  url = `http://localhost:${(server.address() as AddressInfo).port}`
})
beforeEach(async () => {
  browser = await openWindow({ serviceWorkers: 'block' })
  page = browser.page()
  page.on('dialog', (dialog) => {
    begun.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/x')) begun.push(request.url())
  })
})
afterEach(() => browser.dispose())
afterAll(async () => {
  server.close()
  await market.close()
})

const plain = (text: string): string => text.replace(/[\s\u2028]+/g, ' ').trim()

/** The texts of a page by their place, each as one line. */
async function textsByPlace(): Promise<{ text: string; title: string; data: string; og: string; structured: string }> {
  const found = await page.evaluate(() => {
    const json = (selector: string): unknown => JSON.parse(document.querySelector(selector)?.textContent ?? 'null')
    const metas = document.querySelectorAll<HTMLMetaElement>('meta[property^="og:"], meta[name="description"]')
    return {
      text: document.getElementById('root')!.textContent,
      title: document.title,
      data: JSON.stringify(json('#document-data')),
      og: [...metas].map((meta) => meta.content).join(' | '),
      structured: JSON.stringify(json('script[type="application/ld+json"]')),
    }
  })
  const { data, structured, ...others } = Object.fromEntries(
    Object.entries(found).map(([where, text]) => [where, plain(text)]),
  ) as typeof found
  // In JSON a quote has its stroke, and a line its sign.
  return { ...others, data: data.replaceAll('\\"', '"'), structured: structured.replaceAll('\\"', '"') }
}

it.each([
  ['home', (): string => '/', { text: [title], data: [title] }],
  ['a list', (): string => '/product', { text: [title], data: [title] }],
  [
    'a product',
    () => `/goods?id=${at.goods}`,
    {
      text: [title, description, brand, attribute, value, store, author, review, reply],
      title: [title],
      data: [title, description, brand, attribute, value, store, author, review, reply],
      og: [title],
      structured: [title, description, brand, store],
    },
  ],
  [
    'a store',
    () => `/store/${at.store}`,
    { text: [store, about, title], title: [store], data: [store, about], og: [store] },
  ],
  ['a category', () => `/category/${at.category}`, { text: [category, title], title: [category], og: [category] }],
  ['a search', () => `/search?q=${encodeURIComponent(words)}`, { text: [words], title: [words], og: [words] }],
  [
    'an article',
    () => `/article-detail/${at.article}`,
    { text: [headline, body], title: [headline], data: [headline, summary, body], og: [headline] },
  ],
] as const)('hostile names are text in the document of %s, and stay it', async (_, path, wanted) => {
  const address = url + path()
  const html = await until(
    (): Promise<string> => fetch(address).then((answer) => answer.text()),
    (text) => text.includes('id="document-data"'),
  )
  expect(html).not.toMatch(/<script>alert|<img src=x|href="javascript:/)
  const data = /<script type="application\/json" id="document-data">([^]*?)<\/script>/.exec(html)![1]!
  expect(data).not.toMatch(/[<\u2028\u2029]/)
  await page.goto(address)
  await hydrated(page)
  const found = await textsByPlace()
  for (const [where, texts] of Object.entries(wanted) as [keyof typeof found, readonly string[]][])
    for (const text of texts) expect(found[where], where).toContain(plain(text))
  const code = 'script:not([src]):not([type*=json]), [href^="javascript"], img[src="x"], [onload], [onerror]'
  expect(await page.locator(code).count()).toBe(0)
  expect([begun, browser.errors]).toEqual([[], []])
})
