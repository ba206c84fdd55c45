import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { marketCommand } from '#server/operator/commands/command.ts'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { testPicture } from '../../support/market/pictures.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { makeMembers } from '../../support/people/store-member.ts'
import { enterDesks } from '../people/operators.ts'
import { newPerson, simpleProducts, type Person, type SimpleProduct } from '../people/people.ts'
import { goWithin, intoTunnel, logIn, open, shellKept } from '../people/shopper.ts'

// A buyer asks in a tunnel, a seller answers in another one: both come together, each line once. Somebody who is
// suspended writes to the market, and its operator answers at the desk.

let market: Market
let buyers: FaultProxy
let sellers: FaultProxy
let phone: Browser
let shop: Browser
let product: SimpleProduct
/** Of another store: nobody decides about their own alone. */
let copy: SimpleProduct
let buyer: Person
let seller: Person
beforeAll(async () => {
  market = await startMarket()
  const products = await simpleProducts(market, 20)
  product = products[0]!
  copy = products.find(({ storeId }) => storeId !== product.storeId)!
  buyer = await newPerson(market)
  seller = await newPerson(market)
  await makeMembers(market, product.storeId, [seller.email])
  ;[buyers, sellers] = [await startFaultProxy(market.url), await startFaultProxy(market.url)]
  ;[phone, shop] = [await openBrowser(), await openBrowser()]
})
afterAll(async () => {
  await phone?.dispose()
  await shop?.dispose()
  await buyers?.close()
  await sellers?.close()
  await market?.close()
})

const say = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Your message' }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}
/** The lines of the conversation on a screen that have these words. */
const lines = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true })

it('what is asked in a tunnel and what is answered in another one come together, each line once', async () => {
  const [asks, answers] = [phone.page(), shop.page()]
  await logIn(answers, sellers.url, seller)
  await open(answers, sellers.url, '/centre/talks')
  await answers.getByText('No buyer has written yet').waitFor()
  await shellKept(answers)
  await logIn(asks, buyers.url, buyer)
  await open(asks, buyers.url, `/goods?id=${product.id}`)
  await asks.getByRole('link', { name: 'Ask the store' }).click()
  await shellKept(asks)
  await asks.getByRole('textbox', { name: 'Your message' }).waitFor()

  const outAgain = await intoTunnel(phone, buyers)
  await say(asks, 'Is it blue?')
  await asks.getByText('Will be sent when you are online').waitFor()
  await outAgain()
  await answers.getByText('Is it blue?').waitFor()
  await answers.getByRole('link', { name: 'Buyers 1 new' }).waitFor()
  const seen = Promise.withResolvers<void>()
  sellers.after = ({ path, body }) => {
    if (path === '/api/sync/push' && body.includes('talk.seen')) seen.resolve()
  }
  await answers.getByText('Is it blue?').click()
  await seen.promise
  await answers.getByRole('link', { name: `About ${product.title}` }).waitFor()
  await answers.getByRole('heading', { level: 1, name: buyer.username }).waitFor()

  // A frequent question is answered with words that were written once.
  await answers.getByRole('button', { name: 'Saved replies' }).click()
  await answers.getByRole('link', { name: 'Write saved replies' }).click()
  await answers.getByRole('button', { name: 'Add reply' }).click()
  const form = answers.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Reply', exact: true }).fill('It is as on the pictures.')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await answers.getByRole('button', { name: 'It is as on the pictures.' }).waitFor()
  await goWithin(answers, '/centre/talks')
  await answers.getByText('Is it blue?').click()
  await answers.getByRole('button', { name: 'Saved replies' }).click()
  await answers.getByRole('button', { name: 'It is as on the pictures.' }).click()
  const typed = answers.getByRole('textbox', { name: 'Your message' })
  await expect.poll(() => typed.inputValue()).toBe('It is as on the pictures.')
  await typed.fill('')

  const outOfShop = await intoTunnel(shop, sellers)
  await answers
    .locator('input[type=file]')
    .setInputFiles({ name: 'blue.png', mimeType: 'image/png', buffer: await testPicture(72, 400) })
  await answers.getByRole('button', { name: 'Remove picture 1' }).waitFor()
  await say(answers, 'Blue as the sea.')
  await answers.getByRole('log').getByRole('img', { name: 'Picture 1' }).waitFor()
  await say(answers, 'And light.')
  await say(asks, 'And how heavy?')
  expect(await lines(asks, 'Blue as the sea.').count()).toBe(0)
  await outOfShop()
  for (const page of [asks, answers])
    for (const text of ['Is it blue?', 'And how heavy?', 'Blue as the sea.', 'And light.']) {
      await lines(page, text).waitFor()
      expect(await lines(page, text).count()).toBe(1)
    }

  // The store's picture can be enlarged, also without a network.
  await asks.getByRole('button', { name: 'Enlarge picture 1' }).click()
  const dialog = asks.getByRole('dialog')
  const drawn = () => dialog.locator('img').evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)
  await expect.poll(drawn).toBe(true)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const wayOut = await intoTunnel(phone, buyers)
  await asks.getByRole('button', { name: 'Enlarge picture 1' }).click()
  await expect.poll(drawn).toBe(true)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await wayOut()

  // The seller was told once until they had seen it, and then of what came later; it is read with the conversation.
  await goWithin(answers, '/message')
  const messages = answers.getByRole('link', { name: /^A buyer has written to/ })
  await messages.first().waitFor()
  expect(await messages.count()).toBe(2)
  await expect.poll(() => answers.getByRole('button', { name: /^Mark as read: A buyer/ }).count()).toBe(0)
  await messages.first().click()
  await lines(answers, 'Is it blue?').waitFor()
})

it('somebody who is suspended writes to the market, and is answered at the desk', async () => {
  const [asks, desk] = [phone.page(), shop.page()]
  await marketCommand(['suspend', buyer.email, 'False papers.'], { DATA_DIR: market.dataDir })
  await open(asks, buyers.url, '/talks?to=0')
  await say(asks, 'They are real.')
  await enterDesks(desk, sellers.url, market, seller)
  await open(desk, sellers.url, '/operator/talks')
  await desk.getByRole('link', { name: new RegExp(buyer.username) }).click()
  await desk.getByText('This account is suspended: False papers.').waitFor()
  await desk.getByLabel('Answer').fill('We look again.')
  await desk.getByRole('button', { name: 'Send answer' }).click()
  await lines(desk, 'We look again.').waitFor()
  await lines(asks, 'We look again.').waitFor()
  expect(await lines(asks, 'We look again.').count()).toBe(1)
})

it('a product is reported, found among the reports at the desk, and taken off from there', async () => {
  const [asks, desk] = [phone.page(), shop.page()]
  await marketCommand(['unsuspend', buyer.email], { DATA_DIR: market.dataDir })
  await open(asks, buyers.url, `/goods?id=${copy.id}`)
  await asks.getByRole('link', { name: 'Report', exact: true }).click()
  await asks.getByText('We look into it and reply to you').waitFor()
  await say(asks, 'It is a copy.')
  await lines(asks, 'It is a copy.').waitFor()
  await open(desk, sellers.url, '/operator/talks')
  await desk.getByLabel('State').selectOption({ label: 'Reports' })
  await desk.getByRole('link', { name: /It is a copy/ }).click()
  await desk.getByRole('link', { name: 'Manage product' }).click()
  await desk.getByRole('button', { name: new RegExp(copy.title) }).click()
  await desk.getByLabel('Reason').fill('A copy.')
  await desk.getByRole('button', { name: 'Take down' }).click()
  await desk.getByRole('button', { name: /Taken down/ }).waitFor()
})
