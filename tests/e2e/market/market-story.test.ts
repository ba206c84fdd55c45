import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseTable } from '#contract/text/table-text.ts'
import { openDatabase } from '#server/db/open.ts'
import { available, earned } from '#server/ledger/accounts.ts'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { moneyOn, unsound } from '../../support/market/orders.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { enterDesks } from '../people/operators.ts'
import { paper } from '../people/papers.ts'
import { newPerson, ordersOf, type Person } from '../people/people.ts'
import { goWithin, intoTunnel, logIn, open, shellKept } from '../people/shopper.ts'
import {
  addAddress,
  addChoice,
  applyToSell,
  choose,
  chooseTable,
  listProduct,
  orderAndPay,
  pieces,
  press,
  receiveAll,
  register,
  shipParcel,
} from '../people/traders.ts'

// A market that begins with nothing but one operator and test money grows a seller, goods and sales by its screens
// alone; and in the end every balance, piece and figure is right.

const STORE = 'Harbour Ceramics'
const BOWL = 'Tea bowl with a star'
const seller: Person = { email: 'seller@example.test', password: 'a long enough one', username: 'Ottilie' }

let market: Market
let proxy: FaultProxy
let operator: Person
let buyer: Person
let [desk, stall, phone]: BrowserWindow[] = []
beforeAll(async () => {
  market = await startMarket({ DEMO: '0', TEST_MONEY: '1' })
  proxy = await startFaultProxy(market.url)
  operator = await newPerson(market)
  buyer = await newPerson(market, { paying: false })
  desk = await openWindow({ viewport: { width: 1280, height: 800 } })
  stall = await openWindow()
  phone = await openWindow()
})
afterAll(async () => {
  for (const window of [desk, stall, phone]) await window?.dispose()
  await proxy?.close()
  await market?.close()
})

/** The operator's page, at one of the desks. */
async function atDesk(name: string): Promise<Page> {
  const page = desk!.page()
  await open(page, market.url, `/operator/${name}`)
  return page
}
/** The buyer's orders at the server, the first one first. */
const orders = async () => (await ordersOf(market, buyer)).toSorted((a, b) => a.createdAt - b.createdAt)
/** One of them, opened at the store's list of orders: its id, and the number that people know it by. */
async function openSale(page: Page, n: number): Promise<{ id: string; number: string }> {
  const { id, number = '' } = (await orders())[n]!
  await open(page, proxy.url, '/centre')
  await page.getByRole('link', { name: number }).click()
  return { id, number }
}

it('an operator enters by the printed code, and makes the first categories', async () => {
  const page = desk!.page()
  await open(page, market.url, '/')
  await page.getByText('No products yet').waitFor()
  expect(await page.getByRole('link', { name: /^Applications to sell/ }).count()).toBe(0)
  await logIn(page, market.url, operator)
  await enterDesks(page, market.url, market, operator)
  await press(page, 'I have saved them')
  await page.getByRole('link', { name: /^Categories/ }).click()
  await page.getByText('No categories yet').waitFor()
  for (const [name, above] of [['Home'], ['Tableware', 'Home']] as const) {
    await press(page, 'New category')
    await press(page, 'Save category')
    await page.getByText('Enter the name in English').waitFor()
    await page.getByLabel('Name (English)').fill(name)
    if (above) await page.getByLabel('Parent category').selectOption({ label: above })
    await press(page, 'Save category')
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).waitFor()
  }
  // Home leads whoever has entered on.
  await open(page, market.url, '/')
  await page.getByRole('link', { name: /^Applications to sell/ }).click()
  await page.waitForURL((at) => at.pathname === '/operator/applications')
})

