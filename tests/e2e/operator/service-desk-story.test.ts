import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { faultsHere } from '../screens/axe.ts'
import { enterDesks } from '../people/operators.ts'
import { newPerson, type Person } from '../people/people.ts'
import { logIn, open, until } from '../people/shopper.ts'

// Two operators of customer service and somebody who writes to the market, each on a phone 360 pixels wide: what waits
// is counted, one operator answers until another takes over, and the conversation is closed and opens again.

let market: Market
let windows: BrowserWindow[]
let [buyer, mona, paul]: Person[] = []
let [phone, first, second]: Page[] = []
beforeAll(async () => {
  market = await startMarket()
  ;[buyer, mona, paul] = [await newPerson(market), await newPerson(market), await newPerson(market)]
  windows = [await openWindow(), await openWindow(), await openWindow()]
  ;[phone, first, second] = windows.map((window) => window.page())
})
afterAll(async () => {
  for (const window of windows ?? []) await window.dispose()
  await market?.close()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const lineOf = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true })
const say = async (text: string): Promise<void> => {
  await phone!.getByRole('textbox', { name: 'Your message' }).fill(text)
  await button(phone!, 'Send').click()
  await lineOf(phone!, text).waitFor()
  await phone!.getByText('Will be sent when you are online').waitFor({ state: 'detached' })
}
/** How much waits at a desk, as its tab above the desks says; none where it says nothing. */
async function waiting(page: Page, desk: string): Promise<number> {
  const tab = page.getByRole('navigation', { name: 'Desks' }).getByRole('link', { name: desk })
  const words = await tab.locator('.visually-hidden').allTextContents()
  return Number(/\d+/.exec(words.join(' '))?.[0] ?? 0)
}

it('whoever is no operator finds no way to the desks, and downloads nothing of them', async () => {
  const staff: string[] = []
  phone!.on('request', (request) => {
    if (/\/assets\/staff-/.test(request.url())) staff.push(request.url())
  })
  await logIn(phone!, market.url, buyer!)
  await open(phone!, market.url, '/mine')
  await phone!.getByText(buyer!.username).first().waitFor()
  await phone!.getByRole('link', { name: 'Sell on this market' }).waitFor()
  expect(await phone!.getByRole('link', { name: /^Operator/ }).count()).toBe(0)
  expect(staff).toEqual([])
})

it('an operator who has entered finds the desks in their account, each with what waits', async () => {
  await logIn(first!, market.url, mona!)
  await enterDesks(first!, market.url, market, mona!)
  await open(phone!, market.url, '/talks?to=0')
  await say('How do I pay?')
  await open(first!, market.url, '/mine')
  const way = first!.getByRole('link', { name: /^Operator\s*\d+ waiting/ })
  await way.waitFor()
  expect(await faultsHere(first!, 'the account of an operator')).toEqual([])
  await way.focus()
  await first!.keyboard.press('Enter')
  const desk = first!.getByRole('link', { name: /^Customer service ./ })
  await desk.getByText(/^\d+ waiting$/).waitFor()
  await desk.focus()
  await first!.keyboard.press('Enter')
  await first!.getByRole('link', { name: /How do I pay/ }).waitFor()
  expect(await faultsHere(first!, 'the desk of customer service')).toEqual([])
})

it('one operator answers until another takes over, and the buyer reads both', async () => {
  const before = await waiting(first!, 'Customer service')
  await first!.getByRole('link', { name: /How do I pay/ }).click()
  await first!.getByText('This conversation is not assigned yet').waitFor()
  await button(first!, 'Assign to me').click()
  await first!.getByText('This conversation is assigned to you.').waitFor()
  await first!.getByLabel('Answer').fill('With your balance.')
  await button(first!, 'Send answer').click()
  await lineOf(first!, 'With your balance.').waitFor()
  await lineOf(phone!, 'With your balance.').waitFor()
  await until(
    () => waiting(first!, 'Customer service'),
    (n) => n === before - 1,
  )

  await logIn(second!, market.url, paul!)
  await enterDesks(second!, market.url, market, paul!)
  await open(second!, market.url, '/operator/talks')
  await second!.getByLabel('State').selectOption({ label: 'All' })
  await second!.getByLabel('Name, email, subject or words').fill('with your balance')
  await second!.getByRole('link', { name: new RegExp(buyer!.username) }).click()
  await second!.getByText(`This conversation is assigned to ${mona!.username}.`).waitFor()
  expect(await second!.getByLabel('Answer').count()).toBe(0)
  expect(await faultsHere(second!, 'a conversation that somebody else answers')).toEqual([])
  await button(second!, 'Take over').click()
  await second!.getByLabel('Answer').fill('Or in coins.')
  await button(second!, 'Send answer').click()
  await lineOf(second!, 'Or in coins.').waitFor()
  // Only operators see the name of the one who answered.
  await second!.getByRole('log').getByText(mona!.username, { exact: true }).waitFor()
  await lineOf(phone!, 'Or in coins.').waitFor()
  expect(await phone!.getByText(mona!.username).count()).toBe(0)

  // On the screen of the first nothing has changed yet: what they say is not sent, and stays.
  await first!.getByLabel('Answer').fill('Anything else?')
  await button(first!, 'Send answer').click()
  await first!.getByText(`This conversation is assigned to ${paul!.username}. Take it over first.`).first().waitFor()
  expect(await first!.getByLabel('Answer').inputValue()).toBe('Anything else?')
})

it('a conversation is handed over, closed, and opens when somebody writes', async () => {
  await button(second!, 'Hand over').click()
  const sheet = second!.getByRole('dialog')
  await sheet.getByLabel('Hand over to').selectOption({ label: mona!.username })
  expect(await faultsHere(second!, 'to whom it is handed')).toEqual([])
  await sheet.getByRole('button', { name: 'Hand over', exact: true }).click()
  await second!.getByText(`This conversation is assigned to ${mona!.username}.`).waitFor()
  // They are told, and led to it.
  await open(first!, market.url, '/message')
  await first!.getByRole('link', { name: /A customer service conversation was handed to you/ }).click()
  await first!.getByText('This conversation is assigned to you.').waitFor()
  await button(first!, 'Close').click()
  await first!.getByText('It reopens when someone writes.').waitFor()
  await first!.getByRole('link', { name: 'All conversations' }).click()
  await first!.getByLabel('State').selectOption({ label: 'Closed' })
  await first!.getByRole('link', { name: new RegExp(buyer!.username) }).waitFor()
  await say('One more thing')
  await first!.getByLabel('State').selectOption({ label: 'Waiting' })
  await first!.getByRole('link', { name: /One more thing/ }).waitFor()
})

it('price requests have a desk, and the hours after which they are listed are set there', async () => {
  await open(first!, market.url, '/operator/requests')
  const hours = first!.getByLabel('List unanswered requests after (hours)', { exact: true })
  await hours.fill('0')
  await button(first!, 'Save “List unanswered requests after (hours)”').click()
  await first!.getByText('Enter whole hours from 1 to 720.').waitFor()
  await hours.fill('1')
  await button(first!, 'Save “List unanswered requests after (hours)”').click()
  await first!.getByText('Done', { exact: true }).first().waitFor()
  expect(await faultsHere(first!, 'the desk of price requests')).toEqual([])
  for (const window of windows) expect(window.errors).toEqual([])
})
