import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Product } from '#contract/catalogue/schema.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import { SCHEMA } from '#contract/sync/schema.ts'
import type { Order } from '#contract/sync/schema-rows.ts'
import type { Market } from '../../support/servers/servers.ts'

export interface Person {
  email: string
  password: string
  username: string
}

let count = 0

/**
 * The newest code that the market mailed to an address: without a mail server every mail is a file under the data
 * folder.
 */
export async function mailedCode(market: Market, email: string): Promise<string> {
  const files = (await readdir(market.dataDir, { recursive: true, withFileTypes: true }))
    .filter((f) => f.isFile() && /mail/.test(f.parentPath))
    .map((f) => join(f.parentPath, f.name))
    .sort()
  for (const file of files.toReversed()) {
    const text = await readFile(file, 'utf8')
    if (text.includes(email)) {
      const code = /\b(\d{6})\b/.exec(text.slice(text.indexOf('\n\n')))?.[1]
      if (code) return code
    }
  }
  throw new Error(`no code was mailed to ${email}`)
}

/** Registers a new buyer over the API. Without `paying`, they have no fund password yet. */
export async function newPerson(market: Market, { paying = true } = {}): Promise<Person> {
  const person = {
    email: `buyer${++count}-${process.pid}@example.test`,
    password: 'a long enough one',
    username: `Buyer ${count}`,
  }
  const sent = await market.call(
    `/api/ems/send?email=${encodeURIComponent(person.email)}&event=register`,
    {},
    undefined,
    'GET',
  )
  if (sent.code !== 1) throw new Error(`no code could be sent: ${sent.msg}`)
  const registered = await market.call('/api/user/register', {
    ...person,
    code: await mailedCode(market, person.email),
  })
  if (registered.code !== 1) throw new Error(`registration failed: ${registered.msg}`)
  if (paying) await setFundPassword(market, person, (registered.data as { userinfo: { token: string } }).userinfo.token)
  return person
}

/** Makes a person's login password their fund password too. */
async function setFundPassword(market: Market, { email, password }: Person, token: string): Promise<void> {
  await market.call(`/api/ems/send?email=${encodeURIComponent(email)}&event=fund`, {}, undefined, 'GET')
  const proof = { login: password, code: await mailedCode(market, email) }
  const set = await market.call('/api/user/fund_password', { password, ...proof }, token)
  if (set.code !== 1) throw new Error(`no fund password could be set: ${set.msg}`)
}

/** Signs a person in over the API; resolves to the session's token. */
export async function sessionOf(market: Market, { email, password }: Person): Promise<string> {
  const { data } = await market.call('/api/user/login', { email, password })
  return (data as { userinfo: { token: string } }).userinfo.token
}

/** All of a person's rows at the server, read with a session of its own. */
export async function changesOf(market: Market, person: Person): Promise<Change[]> {
  const token = await sessionOf(market, person)
  const changes: Change[] = []
  for (let cursor = '0', more = true; more;) {
    const page = (await market.call(`/api/sync/pull?cursor=${cursor}&schema=${SCHEMA}`, {}, token, 'GET')).data as {
      cursor: string
      more: boolean
      changes: Change[]
    }
    changes.push(...page.changes)
    ;({ cursor, more } = page)
  }
  await market.call('/api/user/logout', {}, token)
  return changes
}

/** A person's orders at the server. */
export async function ordersOf(market: Market, person: Person): Promise<Order[]> {
  const orders = new Map<string, Order>()
  for (const change of await changesOf(market, person))
    if (change.table === 'orders') orders.set(change.key, change.row)
  return [...orders.values()]
}

/** The server's data about a person: pieces by product, and favourites that are on. */
export async function atTheShop(
  market: Market,
  person: Person,
): Promise<{ cart: Record<number, number>; favourites: number[] }> {
  const cart: Record<number, number> = {}
  const favourites = new Set<number>()
  for (const change of await changesOf(market, person)) {
    if (change.table === 'cartLines') {
      if (change.row.num > 0) cart[change.row.id] = change.row.num
      else delete cart[change.row.id]
    }
    if (change.table === 'favourites') {
      if (change.row.on) favourites.add(change.row.id)
      else favourites.delete(change.row.id)
    }
  }
  return { cart, favourites: [...favourites].sort((a, b) => a - b) }
}

export interface SimpleProduct {
  id: number
  title: string
  minimum: number
  multiple: number
  storeId: number
  currency: string
  price: number
}

/** Products that can be added with one press: in stock and without choices. */
export async function simpleProducts(market: Market, wanted: number): Promise<SimpleProduct[]> {
  const found: SimpleProduct[] = []
  for (let after: string | undefined; found.length < wanted;) {
    const page = (await market.call('/api/index/pro', after ? { after } : {})).data as {
      products: Product[]
      next: string | null
    }
    for (const p of page.products) {
      if (found.length === wanted || p.stock < p.minimum * 4) continue
      const info = (await market.call('/api/index/pro_info', { id: p.id })).data as { detail: { variants: unknown[] } }
      if (info.detail.variants.length === 0)
        found.push({
          id: p.id,
          title: p.title['en']!,
          minimum: p.minimum,
          multiple: p.multiple,
          storeId: p.storeId,
          currency: p.currency,
          price: p.ladder[0]!.price,
        })
    }
    if (!page.next && found.length < wanted) throw new Error('too few simple products in the catalogue')
    after = page.next ?? undefined
  }
  return found
}
