import { afterAll, beforeAll, expect, it } from 'vitest'
import sharp from 'sharp'
import { marketCommand } from '#server/operator/command.ts'
import { openBrowser, type Browser } from '../support/browser.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { startMarket, type Market } from '../support/servers.ts'
import { newPerson } from './people.ts'
import { intoTunnel, logIn, open, shellKept, until } from './shopper.ts'

// On a phone, half of it in a tunnel: somebody fills in the form, signs the contract, sends one better picture, and has
// a store.

let market: Market
let proxy: FaultProxy
let browser: Browser
beforeAll(async () => {
  market = await startMarket()
  proxy = await startFaultProxy(market.url)
  browser = await openBrowser({ viewport: { width: 360, height: 740 } })
})
afterAll(async () => {
  await browser?.dispose()
  await proxy?.close()
  await market?.close()
})

const operate = async (...args: string[]) =>
  (await marketCommand(['application', ...args], { DATA_DIR: market.dataDir })).text

/** A picture with lines of letters on it, sharp unless it is said how unsharp. */
async function paper(number: number, { edge = 1200, unsharp = 0 } = {}): Promise<Buffer> {
  const lines = Array.from(
    { length: 20 },
    (_, n) =>
      `<text x="60" y="${90 + n * 40}" font-size="28" font-family="monospace">NUMBER ${number} ${n * 7919}</text>`,
  )
  const drawn = sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge * 0.75}"><rect width="100%" height="100%" fill="#eee"/>${lines.join('')}</svg>`,
    ),
  )
  return (unsharp ? drawn.blur(unsharp) : drawn).jpeg().toBuffer()
}

it('somebody becomes a seller on a phone, half of it without a network', async () => {
  const person = await newPerson(market)
  const page = browser.page()
  const choose = async (label: string, buffer: Buffer) =>
    page.getByLabel(label).setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
  await logIn(page, proxy.url, person)
  await open(page, proxy.url, '/merchant')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Please enter the store name').waitFor()
  await page.getByText('Please enter your real name').waitFor()
  await page.getByLabel('Store name').fill('Harbour Ceramics')

  await shellKept(page)
  const wayOut = await intoTunnel(browser, proxy)
  await page.getByLabel('Document or passport number').fill('x 123 4567')
  await page.getByLabel('Real name').fill('Ottilie Quastenberg')
  await choose('Store logo', await paper(1))
  await choose('Front of the document', await paper(2, { unsharp: 9 }))
  await page.getByText('It looks blurred.').waitFor()
  await choose('Front of the document', await paper(2))
  await choose('Back of the document', await paper(3, { edge: 500 }))
  await page.getByText('Too small to be read.').waitFor()
  await choose('Back of the document', await paper(3))
  await choose('You, holding the document', await paper(4))
  await until(
    () => page.locator('form img').count(),
    (count) => count === 4,
  )
  await page.getByRole('checkbox').check()
  // What was typed and chosen is there again after the page was left in the middle.
  await page.reload()
  await page.getByLabel('Real name').waitFor()
  expect(await page.getByLabel('Real name').inputValue()).toBe('Ottilie Quastenberg')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Submit' }).click()
  const field = page.getByRole('application', { name: 'Signature' })
  await field.waitFor()
  await page.getByRole('button', { name: 'Agree and sign' }).click()
  await page.getByText("You haven't signed yet").waitFor()
  await field.focus()
  // By keys: the pen is put down, and moved.
  await page.keyboard.press('Space')
  for (let n = 0; n < 14; n++) await page.keyboard.press(n % 3 === 2 ? 'ArrowDown' : 'ArrowRight')
  await page.getByRole('button', { name: 'Agree and sign' }).click()
  await page.getByText('Not sent yet').waitFor()
  expect(await operate('list')).not.toContain('Harbour Ceramics')

  await wayOut()
  await until(
    () => operate('list'),
    (text) => text.includes('Harbour Ceramics'),
  )
  await page.getByRole('heading', { name: 'In review' }).waitFor()
  const id = (await operate('list'))
    .split('\n')
    .find((row) => row.includes('Harbour Ceramics'))!
    .slice(0, 36)
  expect(await operate('show', id)).toContain('X1234567')
  await operate('ask', id, 'front', 'The number cannot be read.')
  await page.getByText('The number cannot be read.').waitFor()
  await choose('Front of the document', await paper(5))
  await until(
    () => page.locator('form img').count(),
    (count) => count === 1,
  )
  await page.getByRole('button', { name: 'Send the changes' }).click()
  await until(
    () => operate('list'),
    (text) => text.includes('Harbour Ceramics'),
  )
  await operate('approve', id)
  await page.getByRole('heading', { name: 'Review succeeded' }).waitFor()
  await page.getByText('Signed contract').click()
  await page.getByText('Genuine: the market signed exactly this').waitFor()
})
