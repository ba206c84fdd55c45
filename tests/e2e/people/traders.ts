import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { testPicture } from '../../support/market/pictures.ts'
import type { Market } from '../../support/servers/servers.ts'
import { paper } from './papers.ts'
import { mailedCode, type Person } from './people.ts'
import { open } from './shopper.ts'

// The actions of a market's sellers and buyers on its screens, a whole form at a time.

/** Presses the first button of a name. */
export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).first().click()

/** Chooses a picture in a field for one. */
export const choose = (page: Page, label: string, buffer: Buffer): Promise<void> =>
  page.getByLabel(label).setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })

/** Types an amount of pieces into a stepper. */
export async function pieces(within: Pick<Page, 'getByRole'>, name: string | RegExp, num: number): Promise<void> {
  const field = within.getByRole('textbox', { name }).first()
  await field.fill(String(num))
  await field.press('Enter')
}

/** Registers on the screen that a guest is led to from another, with the code out of the mail. */
export async function register(page: Page, market: Market, person: Person): Promise<void> {
  await page.getByRole('link', { name: 'Log in', exact: true }).click()
  await page.getByRole('link', { name: 'Register', exact: true }).click()
  await page.getByText('Join the market').waitFor()
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await press(page, 'Send code')
  await page.getByText(`Code sent to ${person.email}`).first().waitFor()
  await page.getByLabel('Email verification code').fill(await mailedCode(market, person.email))
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
  await press(page, 'Register')
  await page.waitForURL((at) => at.pathname !== '/register')
}

/** Fills in what an application to sell asks for beside the store's name, and signs its contract by keys. */
export async function applyToSell(page: Page): Promise<void> {
  await page.getByLabel('Document or passport number').fill('x 123 4567')
  await page.getByLabel('Real name').fill('Ottilie Quastenberg')
  const papers = ['Store logo', 'Front of the document', 'Back of the document', 'Photo of you holding the document']
  for (const [n, label] of papers.entries()) await choose(page, label, await paper(n))
  await page
    .locator('form img')
    .nth(papers.length - 1)
    .waitFor()
  await page.getByRole('checkbox').check()
  await press(page, 'Submit')
  const field = page.getByRole('application', { name: 'Signature' })
  await field.focus()
  await page.keyboard.press('Space')
  for (let n = 0; n < 14; n++) await page.keyboard.press(n % 3 === 2 ? 'ArrowDown' : 'ArrowRight')
  await press(page, 'Agree and sign')
}

/** Puts a product on sale at 3.20 each, with a picture and choices, from a store's list of goods. */
export async function listProduct(
  page: Page,
  title: string,
  choices: readonly { name: string; code: string; num: number }[],
): Promise<void> {
  await page.getByRole('link', { name: 'Add a product' }).click()
  await page.getByLabel('Name', { exact: true }).fill(title)
  await page.getByLabel('Price per piece').fill('3.20')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'bowl.png', mimeType: 'image/png', buffer: await testPicture(7, 400) })
  await page.getByRole('img', { name: 'Picture 1' }).waitFor()
  for (const [n, { name, code, num }] of choices.entries()) {
    await press(page, 'Add an option')
    const choice = page.getByRole('group', { name: `Option ${n + 1}` })
    await choice.getByLabel('Option code').fill(code)
    await choice.getByLabel('Pieces in stock').fill(String(num))
    // From here on it is called so.
    await choice.getByLabel('Option name').fill(name)
  }
  await page.getByRole('combobox', { name: 'Category' }).fill('tableware')
  await page.getByRole('listbox', { name: 'Category' }).getByRole('option').first().click()
  await press(page, 'Put on sale')
}

/** Chooses a file of goods to take over, from a store's list of goods. */
export async function chooseTable(page: Page, head: string, rows: readonly string[]): Promise<void> {
  await page.getByRole('link', { name: 'Import' }).click()
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'goods.csv', mimeType: 'text/csv', buffer: Buffer.from([head, ...rows, ''].join('\n')) })
}

