import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountPostings, holdings } from '#localdb/queries/wallet.ts'
import { withdrawalItems } from '#localdb/queries/withdrawals.ts'
import type { Readers } from '#localdb/read.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { buyOf, saleOn } from '../../support/people/bought.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { makeShop, unsound, type TestShop } from '../../support/market/orders.ts'
import { giveFactor } from '../../support/market/second-factor.ts'
import { does, look, meet, offline, staffPhone, type StaffPhone } from '../../support/people/staff-phone.ts'
import { TO } from '../../support/withdrawals/withdrawals.ts'
import { endDevices } from '../../support/device/world.ts'

// A store's money on the phones of its members: earned, verified without a network, withdrawn and refunded.

const DAY = 86_400_000

let market: TestMarket
let store: TestShop
let owner: StaffPhone
let staff: StaffPhone
let codes: string[]
let clock = 0
const now = () => Date.now() + clock
beforeAll(async () => {
  market = await openTestMarket({ now, anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
  await operate(market.db, ['setting', 'deposit_terms', 'tron USDT 5 3'], Date.now())
})
afterAll(async () => {
  await endDevices()
  await market.close()
})
beforeEach(async () => {
  store = await makeShop(market.db, [{ stock: 500 }, { stock: 500 }])
  owner = await staffPhone(market, store, 'owner')
  staff = await staffPhone(market, store, 'staff')
  codes = await giveFactor(market.db, owner.person, now() - 2 * DAY)
})

/** A paid order of 25.00 that was shipped and has arrived. */
async function receivedNow() {
  const bought = await buyOf(market, store, [owner, staff])
  const lines = store.ids.map((id, n) => ({ id, variantId: 0, num: 3 - n }))
  await does(owner, 'sale.ship', { id: bought.id, parcel: 1, lines, carrier: 'DHL', tracking: '1' })
  await meet(owner)
  expect((await market.call('/api/order/receive', { id: bought.id }, bought.token)).code).toBe(1)
  for (const phone of [owner, staff]) {
    await expect.poll(async () => (await saleOn(phone, bought.id))?.stage).toBe('received')
    await expect.poll(async () => (await shown(phone)).held?.claimable).toBe(25_000_000n)
  }
  return bought
}

/** The same, of which nobody can claim anything back any more. */
async function sold() {
  const bought = await receivedNow()
  expect(await withdraw(owner)).toMatchObject({
    refusal: { reason: 'withdrawalClaimable', params: { free: '0.00 USDT' } },
  })
  clock += 8 * DAY
  return bought
}

/** The reasons for which the server refused changes of a phone. */
const refusedOn = (p: StaffPhone) =>
  look(p, async (db) => (await db.outbox.where('state').equals('rejected').toArray()).map((row) => row.last?.reason))

const shown = (p: StaffPhone) =>
  look(p, async (user) => {
    const readers = { user } as unknown as Readers
    const [held] = await holdings(readers, now())
    const moves = (await accountPostings(readers)).map(({ movement, amount, order }) => [
      movement,
      amount,
      order?.number,
    ])
    const withdrawals = (await withdrawalItems(readers)).map(({ state, by }) => [state, by])
    return { held, moves, withdrawals }
  })
const withdraw = (p: StaffPhone, id: string = randomUUID()) =>
  p.tab.call(
    'withdraw.ask',
    {
      ...{ id, network: 'tron', asset: 'tUSDT', address: TO, amount: '20000000', fee: '1500000' },
      ...{ password: p.person.password, factor: codes.pop() },
    },
    p.desk,
  )
const check = async (p: StaffPhone) => {
  const answer = await p.tab.call('wallet.check', { store: store.shopId }, p.desk)
  if (answer.kind !== 'accepted') throw new Error(answer.kind)
  return answer.data
}

describe(`a store's money on its members' phones (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('is held while an order is under way, also in the eyes of its staff, without a network', async () => {
    await buyOf(market, store, [owner, staff])
    offline(staff, true)
    expect((await shown(staff)).held).toEqual({
      asset: 'tUSDT',
      available: 0n,
      held: 25_000_000n,
      unconfirmed: 0n,
      claimable: 0n,
      leaving: 0n,
    })
    await meet(staff)
  })

  it('is withdrawn at the desk, sent, and verified without a network', async () => {
    await sold()
    const { moves } = await shown(owner)
    expect(moves).toEqual([['earned', '25000000', expect.stringMatching(/^\S+$/)]])
    const id = randomUUID()
    owner.device.network.faults.loseFirstOf.add('/api/withdraw/ask')
    expect((await withdraw(owner, id)).kind).toBe('unreachable')
    expect((await withdraw(owner, id)).kind).toBe('accepted')
    await expect.poll(async () => (await shown(owner)).held).toMatchObject({ available: 5_000_000n, held: 20_000_000n })
    await expect.poll(async () => (await shown(staff)).withdrawals).toEqual([['waiting', owner.person.uid]])
    clock += DAY
    await market.deposits.follow(now())
    for (let n = 0; n < 4; n++) {
      await market.deposits.simulatedOf('tron')!.mine()
      await market.deposits.follow(now())
    }
    for (const phone of [owner, staff]) {
      await expect.poll(async () => (await shown(phone)).withdrawals).toEqual([['done', owner.person.uid]])
      expect((await shown(phone)).held).toMatchObject({ available: 5_000_000n, held: 0n })
      expect(await check(phone)).toMatchObject({ verdict: 'right', postings: 2, offline: false })
      offline(phone, true)
      expect(await check(phone)).toMatchObject({ verdict: 'right', postings: 2, offline: true })
      offline(phone, false)
    }
    expect(await unsound(market.db)).toEqual([])
  })

  it('is cancelled at the desk, and all of it is back', async () => {
    await sold()
    const id = randomUUID()
    expect((await withdraw(owner, id)).kind).toBe('accepted')
    expect(await staff.tab.call('withdraw.cancel', { id }, staff.desk)).toMatchObject({
      refusal: { reason: 'ownerOnly' },
    })
    expect((await owner.tab.call('withdraw.cancel', { id }, owner.desk)).kind).toBe('accepted')
    expect((await shown(owner)).held).toMatchObject({ available: 25_000_000n, held: 0n })
    expect((await shown(owner)).moves.map(([movement]) => movement)).toEqual(['notWithdrawn', 'withdrawn', 'earned'])
  })

  it('that is taken out can be given back to no buyer', async () => {
    const { id } = await sold()
    expect((await withdraw(owner)).kind).toBe('accepted')
    await does(owner, 'sale.refundPart', { id, parcel: 1, refund: 1, amount: 1_000, words: 'Late' })
    await expect.poll(() => refusedOn(owner)).toEqual(['insufficientBalance'])
    expect(await unsound(market.db)).toEqual([])
  })

  it('that other buyers may still claim back is not given back for a parcel that nobody can', async () => {
    const { id } = await sold()
    expect((await withdraw(owner)).kind).toBe('accepted')
    await receivedNow()
    // 5.00 are left of the first, and 25.00 of the second, which its buyer may claim.
    const refund = (of: string, amount: number, n = 1) =>
      does(owner, 'sale.refundPart', { id: of, parcel: 1, refund: n, amount, words: 'Late' })
    await refund(id, 1_000)
    await expect.poll(() => refusedOn(owner)).toEqual(['insufficientBalance'])
    await refund(id, 500)
    await meet(owner)
    // The phone that gave it back has the store's posting with the answer.
    expect((await shown(owner)).moves[0]!.slice(0, 2)).toEqual(['refunded', '-5000000'])
    offline(owner, true)
    expect((await shown(owner)).held).toMatchObject({ available: 0n, claimable: 25_000_000n })
    offline(owner, false)
    expect(await check(owner)).toMatchObject({ verdict: 'right' })
    expect(await unsound(market.db)).toEqual([])
  })

  it('is wrong where somebody changed the market’s book', async () => {
    await sold()
    expect(await check(owner)).toMatchObject({ verdict: 'right' })
    await market.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`update ledger_postings set amount = amount + 1, balance = balance + 1
        where account = ${`store:${store.shopId}:available`}`.execute(tx)
    })
    expect(await check(owner)).toMatchObject({ verdict: 'wrong' })
  })
})
