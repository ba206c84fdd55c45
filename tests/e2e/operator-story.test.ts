import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { marketCommand } from '#server/operator/command.ts'
import { openBrowser, type Browser } from '../support/browser.ts'
import { startMarket, type Market } from '../support/servers.ts'
import { faultsHere } from './axe.ts'
import { newPerson, type Person } from './people.ts'
import { logIn, open } from './shopper.ts'

// The first operator in a real Chromium: the printed code, the second factor, a person suspended and let go on, and
// all of it in the audit log.

let market: Market
let browser: Browser
let page: Page
let operator: Person
let buyer: Person
beforeAll(async () => {
  market = await startMarket()
  browser = await openBrowser()
  page = browser.page()
  operator = await newPerson(market)
  buyer = await newPerson(market)
})
afterAll(async () => {
  await browser?.dispose()
  await market?.close()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
let secret = ''
const codeAt = (time: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time })

it('the door is shut to whoever is no operator, and opens with the printed code and a second factor', async () => {
  await logIn(page, market.url, operator)
  await open(page, market.url, '/operator')
  await page.getByText('This door is for the market’s operators').waitFor()
  const { text } = await marketCommand(['operator', 'add', operator.email], { DATA_DIR: market.dataDir })
  await open(page, market.url, '/operator')
  await page.getByLabel('Entrance code').fill('22222-22222')
  await button('Enter').click()
  await page.getByText('The code is wrong.').waitFor()
  await page.getByLabel('Entrance code').fill(/is (\S{5}-\S{5})\./.exec(text)![1]!)
  await button('Enter').click()
  await page.getByLabel('Your password', { exact: true }).fill(operator.password)
  await button('Set up').click()
  const key = page.locator('form p[dir=ltr]')
  await key.waitFor()
  secret = (await key.textContent())!.replace(/\s/g, '')
  expect(await faultsHere(page, 'the desk')).toEqual([])
  await page.getByLabel('The six digits it shows now').fill(codeAt(Date.now()))
  await button('Turn on').click()
  const codes = page.getByRole('list', { name: 'Recovery codes' })
  await codes.waitFor()
  expect(await codes.getByRole('listitem').count()).toBe(10)
  await button('I have kept them').click()
  await page.getByRole('link', { name: /^People/ }).waitFor()
  expect(await faultsHere(page, 'the desk')).toEqual([])
})

it('a person is suspended for a reason, cannot order, and trades again', async () => {
  await page.getByRole('link', { name: /^People/ }).click()
  await page.getByLabel('Name or email').fill(buyer.email)
  await page.getByRole('button', { name: new RegExp(buyer.email) }).click()
  await button('Suspend').click()
  await page.getByText('Say why').waitFor()
  await page.getByLabel('Reason').fill('Never paid.')
  await button('Suspend').click()
  const row = page.getByRole('button', { name: /Suspended/ })
  await row.waitFor()
  expect(await faultsHere(page, 'the desk')).toEqual([])
  await row.click()
  await page.getByText('Suspended: Never paid.').waitFor()
  await button('End the suspension').click()
  await row.waitFor({ state: 'detached' })
})

it('the audit log has it all, and is whole', async () => {
  await open(page, market.url, '/operator/audit')
  const log = page.getByRole('list', { name: 'Audit log' })
  await log.waitFor()
  expect(await log.getByText(/^(operator|factor|person)\./).allTextContents()).toEqual([
    'person.unsuspend',
    'person.suspend',
    'factor.enrol',
    'operator.enter',
    'operator.add',
  ])
  await button('Check the log').click()
  await page.getByText('The log is whole: nothing was changed or taken out').first().waitFor()
  expect(await faultsHere(page, 'the desk')).toEqual([])
})

it('a product is taken off for a reason and shown again; an article is published, and read by visitors', async () => {
  await open(page, market.url, '/operator/catalogue')
  await page.getByLabel('Name, number or store').fill('bicycle helmet')
  await page.getByRole('button', { name: /^Bicycle helmet/ }).click()
  await button('Take off').click()
  await page.getByText('Say why').waitFor()
  await page.getByLabel('Reason').fill('Recalled by its maker.')
  expect(await faultsHere(page, 'the desk')).toEqual([])
  await button('Take off').click()
  const row = page.getByRole('button', { name: /^Bicycle helmet.*Taken off/ })
  await row.waitFor()
  await row.click()
  await page.getByText('Taken off: Recalled by its maker.').waitFor()
  await button('Show again').click()
  await row.waitFor({ state: 'detached' })

  await open(page, market.url, '/operator/articles')
  await button('New article').click()
  await page.getByLabel('Name in addresses').fill('our-promise')
  await page.getByLabel('Title').fill('Our promise')
  await button('Publish').click()
  await page.getByText('Please write something').waitFor()
  await page.getByLabel('Text', { exact: true }).fill('We answer within **a day**.')
  expect(await faultsHere(page, 'the desk')).toEqual([])
  await button('Publish').click()
  await page.getByRole('button', { name: /^Our promise/ }).click()
  expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('We answer within **a day**.')
  await page.getByRole('link', { name: 'Read it as visitors do' }).click()
  await page.getByText('We answer within a day.').waitFor()
})

it('what is missing for a rate is said, and the rate is set', async () => {
  await open(page, market.url, '/operator/money')
  await button('Set the rate').click()
  await page.getByText('Three letters, such as EUR').waitFor()
  await page.getByText('Say what one unit is worth').waitFor()
  await page.getByLabel('Currency').fill('eur')
  await page.getByLabel('One unit is worth').fill('1.0625')
  await button('Set the rate').click()
  const rates = page.getByRole('list', { name: 'Exchange rates' })
  await rates.getByRole('listitem').filter({ hasText: 'EUR' }).getByText('1.0625').waitFor()
  expect(await page.getByLabel('Currency').inputValue()).toBe('')
})
