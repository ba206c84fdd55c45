import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { testPicture } from '../../support/market/pictures.ts'
import { changesOf, mailedCode, newPerson, sessionOf, simpleProducts, type Person } from '../people/people.ts'
import { placeOrder } from '../people/placed-order.ts'
import { logIn, open, until } from '../people/shopper.ts'

// An account in a real Chromium: a buyer who has just registered pays with test money; a session that ended leads to
// the login and back; a new password by mail; all data in a file; and the account deleted.

let market: Market
let browser: Browser
let page: Page
let person: Person
beforeAll(async () => {
  market = await startMarket()
  browser = await openBrowser()
  page = browser.page()
  person = await newPerson(market)
})
afterAll(async () => {
  await browser?.dispose()
  await market?.close()
})

it('a buyer who has just registered pays an order, with money that says what it is', async () => {
  const id = await placeOrder(market, person)
  await logIn(page, market.url, person)
  await open(page, market.url, `/pay?ids=${id}`)
  await page.getByText('Test money').first().waitFor()
  await page.getByLabel('Fund password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: /^Pay / }).click()
  await page
    .getByText(/ paid$/)
    .first()
    .waitFor()
  await open(page, market.url, '/mine')
  await page.getByText('Test money').first().waitFor()
})

it('a session that ended elsewhere leads to the login and back, with what was typed', async () => {
  await open(page, market.url, '/setting')
  await page.getByRole('button', { name: /Username/ }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Username').fill('Renamed Buyer')
  await market.call('/api/user/endSession', { id: 'others' }, await sessionOf(market, person))
  await sheet.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL((at) => at.pathname === '/login' && at.searchParams.get('n') === '1')
  await page.getByText('Your session ended. Nothing was lost. Log in again to continue.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL((at) => at.pathname === '/setting')
  await page.getByRole('button', { name: /Username/ }).click()
  await until(
    () => sheet.getByLabel('Username').inputValue(),
    (text) => text === 'Renamed Buyer',
  )
  await sheet.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Username saved').first().waitFor()
})

it('a session that ended before a tap leads to the login and back, and the change is sent', async () => {
  const [product] = await simpleProducts(market, 1)
  await open(page, market.url, `/goods?id=${product!.id}`)
  const heart = page.getByRole('button', { name: 'Favourite', exact: true }).first()
  await until(
    () => heart.getAttribute('aria-pressed'),
    (pressed) => pressed === 'false',
  )
  await market.call('/api/user/endSession', { id: 'others' }, await sessionOf(market, person))
  await heart.click()
  await page.waitForURL((at) => at.pathname === '/login' && at.searchParams.get('n') === '1')
  await page.getByText('Your session ended. Nothing was lost. Log in again to continue.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL((at) => at.pathname === '/goods')
  await until(
    async () => (await changesOf(market, person)).filter(({ table }) => table === 'favourites'),
    (favourites) => favourites.length === 1,
  )
})

it('a new password comes by mail', async () => {
  await open(page, market.url, '/resetPwd')
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByText(`Code sent to ${person.email}`).first().waitFor()
  await page.getByLabel('Email verification code').fill(await mailedCode(market, person.email))
  person.password = 'another long one'
  await page.getByLabel('New password', { exact: true }).fill(person.password)
  await page.getByLabel('Repeat the new password').fill('not the same')
  await page.getByRole('button', { name: 'Save and log in' }).click()
  await page.getByText('The passwords entered twice do not match.').waitFor()
  await page.getByLabel('Repeat the new password').fill(person.password)
  await page.getByRole('button', { name: 'Save and log in' }).click()
  await page.getByText('New password saved.').first().waitFor()
  expect(await sessionOf(market, person)).toMatch(/^[\w-]{43}$/)
})

it('every screen says that the money is worth nothing, and no document does', async () => {
  for (const path of ['/', '/product', '/shop', '/mine', '/order', '/orderChecked', '/centre', '/setting']) {
    await open(page, market.url, path)
    await page.getByRole('complementary', { name: 'Test money' }).waitFor()
  }
  expect(await (await fetch(market.url)).text()).not.toContain('Test money')
})

it('an avatar is moved into its square before it is kept', async () => {
  await open(page, market.url, '/setting')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await testPicture(81, 600) })
  const sheet = page.getByRole('dialog', { name: 'Your picture' })
  await sheet.getByLabel('Zoom').fill('2')
  const frame = sheet.getByRole('application')
  const left = () => frame.locator('img').evaluate((img) => img.style.left)
  const before = await left()
  await frame.focus()
  await page.keyboard.press('ArrowRight')
  expect(await left()).not.toBe(before)
  await sheet.getByRole('button', { name: 'Use this picture' }).click()
  await page.getByText('Picture changed').first().waitFor()
  await sheet.waitFor({ state: 'detached' })
})

it('all data comes in a file, and an account with an open order is not deleted', async () => {
  await open(page, market.url, '/setting')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /Download my data/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^account-.*\.json$/)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Your password').fill(person.password)
  await sheet.getByRole('button', { name: 'Delete for good' }).click()
  await sheet.getByText('You still have open orders: 1. Confirm receipt or cancel them first.').waitFor()
})
