import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser, openWindow, type Browser } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { faultsHere } from '../screens/axe.ts'
import { keysShown } from '../screens/keys-shown.ts'
import { mailedCode, newPerson, type Person } from '../people/people.ts'
import { placeOrder } from '../people/placed-order.ts'
import { intoTunnel, logIn, open, shellKept, until } from '../people/shopper.ts'

// A buyer chooses their mails in a tunnel, stops a kind by the link of a mail without signing in, and shows that mails
// arrive again after some came back.

const SECRET = 'the-secret-of-the-mail-service-0123456789'
let market: Market
let proxy: FaultProxy
let browser: Browser
let person: Person
beforeAll(async () => {
  market = await startMarket({ PUBLIC_URL: 'https://market.example', MAIL_BOUNCE_SECRET: SECRET })
  proxy = await startFaultProxy(market.url)
  person = await newPerson(market)
  browser = await openBrowser()
  await logIn(browser.page(), proxy.url, person)
})
afterAll(async () => {
  await browser?.dispose()
  await proxy?.close()
  await market?.close()
})

/** The path of the link that stops mails like the newest one to the person; undefined before there is one. */
async function signOffLink(): Promise<string | undefined> {
  const folder = join(market.dataDir, 'mail')
  const files = (await readdir(folder)).sort().map((name) => join(folder, name))
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const own = texts.filter((text) => text.includes(`\nTo: ${person.email}\n`))
  return own.map((text) => /^Stop these emails: https:\/\/market\.example(\/\S+)$/m.exec(text)?.[1]).findLast(Boolean)
}

it('mails are chosen in a tunnel, and stopped by the link of one without signing in', async () => {
  const page = browser.page()
  await placeOrder(market, person)
  await open(page, proxy.url, '/setting')
  await shellKept(page)
  await page.getByRole('button', { name: /^Emails/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Emails' })
  const box = (name: string) => sheet.getByLabel(name, { exact: true })
  await box('Price requests and offers').waitFor()
  expect(await sheet.getByText('In your store').count()).toBe(0)
  expect([...(await faultsHere(page, 'mails')), ...(await keysShown(page))]).toEqual([])

  const out = await intoTunnel(browser, proxy)
  await box('Price requests and offers').click()
  await until(
    () => box('Price requests and offers').isChecked(),
    (checked) => !checked,
  )
  await out()

  const path = (await until(signOffLink, (found) => found !== undefined))!
  const elsewhere = await openWindow()
  const visit = elsewhere.page()
  await visit.goto(proxy.url + path)
  await visit.getByRole('heading', { name: 'Emails about: Orders placed' }).waitFor()
  expect(await box('Orders placed').isChecked()).toBe(true)
  await visit.getByRole('button', { name: 'Stop these emails' }).click()
  await visit.getByText('You no longer get these emails.').waitFor()
  await elsewhere.dispose()
  await until(
    () => box('Orders placed').isChecked(),
    (checked) => !checked,
  )
  expect(await box('Parcels on their way').isChecked()).toBe(true)

  // Another device has both, what was chosen in the tunnel included.
  const second = await openWindow()
  await logIn(second.page(), proxy.url, person)
  await open(second.page(), proxy.url, '/setting?mails=1')
  const there = second.page().getByRole('dialog', { name: 'Emails' })
  for (const name of ['Orders placed', 'Price requests and offers'])
    await until(
      () => there.getByLabel(name, { exact: true }).isChecked(),
      (checked) => !checked,
    )
  await second.dispose()
})

it('whoever’s mails come back reads it in the app, and ends it by a code out of a mail', async () => {
  const page = browser.page()
  const bounces = [{ address: person.email, at: Date.now(), status: '5.2.2', said: 'full' }]
  const reported = await fetch(`${market.url}/api/mail/bounces`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${SECRET}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ bounces }),
  })
  expect(await reported.json()).toMatchObject({ code: 1, data: { noted: 1 } })
  await open(page, proxy.url, '/message')
  await page.getByRole('link', { name: /^Emails to you are bouncing/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Emails' })
  await sheet.getByText('Your email provider says your mailbox is full.').waitFor()
  expect([...(await faultsHere(page, 'mails that come back')), ...(await keysShown(page))]).toEqual([])
  await sheet.getByRole('button', { name: 'Send code' }).click()
  await page.getByText(`Code sent to ${person.email}`).first().waitFor()
  await sheet.getByLabel('Email verification code').fill(await mailedCode(market, person.email))
  await sheet.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Emails reach you again').first().waitFor()
  await sheet.getByText('Your email provider says').waitFor({ state: 'detached' })
})
