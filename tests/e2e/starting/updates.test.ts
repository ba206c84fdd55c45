import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { serveDist, type StaticSite } from '../../support/servers/static-site.ts'
import { deploy } from './newer-version.ts'
import { findNewer } from './service-workers.ts'
import { goWithin, open, shellKept, until } from '../people/shopper.ts'

// A new version of the app activates by itself where nothing is typed, and takes nothing from anybody elsewhere; a part
// of a screen that could not be loaded comes with the next tap.

const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url))
let site: StaticSite
let browser: Browser
let page: Page
beforeEach(async () => {
  site = await serveDist()
  browser = await openBrowser()
  page = browser.page()
  await open(page, site.url, '/login')
  await shellKept(page)
})
afterEach(async () => {
  await browser.dispose()
  await site.close()
})

const version = (of: Page): Promise<string | null> =>
  of
    .evaluate(() => document.querySelector('meta[name=version]')?.getAttribute('content') ?? null)
    // It is just being replaced.
    .catch(() => null)
const another = async (path: string): Promise<Page> => {
  const tab = await browser.context().newPage()
  await open(tab, site.url, path)
  return tab
}
const email = (of: Page) => of.getByRole('textbox', { name: /email/i }).first()
const banner = (of: Page) => of.getByText('New update available! Refresh to apply.')

it('a new version is applied by itself, in sight, where nothing is typed', async () => {
  await deploy(site, '2')
  await findNewer(page)
  await expect.poll(() => version(page)).toBe('2')
})

it('where something is typed or chosen it waits, also when another tab has applied it', async () => {
  await email(page).fill('amina@example.org')
  const left = await another('/register')
  await email(left).fill('amina@example.org')
  // A draft of a form that was left.
  await goWithin(left, '/lang')
  const chosen = await another('/setting')
  await chosen.getByRole('checkbox', { name: 'Save data' }).check({ force: true })
  await deploy(site, '2')
  await findNewer(page)
  const idle = await another('/faqs')
  await expect.poll(() => version(idle)).toBe('2')
  for (const tab of [page, left, chosen]) {
    await banner(tab).waitFor()
    expect(await version(tab)).toBeNull()
  }
  expect(await email(page).inputValue()).toBe('amina@example.org')
  await goWithin(left, '/register')
  expect(await email(left).inputValue()).toBe('amina@example.org')
  // The one who asks for it has it at once, and nobody else.
  await page.getByRole('button', { name: 'Update Now' }).click()
  await expect.poll(() => version(page)).toBe('2')
  expect(await version(left)).toBeNull()
  // Once nothing is typed any more it comes by itself.
  await goWithin(chosen, '/lang')
  await expect.poll(() => version(chosen)).toBe('2')
  expect(await version(left)).toBeNull()
})

it('a part of a screen that could not be loaded comes with the next tap', async () => {
  const chunk = (await readdir(`${DIST}assets`)).find((file) => /^qr-later-.*\.js$/.test(file))!
  site.overrides.set(`/assets/${chunk}`, null)
  await page.evaluate(async (path) => {
    for (const name of await caches.keys()) await (await caches.open(name)).delete(path, { ignoreSearch: true })
  }, `/assets/${chunk}`)
  await goWithin(page, '/install')
  await expect.poll(() => site.asked.filter((path) => path === `/assets/${chunk}`).length).toBeGreaterThan(0)
  const code = page.getByRole('img', { name: new RegExp(new URL(site.url).host) })
  expect(await code.count()).toBe(0)
  site.overrides.delete(`/assets/${chunk}`)
  await until(
    async () => {
      await page.getByRole('heading', { level: 1 }).click()
      return code.count()
    },
    (count) => count === 1,
  )
})