it('somebody registers, applies half in a tunnel, is asked for one better picture, and is approved', async () => {
  const page = stall!.page()
  await open(page, proxy.url, '/merchant')
  await register(page, market, seller)
  await page.getByLabel('Store name').fill(STORE)
  await shellKept(page)
  const out = await intoTunnel(stall!, proxy)
  await applyToSell(page)
  await page.getByText('Not sent yet').waitFor()
  await out()
  await page.getByRole('heading', { name: 'In review' }).waitFor()

  const board = await atDesk('applications')
  await press(board, new RegExp(`^${STORE}`))
  await board.getByRole('textbox', { name: 'Front of the document' }).fill('The number cannot be read.')
  await press(board, 'Request these changes')
  await page.getByText('The number cannot be read.').waitFor()
  await choose(page, 'Front of the document', await paper(9))
  await page.locator('form img').waitFor()
  await press(page, 'Submit changes')
  await page.getByRole('heading', { name: 'In review' }).waitFor()
  await atDesk('applications')
  await press(board, new RegExp(`^${STORE}`))
  // The market has the same receipt.
  await press(board, 'Show the signed contract')
  await board.getByText('Genuine: the market signed exactly this').waitFor()
  await press(board, 'Hide the signed contract')
  await press(board, 'Approve')
  await page.getByRole('heading', { name: 'Review succeeded' }).waitFor()
  await page.getByRole('link', { name: 'Manage your store' }).click()
  await page.waitForURL((at) => at.pathname.startsWith('/centre'))
})

it('lists a product with choices from the phone, and 500 more by a file', async () => {
  const page = stall!.page()
  await open(page, proxy.url, '/centre/goods')
  await listProduct(page, BOWL, [
    { name: 'Blue', code: 'BL', num: 20 },
    { name: 'Green', code: 'GR', num: 10 },
  ])
  await page.getByRole('link', { name: BOWL }).waitFor()
  await page.getByText('All changes sent').waitFor()

  await chooseTable(
    page,
    'code,title_en,category,price,stock,state',
    Array.from({ length: 500 }, (_, n) => `CUP-${n},Cup number ${n},Home > Tableware,1.10,${n},listed`),
  )
  await page.getByRole('button', { name: 'New 500' }).waitFor()
  await press(page, 'Import: 500')
  await page.getByText('Done, and everything is sent.').waitFor()
})

