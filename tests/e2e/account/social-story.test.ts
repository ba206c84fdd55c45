import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { startProvider, type TestProvider } from '../../support/servers/oidc-provider.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { newPerson } from '../people/people.ts'
import { open } from '../people/shopper.ts'

// Signing in with an account of elsewhere, in a browser and through a real OpenID provider.

let provider: TestProvider
let market: Market
let proxy: FaultProxy
let browser: BrowserWindow
let page: Page
beforeAll(async () => {
  // Where people reach the market is known before it starts.
  const port = await freePort()
  const origin = `http://localhost:${port}`
  provider = await startProvider(`${origin}/login`)
  const { issuer, clientId, clientSecret, name } = provider.config
  const at = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name }
  market = await startMarket({ ...at, PUBLIC_URL: origin })
  proxy = await startFaultProxy(market.url, port)
})
afterAll(async () => {
  await proxy?.close()
  await market?.close()
  await provider?.close()
})
beforeEach(async () => {
  browser = await openWindow()
  page = browser.page()
})
afterEach(() => browser.dispose())

/** Goes to the provider from the login that a screen has led to, with an address typed. */
async function goThere(typed: string): Promise<void> {
  await open(page, proxy.url, '/login?back=%2Fsetting')
  await page.getByLabel('Email', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Continue with Elsewhere' }).click()
}

it('makes an account, and leads to where one was', async () => {
  provider.as({ sub: 'ada', email: 'ada@elsewhere.test', email_verified: true, name: 'Ada Else' })
  await goThere('')
  await page.waitForURL((at) => at.pathname === '/setting')
  await page.getByText('ada@elsewhere.test').waitFor()
  expect(browser.errors).toEqual([])
})

it('comes back from a refusal with what was typed', async () => {
  provider.as(null)
  await goThere('typed@example.test')
  await page.getByText('The login was cancelled.').first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('typed@example.test')
})

it('joins an address that has an account only with that account’s password', async () => {
  const person = await newPerson(market)
  provider.as({ sub: 'joined', email: person.email, email_verified: true, name: 'Somebody' })
  await goThere('')
  await page.getByText(`An account with ${person.email} already exists.`).waitFor()
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('not that one')
  await page.getByRole('button', { name: 'Link and log in' }).click()
  await page
    .getByText(/wrong|not right|does not match|incorrect/i)
    .first()
    .waitFor()
  await password.fill(person.password)
  await page.getByRole('button', { name: 'Link and log in' }).click()
  await page.waitForURL((at) => at.pathname === '/setting')
  await page.getByText(person.email).waitFor()
  expect(browser.errors).toEqual([])
})
