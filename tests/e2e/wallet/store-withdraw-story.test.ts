import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { marketCommand } from '#server/operator/commands/command.ts'
import { addMember } from '#server/members/members.ts'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { giveFactor } from '../../support/market/second-factor.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { newPerson, sessionOf, type Person } from '../people/people.ts'
import { intoTunnel, open, shellKept } from '../people/shopper.ts'

// The owner of a store sees its earnings in a tunnel, withdraws the part that buyers can no longer claim back, cancels
// it, and withdraws again: it is sent, confirmed, and arrives.

const OWNER = { email: 'lin@caravan.example', password: 'caravan-demo', username: '' }

let market: Market
let proxy: FaultProxy
let browser: Browser
let other: Person
let address: string
let codes: string[]
let store: { id: number; name: string }
const command = (...args: string[]) => marketCommand(args, { DATA_DIR: market.dataDir })
beforeAll(async () => {
  market = await startMarket({ SIMULATED_BLOCK_SECONDS: '1' })
  proxy = await startFaultProxy(market.url)
  other = await newPerson(market)
  const given = await market.call('/api/recharge/address', { network: 'tron' }, await sessionOf(market, other))
  ;({ address } = given.data as { address: string })
  await market.kill()
  await prepare()
  await market.restart()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.dispose()
  await proxy?.close()
  await market?.close()
})

/** Makes the owner one of a store whose three parcels arrived more than a week ago, one with an open problem. */
async function prepare(): Promise<void> {
  const { db, close } = await openDatabase({ dataDir: market.dataDir })
  try {
    const { rows } = await sql<{ id: number; name: string }>`
      select s.id, s.name from stores s join orders o on o.store_id = s.id join parcels p on p.order_id = o.id
      where p.received_at is not null group by s.id having count(*) = 3`.execute(db)
    store = rows[0]!
    await sql`update parcels set received_at = received_at - interval '8 days' where order_id in (
      select id from orders where store_id = ${store.id})`.execute(db)
    const { id } = await db.selectFrom('users').select('id').where('email', '=', OWNER.email).executeTakeFirstOrThrow()
    await db.transaction().execute((tx) => addMember(tx, store.id, id, 'owner'))
    codes = await giveFactor(db, { uid: id, email: OWNER.email }, Date.now() - 2 * 86_400_000)
  } finally {
    await close()
  }
}

it('earnings are seen in a tunnel, withdrawn, cancelled, and withdrawn again', async () => {
  const page = browser.page()
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await open(page, proxy.url, '/login')
  await field('Email').fill(OWNER.email)
  await field('Password').fill(OWNER.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await field('Code from your authenticator app').fill(codes.pop()!)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL((at) => at.pathname !== '/login')
  await open(page, proxy.url, `/centre/earnings?store=${store.id}`)
  const balance = page.getByRole('list', { name: 'Balance' }).getByRole('link', { name: '432.00 USDT' })
  await balance.getByText('216.00 USDT more on the way').waitFor()
  await shellKept(page)

  const out = await intoTunnel(browser, proxy)
  await balance.click()
  await page.getByText(`Earnings of ${store.name}`).waitFor()
  await page.getByText('Available to withdraw').waitFor()
  await page.getByText('Held while buyers can report problems').waitFor()
  await expect.poll(() => page.getByText('Order earnings', { exact: true }).count()).toBe(3)
  await out()
  await page.getByRole('link', { name: 'Withdraw', exact: true }).click()

  const withdraw = async (amount: string) => {
    await page.getByRole('link', { name: /^USDT/ }).click()
    await page.getByRole('link', { name: /^Tron/ }).click()
    await field('Address').fill(address)
    await field('Amount in USDT').fill('432.01')
    await page.getByText('Insufficient balance').waitFor()
    await field('Amount in USDT').fill(amount)
    await page.getByRole('button', { name: 'Continue' }).click()
    await field('Fund password').fill(OWNER.password)
    await page.getByRole('button', { name: /^Withdraw / }).click()
    await field('Code from your authenticator app').fill(codes.pop()!)
    await page.getByRole('button', { name: /^Withdraw / }).click()
  }
  await withdraw('100')
  await page.getByText(/^The address is new, so the withdrawal waits until/).waitFor()
  await page.getByText('Requested by').waitFor()
  await page.getByRole('button', { name: 'Cancel withdrawal' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel withdrawal' }).click()
  await page.getByText('It was cancelled. The money is back in your balance.').waitFor()

  await command('newAddressHours', '0')
  await open(page, proxy.url, `/withdraw?store=${store.id}`)
  await withdraw('50')
  await page.getByText('The network has confirmed the payment.').waitFor({ timeout: 120_000 })
  await open(page, proxy.url, `/withdrawRecode?store=${store.id}`)
  await page.getByRole('link', { name: /48\.50 USDT/ }).waitFor()
  await page.getByRole('link', { name: /98\.50 USDT/ }).waitFor()
  await open(page, proxy.url, `/wallet?store=${store.id}`)
  await page.getByText('382.00 USDT').first().waitFor()
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('Your balance is correct. Entries checked: 6.').waitFor()
  // The owner's own wallet has nothing of it.
  await open(page, proxy.url, '/withdrawRecode')
  await page.getByText('No withdrawals yet').waitFor()
  const recharged = await market.call('/api/user/recharge_list', {}, await sessionOf(market, other), 'GET')
  expect((recharged.data as { list: { amount: string }[] }).list.map(({ amount }) => amount)).toEqual(['48500000'])
  expect(browser.errors).toEqual([])
})