it('another finds it, orders twice, and pays', async () => {
  const page = phone!.page()
  await logIn(page, market.url, buyer)
  await addChoice(page, market.url, BOWL, 'Blue', 6)
  // The seller's photograph is shown, and not only its colour.
  const picture = page.getByRole('main').locator('img').first()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true)
  await goWithin(page, '/shop')
  await press(page, /^Buy now \(/)
  await page.getByRole('link', { name: 'Add address' }).click()
  await addAddress(page)
  await orderAndPay(page, buyer, '19.20 USDT', market)
  await addChoice(page, market.url, BOWL, 'Green', 4)
  await goWithin(page, '/shop')
  await press(page, /^Buy now \(/)
  await page.getByText('Zephyrine Quillfeather').first().waitFor()
  await orderAndPay(page, buyer, '12.80 USDT')
  expect((await orders()).map(({ state }) => state)).toEqual(['paid', 'paid'])
})

it('half of it is shipped, then the rest; it is received and assessed', async () => {
  const page = stall!.page()
  const { id } = await openSale(page, 0)
  await shipParcel(page, 'HALF', 3)
  const shop = phone!.page()
  await open(shop, market.url, `/order?id=${id}`)
  await shop.getByText('DHL HALF').waitFor()
  await shop.getByText('Part of your order is on its way.').first().waitFor()
  await shipParcel(page, 'THE-REST')
  await shop.getByText('DHL THE-REST').waitFor()
  await receiveAll(shop, '$19.20', STORE)
  await shop.getByRole('link', { name: 'Write a review' }).click()
  await shop.getByRole('radio', { name: '4 out of 5 stars' }).check({ force: true })
  await shop.getByLabel('What should other buyers know?').fill('Lighter than they look.')
  await press(shop, 'Publish review')
  await page.getByText('Received and reviewed').first().waitFor()
})

it('a second order is disputed, and partly paid back', async () => {
  const page = stall!.page()
  const { id, number } = await openSale(page, 1)
  await shipParcel(page, 'WHOLE')
  const shop = phone!.page()
  await open(shop, market.url, `/order?id=${id}`)
  await shop.getByText('DHL WHOLE').waitFor()
  await shop.getByRole('link', { name: 'Report a problem' }).click()
  await pieces(shop, 'How many pieces?', 2)
  await shop.getByRole('radio', { name: 'It is damaged' }).check()
  await shop.getByRole('radio', { name: 'A refund' }).check()
  await shop.getByRole('textbox', { name: 'Tell the store what you see' }).fill('Two bowls are cracked.')
  await press(shop, 'Report the problem')

  await page.getByText('Two bowls are cracked.').waitFor()
  await press(page, 'Decline')
  const answer = page.getByRole('dialog')
  await answer.getByLabel('Message to the buyer').fill('They were whole when they left.')
  await answer.getByRole('button', { name: 'Send' }).click()
  await shop.getByText('They were whole when they left.').waitFor()
  await press(shop, 'Ask Caravan to decide')

  await page.getByText('Caravan reviews the order').waitFor()
  const board = await atDesk('disputes')
  await board.getByRole('heading', { name: number }).waitFor()
  await board.getByLabel('Refund amount (USD)').fill('5')
  await board.getByLabel('Reason').fill('One of the two can still be used.')
  await press(board, 'Refund the buyer')
  await board.getByText('No disputes to decide').waitFor()
  await shop.getByText('One of the two can still be used.').waitFor()
  await page.getByText('$5.00 was refunded to the buyer.').waitFor()
})

it('every balance, piece and figure is right', async () => {
  const page = stall!.page()
  const shop = phone!.page()
  const earnings = page.getByRole('figure').filter({ hasText: 'Paid to your store' })
  await open(page, proxy.url, '/centre/earnings')
  await earnings.getByText('$19.20').waitFor()
  await page.getByText('$7.80 more is held until delivery.').waitFor()
  // Each figure leads to what it is made of.
  const heldFor = page.getByRole('list', { name: 'Held for these orders' }).getByRole('link')
  expect(await heldFor.allTextContents()).toEqual([expect.stringContaining('$7.80')])
  expect(await heldFor.getAttribute('href')).toMatch(/^\/centre\/order\//)
  await receiveAll(shop, '$7.80', STORE)
  await earnings.getByText('$27.00').waitFor()
  await page.getByText('more is held').waitFor({ state: 'detached' })
  expect(await page.getByRole('list', { name: 'Breakdown' }).getByRole('listitem').count()).toBe(3)
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Export for accounting (CSV)')])
  const [head, ...entries] = parseTable(await readFile(await file.path(), 'utf8'))
  expect(head!.slice(2)).toEqual(['entry', 'currency', 'gross', 'fee', 'net'])
  expect(entries.map((row) => row.slice(2))).toEqual(
    ['9.60', '9.60', '7.80'].map((sum) => ['sale', 'USD', sum, '0.00', sum]),
  )

  await open(shop, market.url, '/mine')
  await shop.getByText('$24,973.00').waitFor()
  await open(shop, market.url, `/search?q=${encodeURIComponent(BOWL)}`)
  await shop.getByRole('link', { name: BOWL }).first().click()
  await press(shop, 'Add to cart')
  for (const [choice, left] of [
    ['Blue', 14],
    ['Green', 6],
  ] as const)
    await shop
      .getByRole('dialog')
      .getByRole('listitem')
      .filter({ hasText: choice })
      .getByText(`${left} in stock`)
      .waitFor()

  await open(page, proxy.url, '/centre/goods')
  await page.getByLabel('Find by name, code or category').fill('bowl')
  await page.getByRole('link', { name: BOWL }).click()
  const shelf = page.getByRole('list', { name: 'Stock', exact: true })
  await shelf.getByRole('button', { name: /^Blue.*In stock: 14/ }).waitFor()
  await shelf.getByRole('button', { name: /^Green.*In stock: 6/ }).waitFor()

  const board = await atDesk('money')
  for (const [figure, sum] of [
    ['Paid for orders', '$32.00'],
    ['Orders', '2'],
    ['Held at the day’s end', '$0.00'],
    ['New accounts', '3'],
    ['New stores', '1'],
    ['Problems reported', '1'],
  ] as const)
    await board
      .locator('figcaption')
      .filter({ has: board.getByText(figure, { exact: true }) })
      .getByText(sum, { exact: true })
      .waitFor()
  for (const window of [desk!, stall!, phone!]) expect(window.errors).toEqual([])
})

it('the ledger says the same, and adds up to nothing', async () => {
  const [first] = await orders()
  await market.kill()
  const { db, close } = await openDatabase({ dataDir: market.dataDir })
  try {
    const buyers = await db.selectFrom('users').select('id').where('email', '=', buyer.email).executeTakeFirstOrThrow()
    expect(await moneyOn(db, available(buyers.id))).toBe(2_497_300)
    expect(await moneyOn(db, earned(first!.shopId))).toBe(2700)
    expect(await unsound(db, new Map([[first!.lines[0]!.id, 30]]))).toEqual([])
  } finally {
    await close()
  }
})
