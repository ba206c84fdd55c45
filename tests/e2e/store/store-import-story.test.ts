import { readFile } from 'node:fs/promises'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { makeMembers } from '../../support/people/store-member.ts'
import { keysShown } from '../screens/keys-shown.ts'
import { newPerson, type Person } from '../people/people.ts'
import { goWithin, intoTunnel, logIn, open, shellKept } from '../people/shopper.ts'

// A store's goods from a file, in a real Chromium: 500 rows come in within a tunnel, what is wrong with some of them is
// named and saved, and what is exported comes in again without a change.

let market: Market
let proxy: FaultProxy
let ann: Person
let phone: BrowserWindow
beforeAll(async () => {
  market = await startMarket()
  ann = await newPerson(market)
  await makeMembers(market, 1, [ann.email])
  proxy = await startFaultProxy(market.url)
  phone = await openWindow()
  await logIn(phone.page(), proxy.url, ann)
})
afterAll(async () => {
  await phone?.dispose()
  await proxy?.close()
  await market?.close()
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const faults = async (page: Page): Promise<string[]> => [
  ...(await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze()).violations.map(
    (v) => `${v.id}: ${v.nodes[0]!.target.join(' ')}`,
  ),
  ...(await keysShown(page)),
]
const choose = (page: Page, name: string, text: string) =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

const rows = Array.from({ length: 498 }, (_, n) => `ROW-${n},"=Glass ${n}",Home & Kitchen > Tableware,3.20,${n},draft`)
const file = [
  'code,title_en,category,price,stock,state',
  ...rows,
  'BAD-1,Glass,Home & Kitchen > Tableware,3.205,1,draft',
  'BAD-2,Glass,Nowhere > At all,3.20,1,draft',
  '',
].join('\n')

it('500 rows come in within a tunnel; those that cannot are named, and saved with the reason', async () => {
  const page = phone.page()
  await open(page, proxy.url, '/centre/goods')
  await shellKept(page)
  await page.getByRole('link', { name: 'Import' }).click()
  await button(page, 'Choose a file').waitFor()
  expect(await faults(page)).toEqual([])
  const template = await saved(page, () => button(page, 'Template, CSV').click())
  expect(template.text).toContain('title.ar')
  const out = await intoTunnel(phone, proxy)
  await choose(page, 'glasses.csv', file)
  await button(page, 'New 498').waitFor()
  await button(page, 'Left out 2').click()
  await page.getByText('Row 500 · price').waitFor()
  await page.getByText('Enter a price such as 12.50').waitFor()
  await page.getByText('These categories do not exist: Nowhere > At all', { exact: false }).waitFor()
  expect(await faults(page)).toEqual([])
  const rejects = await saved(page, () => button(page, 'Save these rows with the reasons').click())
  expect(rejects.name).toBe('glasses-rejects.csv')
  expect(rejects.text.split('\r\n').slice(1, 3)).toEqual([
    'BAD-1,Glass,Home & Kitchen > Tableware,3.205,1,draft,Row 500 · price: Enter a price such as 12.50',
    'BAD-2,Glass,Nowhere > At all,3.20,1,draft,Row 501 · category: Choose a category',
  ])
  await button(page, 'Import: 498').click()
  await page.getByText('498 of 498').waitFor()
  await page.getByText('Still to be sent', { exact: false }).waitFor()
  expect(await faults(page)).toEqual([])
  await out()
  await page.getByText('Done, and everything is sent.').waitFor()
})

it('the same file changes nothing, nor does what is exported; a changed cell changes that alone', async () => {
  const page = phone.page()
  await choose(page, 'glasses.csv', file.split('\n').slice(0, 499).join('\n'))
  await page.getByText('Nothing would change').waitFor()
  await page.getByText('Unchanged: 498').waitFor()
  await goWithin(page, '/centre/goods?q=glass+1')
  await button(page, 'Export').click()
  const made = await saved(page, () => button(page, 'Save as CSV').click())
  expect(made.text).toContain("'=Glass 1")
  await page.getByRole('link', { name: 'Import' }).click()
  await button(page, 'Choose a file').waitFor()
  await choose(page, made.name, made.text)
  await page.getByText('Nothing would change').waitFor()
  await button(page, 'Another file').click()
  await choose(page, made.name, made.text.replace('3.20', '3.45'))
  await button(page, 'Changed 1').waitFor()
  await page.getByText('1: $3.45').waitFor()
  expect(await faults(page)).toEqual([])
  await button(page, 'Import: 1').click()
  await page.getByText('1 of 1').waitFor()
  expect(phone.errors).toEqual([])
})

it('many are chosen by the keys, changed together after a look, and the change is taken back', async () => {
  const page = phone.page()
  await page.setViewportSize({ width: 1280, height: 800 })
  await goWithin(page, '/centre/goods?q=glass+2')
  await page.getByRole('link', { name: 'Bulk edit' }).click()
  const grid = page.getByRole('grid', { name: 'Your products' })
  await grid.getByRole('row').nth(1).focus()
  await page.keyboard.press('Enter')
  for (let n = 0; n < 4; n++) await page.keyboard.press('Shift+ArrowDown')
  await page.getByText('Selected: 5').first().waitFor()
  expect(await grid.getByRole('row', { selected: true }).count()).toBe(5)
  expect(await faults(page)).toEqual([])
  await button(page, 'Price').click()
  await page.getByRole('combobox', { name: 'How the price changes' }).selectOption('dearer')
  await page.getByLabel('Percent').fill('1000')
  await page.keyboard.press('Enter')
  await page.getByText('at most 900 up', { exact: false }).waitFor()
  await page.getByLabel('Percent').fill('10')
  await page.keyboard.press('Enter')
  await page.getByText('1: $3.52').first().waitFor()
  expect(await faults(page)).toEqual([])
  await button(page, 'Change: 5').click()
  await page.getByText('5 of 5').waitFor()
  await grid.getByText('$3.52').first().waitFor()
  expect(await grid.getByText('$3.52').count()).toBe(5)
  await button(page, 'Undo').click()
  await page.getByText('Undoing a change').waitFor()
  await expect.poll(() => grid.getByText('$3.52').count()).toBe(0)
  await grid.getByRole('row').nth(1).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('End')
  await page.getByText(/^Selected: [1-9]\d\d$/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText(/^Selected:/).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => url.pathname === '/centre/goods')
  expect(phone.errors).toEqual([])
})
