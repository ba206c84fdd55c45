import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountPostings, holdings } from '#localdb/queries/wallet.ts'
import { withdrawalItems } from '#localdb/queries/withdrawals.ts'
import type { Readers } from '#localdb/read.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { newBuyer, online, settled, type Buyer } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { unsound } from '../../support/market/orders.ts'
import { until } from '../../support/device/world.ts'

// Withdrawing, from the device over the server's chain and back: what is held, what has left, and what came back.

const HOUR = 3_600_000
const TO = 'test-tron-00112233445566778899'

let market: TestMarket
let clock = 0
const now = () => Date.now() + clock
beforeAll(async () => {
  market = await openTestMarket({ now })
  await operate(market.db, ['setting', 'deposit_terms', 'tron USDT 5 3'], Date.now())
})
afterAll(() => market.close())

const chain = () => market.deposits.simulatedOf('tron')!

async function shown({ device, person }: Buyer) {
  const user = await device.userDb(person.uid)
  try {
    const readers = { user } as unknown as Readers
    const [held] = await holdings(readers)
    const moves = (await accountPostings(readers)).map(({ movement, amount }) => [movement, amount])
    const withdrawals = (await withdrawalItems(readers)).map(({ state, confirmations }) => [state, confirmations])
    return { held, moves, withdrawals }
  } finally {
    user.close()
  }
}
const withdraw = (b: Buyer, id = randomUUID()) =>
  b.tab.call('withdraw.ask', {
    ...{ id, network: 'tron', asset: 'tUSDT', address: TO, amount: '100000000', fee: '1500000' },
    password: b.person.password,
  })
/** Makes blocks, each followed, and has the device hear of it. */
async function mined(b: Buyer, count: number): Promise<void> {
  await market.deposits.follow(now())
  for (let n = 0; n < count; n++) {
    await chain().mine()
    await market.deposits.follow(now())
  }
  await b.tab.call('shop.reach', {})
}

describe(`withdrawing (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('is on the device at once, waits for its new address, is sent, confirmed and verified', async () => {
    const b = await newBuyer(market)
    expect((await withdraw(b)).kind).toBe('accepted')
    b.device.network.faults.offline = true
    expect(await shown(b)).toMatchObject({
      held: { available: 9_900_000_000n, held: 100_000_000n },
      withdrawals: [['waiting', 0]],
    })
    expect((await shown(b)).moves[0]).toEqual(['withdrawn', '-100000000'])
    await online(b)
    clock += 24 * HOUR
    await mined(b, 1)
    await until('it is sent', async () => (await shown(b)).withdrawals[0]![0] === 'sent')
    await mined(b, 3)
    await until('it is confirmed', async () => (await shown(b)).withdrawals[0]![0] === 'done')
    expect(await shown(b)).toMatchObject({ held: { available: 9_900_000_000n, held: 0n }, withdrawals: [['done', 3]] })
    const check = await b.tab.call('wallet.check', {})
    expect(check).toMatchObject({ kind: 'accepted', data: { verdict: 'right' } })
    expect(await unsound(market.db)).toEqual([])
    await b.device.end()
  })

  it('is asked for once, however often an answer is lost; cancelled, all of it is back', async () => {
    const b = await newBuyer(market)
    const id = randomUUID()
    b.device.network.faults.loseFirstOf.add('/api/withdraw/ask')
    expect((await withdraw(b, id)).kind).toBe('unreachable')
    expect((await withdraw(b, id)).kind).toBe('accepted')
    await until('the device has it', async () => (await shown(b)).withdrawals.length === 1)
    await until('and what it holds', async () => (await shown(b)).held?.available === 9_900_000_000n)
    expect((await b.tab.call('withdraw.cancel', { id })).kind).toBe('accepted')
    expect(await shown(b)).toMatchObject({
      held: { available: 10_000_000_000n, held: 0n },
      withdrawals: [['cancelled', 0]],
    })
    expect((await shown(b)).moves.slice(0, 2)).toEqual([
      ['notWithdrawn', '100000000'],
      ['withdrawn', '-100000000'],
    ])
    expect(await unsound(market.db)).toEqual([])
    await b.device.end()
  })

  it('cancelled on one device is cancelled on the other, and not sent', async () => {
    const b = await newBuyer(market)
    await withdraw(b)
    const id = (
      await b.device.userDb(b.person.uid).then(async (db) => {
        const [row] = await db.withdrawals.toArray()
        db.close()
        return row!
      })
    ).key
    const token = await market.login(b.person)
    expect((await market.call('/api/withdraw/cancel', { id }, token)).code).toBe(1)
    await b.tab.call('shop.reach', {})
    await until('the device hears of it', async () => (await shown(b)).withdrawals[0]![0] === 'cancelled')
    clock += 25 * HOUR
    await mined(b, 4)
    expect((await shown(b)).withdrawals).toEqual([['cancelled', 0]])
    await settled(b)
    await b.device.end()
  })
})
