import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { makeMembers } from '../../support/people/store-member.ts'
import { faultsHere } from '../screens/axe.ts'
import { keysShown } from '../screens/keys-shown.ts'
import { newPerson, type Person } from '../people/people.ts'
import { logIn, open } from '../people/shopper.ts'

// An owner invites somebody by their code; they see who asks, and are members once they accept.

let market: Market
let ann: Person
let bob: Person
let annsPhone: BrowserWindow
let bobsPhone: BrowserWindow
beforeAll(async () => {
  market = await startMarket()
  ann = await newPerson(market)
  bob = await newPerson(market)
  await makeMembers(market, 1, [ann.email])
  annsPhone = await openWindow()
  bobsPhone = await openWindow()
  await logIn(annsPhone.page(), market.url, ann)
  await logIn(bobsPhone.page(), market.url, bob)
})
afterAll(async () => {
  await annsPhone?.dispose()
  await bobsPhone?.dispose()
  await market?.close()
})

const faults = async (page: Page): Promise<string[]> => [
  ...(await faultsHere(page, 'members')),
  ...(await keysShown(page)),
]
/** Bob's invitation code, which he reads on his own screen. */
async function codeOfBob(page: Page): Promise<string> {
  await open(page, market.url, '/setting')
  const text = await page
    .getByText(/^[0-9A-Z]{4,}(-?[0-9A-Z]+)*$/)
    .first()
    .innerText()
  return text.trim()
}
const invite = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('Invitation code').fill(code)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByText('Invited as staff').waitFor()
}

it('an invitation is sent, withdrawn, declined and accepted', async () => {
  const [owner, friend] = [annsPhone.page(), bobsPhone.page()]
  const code = await codeOfBob(friend)
  await open(owner, market.url, '/centre/store')
  await invite(owner, code)
  await owner.getByText(bob.username).waitFor()
  expect(await faults(owner)).toEqual([])
  await owner.getByRole('button', { name: 'Withdraw' }).click()
  await owner.getByRole('dialog').getByText('They can no longer accept it.', { exact: false }).waitFor()
  expect(await faults(owner)).toEqual([])
  await owner.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await owner.getByText('Invited as staff').waitFor({ state: 'detached' })

  await invite(owner, code)
  await open(friend, market.url, '/mine')
  await friend.getByRole('link', { name: 'Manage your store' }).click()
  await friend.getByText('Invites you to its staff').waitFor()
  expect(await faults(friend)).toEqual([])
  await friend.getByRole('button', { name: /^Decline/ }).click()
  await friend.getByText('Invitation declined').first().waitFor()
  await owner.getByText('Invited as staff').waitFor({ state: 'detached' })

  await invite(owner, code)
  await friend.getByRole('button', { name: /^Accept/ }).click()
  // The store opens by itself, since it is the only one.
  await friend.getByRole('link', { name: 'Store', exact: true }).waitFor()
  // The delivery times of the store have such buttons, too.
  const members = owner.getByRole('list', { name: 'Members' })
  await members.getByRole('button', { name: 'Remove', exact: true }).waitFor()
  expect([...annsPhone.errors, ...bobsPhone.errors]).toEqual([])
})

it('the settings say which accounts sign in', async () => {
  const page = bobsPhone.page()
  await open(page, market.url, '/setting')
  await page.getByRole('button', { name: /^Linked accounts/ }).click()
  await page.getByText('No linked accounts yet').waitFor()
  expect(await faults(page)).toEqual([])
})
