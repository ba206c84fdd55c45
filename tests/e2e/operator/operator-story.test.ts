import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { marketCommand } from '#server/operator/commands/command.ts'
import { openBrowser, openWindow, type Browser, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { faultsHere } from '../screens/axe.ts'
import { newPerson, type Person } from '../people/people.ts'
import { logIn, open } from '../people/shopper.ts'

// Two operators in a real Chromium: the printed code, the second factor, the first adding the second, a person
// suspended and let go on by both, and all of it in the audit log.

let market: Market
let browser: Browser
let page: Page
let operator: Person
let second: Person
let buyer: Person
beforeAll(async () => {
  market = await startMarket()
  browser = await openBrowser()
  page = browser.page()
  operator = await newPerson(market)
  second = await newPerson(market)
  buyer = await newPerson(market)
})
afterAll(async () => {
  await browser?.dispose()
  await market?.close()
})

const button = (name: string, on = page) => on.getByRole('button', { name, exact: true })
const codeOf = (secret: string, time: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time })

/** Sets up a second factor behind the entrance; the secret. */
async function enrol(on: Page, { password }: Person): Promise<string> {
  await on.getByLabel('Your password', { exact: true }).fill(password)
  await button('Set up', on).click()
  const key = on.locator('form p[dir=ltr]')
  await key.waitFor()
  const secret = (await key.textContent())!.replace(/\s/g, '')
  expect(await faultsHere(on, 'the desk')).toEqual([])
  await on.getByLabel('Six-digit code from the app').fill(codeOf(secret, Date.now()))
  await button('Turn on', on).click()
  const codes = on.getByRole('list', { name: 'Recovery codes' })
  await codes.waitFor()
  expect(await codes.getByRole('listitem').count()).toBe(10)
  recovery = await codes.getByRole('listitem').allTextContents()
  await button('I have saved them', on).click()
  return secret
}
let recovery: string[] = []

it('the door is shut to whoever is no operator, and opens with the printed code and a second factor', async () => {
  await logIn(page, market.url, operator)
  await open(page, market.url, '/operator')
  await page.getByText('Only the market’s operators can open this page').waitFor()
  const { text } = await marketCommand(['operator', 'add', operator.email], { DATA_DIR: market.dataDir })
  await open(page, market.url, '/operator')
  await page.getByLabel('Entrance code').fill('22222-22222')
  await button('Enter').click()
  await page.getByText('The code is wrong.').waitFor()
  await page.getByLabel('Entrance code').fill(/is (\S{5}-\S{5})\./.exec(text)![1]!)
  await button('Enter').click()
  await enrol(page, operator)
  await page.getByRole('link', { name: /^People/ }).waitFor()
  expect(await faultsHere(page, 'the desk')).toEqual([])
})

const WAITS = 'Waiting for another operator to approve this'

/** Asks to suspend the buyer; `notice` is what the operator then reads. */
const askToSuspend = async (notice: string) => {
  await open(page, market.url, '/operator/people')
  await page.getByLabel('Name or email').fill(buyer.email)
  await page.getByRole('link', { name: new RegExp(buyer.email) }).click()
  await page.getByRole('heading', { name: buyer.username }).waitFor()
  expect(await faultsHere(page, 'the desk')).toEqual([])
  await button('Suspend, or remove the second factor').click()
  await button('Suspend').click()
  await page.getByText('Enter a reason').waitFor()
  await page.getByLabel('Reason').fill('Never paid.')
  await button('Suspend').click()
  await page.getByText(notice).last().waitFor()
}

it('the only operator’s suspension waits, and is taken back', async () => {
  await askToSuspend('Nobody else can approve this. You can do it yourself from')
  await open(page, market.url, '/operator/acts')
  await page.getByText(`Suspend ${buyer.email}: Never paid.`).waitFor()
  await page.getByText('Nobody else can approve this. You can do it yourself from').waitFor()
  expect(await button('Do it now').count()).toBe(0)
  expect(await faultsHere(page, 'the desk')).toEqual([])
  await button('Take back').click()
  await page.getByText('Nothing is waiting').waitFor()
})

