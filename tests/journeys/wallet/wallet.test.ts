import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdings } from '#localdb/queries/wallet.ts'
import type { Readers } from '#localdb/read.ts'
import type { BookVerdict } from '#worker/api/verdict.ts'
import { newBuyer, online, orderInTunnel, settled, type Buyer } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { act, until } from '../../support/device/world.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

/** Money of 10,000.00, and an order of 20.00 paid, another of 25.00 not. */
async function paid(): Promise<Buyer> {
  const b = await newBuyer(market)
  const { ids } = await orderInTunnel(b)
  await online(b)
  await settled(b)
  expect((await b.tab.call('order.pay', { ids: ids.slice(0, 1), password: b.person.password })).kind).toBe('accepted')
  await b.tab.call('shop.reach', {})
  await until('its postings are here', async () => (await held(b))[0]?.available === 9_980_000_000n)
  return b
}

async function held({ device, person }: Buyer) {
  const user = await device.userDb(person.uid)
  try {
    return await holdings({ user } as unknown as Readers)
  } finally {
    user.close()
  }
}

async function check({ tab }: Buyer): Promise<BookVerdict> {
  const answer = await tab.call('wallet.check', {})
  if (answer.kind !== 'accepted') throw new Error(answer.kind)
  return answer.data
}

/** Changes rows of the book, which no market does. */
const change = (statement: string) =>
  market.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statement).execute(tx)
  })
const of = ({ person }: Buyer): string => `account = 'user:${person.uid}:available'`

describe(`money on the device (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('is there without a network: what may be spent, and what is held for orders', async () => {
    const b = await paid()
    expect(await held(b)).toEqual([
      { asset: 'tUSDT', available: 9_980_000_000n, held: 20_000_000n, unconfirmed: 0n, claimable: 0n, leaving: 0n },
    ])
    await b.device.end()
  })

  it('is verified: all postings, up to what the market has signed, and later without a network', async () => {
    const b = await paid()
    b.device.network.faults.offline = true
    expect(await check(b)).toEqual({ verdict: 'unknown' })
    b.device.network.faults.offline = false
    expect(await check(b)).toMatchObject({ verdict: 'right', postings: 2, offline: false })
    b.device.network.faults.offline = true
    expect(await check(b)).toMatchObject({ verdict: 'right', postings: 2, offline: true })
    await b.device.end()
  })

  it('is whole after an act of this device that moved money: its answer brings the posting', async () => {
    const b = await paid()
    const [order] = await market.db
      .selectFrom('orders')
      .select('id')
      .where('user_id', '=', b.person.uid)
      .where('state', '=', 'paid')
      .execute()
    await act(b.tab, 'order.cancel', { id: order!.id })
    await settled(b)
    expect(await held(b)).toEqual([
      { asset: 'tUSDT', available: 10_000_000_000n, held: 0n, unconfirmed: 0n, claimable: 0n, leaving: 0n },
    ])
    expect(await check(b)).toMatchObject({ verdict: 'right', postings: 3, offline: false })
    b.device.network.faults.offline = true
    expect(await check(b)).toMatchObject({ verdict: 'right', postings: 3, offline: true })
    await b.device.end()
  })

  it('is unknown without a network while not all that was signed is here', async () => {
    const b = await paid()
    expect(await check(b)).toMatchObject({ verdict: 'right' })
    b.device.network.faults.offline = true
    const db = await b.device.userDb(b.person.uid)
    // A pull that was on its way may bring it once more.
    await until('it is missing', async () => {
      await db.postings.delete('tUSDT:2')
      return (await check(b)).verdict !== 'right'
    })
    db.close()
    expect(await check(b)).toEqual({ verdict: 'unknown' })
    await b.device.end()
  })

  it('is wrong where the market names less than is here', async () => {
    const b = await paid()
    await change(`delete from ledger_heads where ${of(b)}`)
    expect(await check(b)).toEqual({ verdict: 'wrong', fault: { what: 'back', asset: 'tUSDT', seq: 0 } })
    await b.device.end()
  })

  it('is checked again once a restored market has been taken over', async () => {
    const b = await paid()
    expect(await check(b)).toMatchObject({ verdict: 'right' })
    await change(`update feed_stamps set stamp = stamp + 1 where user_id = '${b.person.uid}'`)
    await change(`update feeds set stamp = stamp + 1 where user_id = '${b.person.uid}'`)
    expect(await check(b)).toEqual({ verdict: 'restored' })
    await b.tab.call('shop.reach', {})
    await until('it is taken over', async () => (await check(b)).verdict === 'right')
    await b.device.end()
  })

  it('falls as soon as a payment is answered', async () => {
    const b = await paid()
    const left = await market.db
      .selectFrom('orders')
      .select('id')
      .where('user_id', '=', b.person.uid)
      .where('state', '=', 'unpaid')
      .executeTakeFirstOrThrow()
    // The feed cannot bring it.
    const { fetch } = b.device.network
    b.device.network.fetch = (url, init) =>
      url.includes('/api/sync/') ? Promise.reject(new TypeError('no network')) : fetch.call(b.device.network, url, init)
    expect((await b.tab.call('order.pay', { ids: [left.id], password: b.person.password })).kind).toBe('accepted')
    expect(await held(b)).toEqual([
      { asset: 'tUSDT', available: 9_955_000_000n, held: 45_000_000n, unconfirmed: 0n, claimable: 0n, leaving: 0n },
    ])
    await b.device.end()
  })

  it('is not reported as correct when the market does not answer', async () => {
    const b = await paid()
    expect(await check(b)).toMatchObject({ verdict: 'right' })
    const { fetch } = b.device.network
    b.device.network.fetch = async (url, init) =>
      url.includes('/api/wallet/') ? new Response('', { status: 503 }) : fetch.call(b.device.network, url, init)
    expect((await b.tab.call('wallet.check', {})).kind).not.toBe('accepted')
    await b.device.end()
  })

  it.each([
    ['an amount', 'update ledger_postings set amount = amount + 1, balance = balance + 1 where seq = 2 and'],
    ['a balance', 'update ledger_postings set balance = balance + 1 where seq = 1 and'],
    ['a link', `update ledger_postings set hash = sha256('x') where seq = 2 and`],
    ['a head', 'update ledger_heads set balance = balance + 1 where'],
  ])('%s that somebody changed in the market’s book is noticed', async (_what, statement) => {
    const b = await paid()
    expect(await check(b)).toMatchObject({ verdict: 'right' })
    await change(`${statement} ${of(b)}`)
    expect(await check(b)).toMatchObject({ verdict: 'wrong' })
    await b.device.end()
  })

  it('a book that goes back behind what was signed is noticed', async () => {
    const b = await paid()
    expect(await check(b)).toMatchObject({ verdict: 'right' })
    await change(`delete from ledger_postings where seq = 2 and ${of(b)}`)
    await change(`update ledger_heads h set seq = p.seq, balance = p.balance, hash = p.hash from ledger_postings p
      where p.account = h.account and p.asset = h.asset and p.seq = 1 and h.${of(b)}`)
    expect(await check(b)).toEqual({ verdict: 'wrong', fault: { what: 'back', asset: 'tUSDT', seq: 1 } })
    await b.device.end()
  })
})
