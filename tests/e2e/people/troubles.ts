import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import type { FaultProxy } from '../../support/servers/fault-proxy.ts'
import type { Market } from '../../support/servers/servers.ts'
import { simpleProducts, type Person, type SimpleProduct } from './people.ts'
import { intoTunnel, open, shellKept, goodsKept } from './shopper.ts'

// Troubles that bring a person to the sync centre, in any language: an address that two devices change, a product that
// sells out while the phone is without a network.

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** The market's other hand. */
export const command = (market: Market, ...args: string[]) =>
  promisify(execFile)(process.execPath, ['scripts/market.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: market.dataDir },
  })

/** Another device of the same person. */
export interface OtherDevice {
  addAddress(): Promise<string>
  move(id: string, city: string): Promise<void>
  cityOf(id: string): Promise<string>
}

const home = {
  country: 'LB',
  province: 'LB-JA',
  city: 'Tyre',
  detail: 'Port road 4',
  zip: '1601',
  recipient: 'Amal Haddad',
  mobile: '+9613123456',
}
// Beyond any rev: it has seen everything.
const SEEN = 1_000_000

export async function otherDevice(market: Market, person: Person): Promise<OtherDevice> {
  const { token } = (
    (await market.call('/api/user/login', { email: person.email, password: person.password })).data as {
      userinfo: { token: string }
    }
  ).userinfo
  const put = async (id: string, patch: Partial<typeof home>): Promise<void> => {
    const answer = await market.call('/api/aera/addEdit', { id, baseRev: SEEN, patch }, token)
    if (answer.code !== 1) throw new Error(`the address was not taken: ${answer.msg}`)
  }
  return {
    addAddress: async () => {
      const id = randomUUID()
      await put(id, home)
      return id
    },
    move: (id, city) => put(id, { city }),
    cityOf: async (id) =>
      (
        (await market.call('/api/aera/index', {}, token)).data as { addresses: { id: string; city: string }[] }
      ).addresses.find((a) => a.id === id)?.city ?? 'none',
  }
}

/** Changes the city of an address on this screen and saves it. */
export async function moveHere(page: Page, url: string, id: string, city: string): Promise<void> {
  await open(page, url, `/insertAddress?mode=edit&id=${id}`)
  const field = page.locator(`main form input[value="${home.city}"]`)
  await field.fill(city)
  await page.locator('main form button[type=submit]').click()
  await page.waitForURL((at) => at.pathname !== '/insertAddress')
}

/** Puts what its screen offers into the cart. */
export async function addHere(page: Page, url: string, product: SimpleProduct): Promise<void> {
  await open(page, url, `/goods?id=${product.id}`)
  await page.locator('[data-foot] button').last().click()
  await page.getByRole('log').filter({ hasText: /\S/ }).first().waitFor({ state: 'attached' })
}

export interface Troubles {
  address: string
  other: OtherDevice
  soldOut: SimpleProduct
}

/**
 * Signed in at the proxy and online: afterwards the phone is online again, and has been told that an address is in
 * conflict or an addition refused. `meanwhile` is done in the tunnel.
 */
export async function makeTroubles(
  page: Page,
  { market, proxy }: { market: Market; proxy: FaultProxy },
  person: Person,
  soldOut: SimpleProduct,
  meanwhile?: () => Promise<void>,
): Promise<Troubles> {
  const other = await otherDevice(market, person)
  const address = await other.addAddress()
  await command(market, 'stock', String(soldOut.id), '100000')
  await open(page, proxy.url, `/goods?id=${soldOut.id}`)
  await goodsKept(page, soldOut.id)
  await open(page, proxy.url, '/address')
  await page.locator(`main a[href*="${address}"]`).first().waitFor()
  await shellKept(page)
  const out = await intoTunnel(page, proxy)
  await moveHere(page, proxy.url, address, 'Sidon')
  await addHere(page, proxy.url, soldOut)
  await meanwhile?.()
  await other.move(address, 'Beirut')
  await command(market, 'stock', String(soldOut.id), '0')
  await out()
  await page.locator('[role=status] a[href*="at=needs"]').waitFor()
  return { address, other, soldOut }
}

/** Simple products that are not used elsewhere: the last of so many. */
export const spareProducts = async (market: Market, wanted: number, after = 10): Promise<SimpleProduct[]> =>
  (await simpleProducts(market, wanted + after)).slice(after)