let desk: Page
let window: BrowserWindow | undefined
afterAll(() => window?.dispose())
it('the only operator adds a second by password and second factor, and reads their code once', async () => {
  await open(page, market.url, '/operator/staff')
  await button('Add an operator').click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Email').fill(second.email)
  await sheet.getByLabel('People').check()
  await sheet.getByText('You are the only operator.').waitFor()
  await sheet.getByLabel('Your password').fill(operator.password)
  await sheet.getByLabel('Code from your authenticator app').fill(recovery[0]!)
  expect(await faultsHere(page, 'the desk')).toEqual([])
  await button('Save').click()
  const code = page.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)
  await code.waitFor()
  await page.getByText(`${second.email} enters at /operator with this code.`).waitFor()
  expect(await faultsHere(page, 'the desk')).toEqual([])
  window = await openWindow()
  desk = window.page()
  await logIn(desk, market.url, second)
  await open(desk, market.url, '/operator')
  await desk.getByLabel('Entrance code').fill((await code.textContent())!)
  await button('Enter', desk).click()
  await enrol(desk, second)
  await desk.getByRole('link', { name: /^People/ }).waitFor()
})

it('a person is suspended for a reason by both, and trades again', async () => {
  const agree = async () => {
    await open(desk, market.url, '/operator/acts')
    await button('Approve', desk).click()
    await desk.getByText('Nothing is waiting').waitFor()
  }
  await askToSuspend(WAITS)
  await agree()
  await open(page, market.url, '/operator/people')
  const row = page.getByRole('link', { name: /Suspended/ })
  await row.waitFor()
  expect(await faultsHere(page, 'the desk')).toEqual([])
  await row.click()
  await page.getByText('Suspended: Never paid.').waitFor()
  await button('End suspension').click()
  await page.getByRole('dialog').getByRole('button', { name: 'End suspension' }).click()
  await page.getByText(WAITS).last().waitFor()
  await agree()
  await open(page, market.url, '/operator/people')
  await page.getByRole('link', { name: new RegExp(buyer.email) }).waitFor()
  expect(await row.count()).toBe(0)
})

it('the audit log has it all, and is whole', async () => {
  await open(page, market.url, '/operator/audit')
  const log = page.getByRole('list', { name: 'Audit log' })
  await log.waitFor()
  const entered = [...['Set up a second factor', 'Entered as an operator', 'Added an operator or changed their rights']]
  const summaries = await log.locator('summary > span:first-child').allTextContents()
  expect(summaries.filter((words) => /operator|factor|suspen/i.test(words))).toEqual([
    'Ended a person’s suspension',
    'Asked another operator to approve: end of a suspension',
    'Suspended a person',
    'Asked another operator to approve: suspension',
    ...entered,
    'Not approved: suspension',
    'Asked another operator to approve: suspension',
    ...entered,
  ])
  expect(await log.getByText(buyer.email).count()).toBeGreaterThan(1)
  await button('Check the log').click()
  await page.getByText('The log is intact: nothing was changed or removed').first().waitFor()
  expect(await faultsHere(page, 'the desk')).toEqual([])
})

it('a product is taken off for a reason and shown again; an article is published, and read by visitors', async () => {
  await open(page, market.url, '/operator/catalogue')
  await page.getByLabel('Name, number or store').fill('bicycle helmet')
  await page.getByRole('button', { name: /^Bicycle helmet/ }).click()
  await button('Take down').click()
  await page.getByText('Enter a reason').waitFor()
  await page.getByLabel('Reason').fill('Recalled by its maker.')
  expect(await faultsHere(page, 'the desk')).toEqual([])
  await button('Take down').click()
  const row = page.getByRole('button', { name: /^Bicycle helmet.*Taken down/ })
  await row.waitFor()
  await row.click()
  await page.getByText('Taken down: Recalled by its maker.').waitFor()
  await button('Show again').click()
  await row.waitFor({ state: 'detached' })

  await open(page, market.url, '/operator/articles')
  await button('New article').click()
  await page.getByLabel('Name in the web address').fill('our-promise')
  await page.getByLabel('Title').fill('Our promise')
  await button('Publish').click()
  await page.getByText('Write something').waitFor()
  await page.getByLabel('Text', { exact: true }).fill('We answer within **a day**.')
  expect(await faultsHere(page, 'the desk')).toEqual([])
  await button('Publish').click()
  await page.getByRole('button', { name: /^Our promise/ }).click()
  expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('We answer within **a day**.')
  await page.getByRole('link', { name: 'View as a visitor' }).click()
  await page.getByText('We answer within a day.').waitFor()
})