const address = {
  Recipient: 'Zephyrine Quillfeather',
  'Mobile number': '+961 3 123 456',
  City: 'Tyre',
  'Street and number': 'Lighthouse lane 77',
  'Zip code': '1601',
}

/** Adds an address to deliver to, from wherever one is sent to the form of a new one. */
export async function addAddress(page: Page): Promise<void> {
  await page.waitForURL((at) => at.pathname === '/insertAddress')
  await page.getByLabel('Country', { exact: true }).first().fill('Lebanon')
  await page.getByLabel('Country', { exact: true }).first().press('Tab')
  for (const [label, value] of Object.entries(address))
    await page.getByLabel(label, { exact: true }).first().fill(value)
  await press(page, /^Save$/)
  await page.waitForURL((at) => at.pathname !== '/insertAddress')
}

/** Searches for a product as a buyer, opens it, and puts pieces of one of its choices into the cart. */
export async function addChoice(page: Page, url: string, title: string, choice: string, num: number): Promise<void> {
  await open(page, url, `/search?q=${encodeURIComponent(title)}`)
  await page.getByRole('link', { name: title }).first().click()
  await page.waitForURL((at) => at.pathname === '/goods')
  await press(page, 'Add to cart')
  const sheet = page.getByRole('dialog')
  await pieces(sheet, `Quantity: ${choice}`, num)
  await sheet.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByText('Added to cart').first().waitFor()
}

/** Sets a fund password when the payment asks for one, and returns to the payment. */
async function setFundPassword(page: Page, market: Market, { email, password }: Person): Promise<void> {
  await page.getByRole('link', { name: 'Set fund password' }).click()
  await page.getByLabel('Login password', { exact: true }).fill(password)
  await press(page, 'Send code')
  await page.getByText(`Code sent to ${email}`).first().waitFor()
  await page.getByLabel('Email verification code').fill(await mailedCode(market, email))
  await page.getByLabel('New fund password', { exact: true }).fill(`${password} for money`)
  await page.getByLabel('Repeat the new fund password', { exact: true }).fill(`${password} for money`)
  await page.evaluate(() => {
    const look = (): void => {
      const asks = [...document.querySelectorAll('a')].some((link) => link.textContent === 'Set fund password')
      if (location.pathname === '/pay' && asks) document.body.dataset['askedAgain'] = 'yes'
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  })
  await press(page, 'Save fund password')
  await page.waitForURL((at) => at.pathname === '/pay')
}

/** Places the checked-out order and pays it, `amount` as on the button; given `market`, sets a fund password first. */
export async function orderAndPay(page: Page, person: Person, amount: string, market?: Market): Promise<void> {
  await press(page, /^Place order/)
  await page.waitForURL((at) => at.pathname === '/success')
  await page.getByRole('link', { name: 'Pay', exact: true }).click()
  if (market) await setFundPassword(page, market, person)
  await page.getByLabel('Fund password', { exact: true }).fill(`${person.password} for money`)
  await press(page, `Pay ${amount}`)
  await page.getByText(`${amount} paid`).first().waitFor()
  expect(await page.evaluate(() => document.body.dataset['askedAgain'])).toBeUndefined()
}

/** Sends a parcel of the order that a store's screen shows: so many pieces of its first line, or all that is left. */
export async function shipParcel(page: Page, tracking: string, num?: number): Promise<void> {
  await press(page, 'Ship a parcel')
  const parcel = page.getByRole('dialog')
  if (num !== undefined) await pieces(parcel, /^In the parcel/, num)
  await parcel.getByLabel('Carrier').fill('DHL')
  await parcel.getByLabel('Tracking number').fill(tracking)
  await parcel.getByRole('button', { name: 'Ship now' }).click()
  await page.getByText(`DHL ${tracking}`).waitFor()
}

/** Confirms that all of an order has arrived, on its own screen; `amount` is what its store gets. */
export async function receiveAll(page: Page, amount: string, store: string): Promise<void> {
  await press(page, 'Confirm receipt')
  await press(page, `Release ${amount} to ${store}`)
  await page.getByText(`${amount} went to ${store}`).first().waitFor()
}
