import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Network } from '#contract/coins/networks.ts'
import { owedParts } from '#contract/reserves/owed-parts.ts'
import type { ReserveProof } from '#contract/reserves/schema-operator.ts'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { operatorWith, type Operator } from '../../tests/support/market/operator.ts'
import { giveCoins } from '../../tests/support/market/orders.ts'
import { queueWithdrawal } from '../../tests/support/withdrawals/queued.ts'
import { coinIn as anyCoinIn } from '../../tests/support/withdrawals/reserves.ts'
import type { SimulatedChain } from '../chains/simulated.ts'
import { depositAddressFor } from '../deposits/addresses.ts'
import type { Deposits } from '../deposits/deposits.ts'
import { followChain } from '../deposits/follow.ts'
import { available, outside } from '../ledger/accounts.ts'
import { post } from '../ledger/ledger.ts'
import { operate } from '../operator/commands/operate.ts'
import { createReserves } from './reserves.ts'
import { lastProof } from './results.ts'

const NOW = 1_800_000_000_000
const HOUR_MS = 3_600_000
/** When nothing of the tests before was mailed of late. */
const LATER = NOW + 240 * HOUR_MS

let market: TestMarket
let operator: Operator
let uid: string
const logged = vi.spyOn(console, 'error')
const warned = vi.spyOn(console, 'warn')
beforeAll(async () => {
  market = await openTestMarket({ now: () => NOW })
  const terms = 'ethereum USDT 1 3; tron USDT 1 3; bitcoin BTC 0.0001 3'
  await operate(market.db, ['setting', 'deposit_terms', terms], NOW)
  operator = await operatorWith(market, ['money'], NOW)
  await follow()
})
afterAll(() => market.close())
beforeEach(async () => {
  logged.mockReset().mockImplementation(() => undefined)
  warned.mockReset().mockImplementation(() => undefined)
  ;({ uid } = await market.person())
})

const chain = (network: Network): SimulatedChain => market.deposits.simulatedOf(network)!
const follow = () => market.deposits.follow(NOW)
const reserves = (deposits: Pick<Deposits, 'chainOf' | 'payingOf'> = market.deposits) =>
  createReserves(market.db, deposits, 0)
const prove = (now = NOW): Promise<ReserveProof> => reserves().prove(now)
const mined = async (network: Network, blocks: number): Promise<void> => {
  await chain(network).mine(blocks)
  await follow()
}
const send = async (network: Network, amount: bigint, coin: 'USDT' | 'BTC' = 'USDT'): Promise<string> =>
  chain(network).send([{ to: await depositAddressFor(market.db, chain(network), uid), coin, amount }])
const deposit = async (network: Network, amount: bigint, coin?: 'USDT' | 'BTC'): Promise<string> => {
  const txid = await send(network, amount, coin)
  await mined(network, 3)
  return txid
}
const move = (from: string, to: string, amount: bigint, asset: 'tUSDT' | 'tBTC' = 'tUSDT') =>
  market.db.transaction().execute((tx) =>
    post(tx, `test ${from} ${to} ${amount}`, [
      { account: from, asset, amount: -amount },
      { account: to, asset, amount },
    ]),
  )
/** Takes a transfer out of its chain behind the market's back, or puts it back. */
const steal = (txid: string, dropped = true) =>
  sql`update simulated_transfers set dropped = ${dropped}::boolean where txid = ${txid}`.execute(market.db)

const coinIn = (proof: ReserveProof, asset = 'tUSDT') => anyCoinIn(proof, asset)
const numbers = ['held', 'owed', ...owedParts] as const
/** The changes of a coin's figures by an act, and its state afterwards. */
async function changes(act: () => Promise<unknown>, asset = 'tUSDT') {
  const before = coinIn(await prove(), asset)
  await act()
  const after = coinIn(await prove(), asset)
  const differences = numbers.map((name) => [name, BigInt(after[name] ?? 0) - BigInt(before[name] ?? 0)] as const)
  return { state: after.state, ...Object.fromEntries(differences.filter(([, units]) => units !== 0n)) }
}
/** The state of a coin, and the units that it lacks. */
const lack = async (now = NOW, asset = 'tUSDT') => {
  const { held, owed, state } = coinIn(await prove(now), asset)
  return [state, held === null ? null : BigInt(owed) - BigInt(held)]
}

describe('a proof of reserves', () => {
  it('adds up what two networks hold of a coin, and what people are owed of it', async () => {
    const both = async () => {
      await deposit('ethereum', 5_000_000n)
      await deposit('tron', 3_000_000n)
    }
    expect(await changes(both)).toEqual({ state: 'enough', held: 8_000_000n, owed: 8_000_000n, people: 8_000_000n })
    const { networks } = coinIn(await prove())
    expect(networks.map(({ network, deposits }) => [network, deposits])).toEqual([
      ['ethereum', '5000000'],
      ['tron', '3000000'],
    ])
    expect(networks[0]!.height).toBe((await chain('ethereum').head()).height)
    expect(logged).not.toHaveBeenCalled()
  })

  it('leaves out test money that was granted', async () => {
    const grant = () => giveCoins(market.db, uid, 'tUSDT', 70_000_000n)
    expect(await changes(grant)).toEqual({ state: 'enough', people: 70_000_000n, granted: -70_000_000n })
  })

  it('counts the money of orders, stores and withdrawals', async () => {
    await deposit('tron', 9_000_000n)
    const spend = async () => {
      await move(available(uid), 'escrow:an-order', 4_000_000n)
      await move(available(uid), 'store:1:available', 2_000_000n)
      await move(available(uid), 'withdrawal:of-somebody', 1_000_000n)
    }
    expect(await changes(spend)).toEqual({
      ...{ state: 'enough', people: -7_000_000n, orders: 4_000_000n, stores: 2_000_000n, withdrawals: 1_000_000n },
    })
  })

  it('counts what has arrived and is not credited: unconfirmed, too little, or of a deleted account', async () => {
    const arrive = (amount: bigint, blocks: number) => async () => {
      await send('tron', amount)
      await mined('tron', blocks)
    }
    const waits = { state: 'enough', held: 6_000_000n, owed: 6_000_000n, arrived: 6_000_000n }
    expect(await changes(arrive(6_000_000n, 1))).toEqual(waits)
    await mined('tron', 3)
    const small = { state: 'enough', held: 400_000n, owed: 400_000n, arrived: 400_000n }
    expect(await changes(arrive(400_000n, 4))).toEqual(small)
    await sql`update users set deleted_at = now() where id = ${uid}::uuid`.execute(market.db)
    const late = { state: 'enough', held: 2_000_000n, owed: 2_000_000n, arrived: 2_000_000n }
    expect(await changes(arrive(2_000_000n, 4))).toEqual(late)
  })

  it('does not count what waits for its first block', async () => {
    const wait = async () => {
      await send('tron', 6_000_000n)
      await follow()
    }
    expect(await changes(wait)).toEqual({ state: 'enough' })
    await mined('tron', 3)
  })

  it('still counts deposits whose transfers the simulated chain has forgotten', async () => {
    await deposit('tron', 5_000_000n)
    const forget = async () => {
      for (let n = 0; n < 4; n++) await mined('tron', 80)
    }
    expect(await changes(forget)).toEqual({ state: 'enough' })
    const { rows } = await sql`select from simulated_past where network = 'tron'`.execute(market.db)
    expect(rows.length).toBeGreaterThan(0)
  })
})

describe('a payment', () => {
  const queue = (amount: string) =>
    queueWithdrawal(market.db, chain('bitcoin'), {
      ...{ uid, now: NOW },
      more: { network: 'bitcoin', asset: 'tBTC', address: 'test-bitcoin-00112233445566778899', amount, fee: '2000' },
    })

  it('raises no alarm from its signature to its confirmation', async () => {
    await deposit('bitcoin', 500_000n, 'BTC')
    await queue('100000')
    await follow()
    expect(await lack(NOW, 'tBTC')).toEqual(['enough', 0n])
    // In a followed block, and the book has heard nothing of it.
    await chain('bitcoin').mine()
    await followChain(market.db, chain('bitcoin'))
    const out = coinIn(await prove(), 'tBTC')
    expect([out.state, out.withdrawals, out.paid]).toEqual(['enough', '100000', '-100000'])
    await mined('bitcoin', 2)
    // The fee is the market's own.
    expect(await lack(NOW, 'tBTC')).toEqual(['enough', -2_000n])
    expect(logged).not.toHaveBeenCalled()
  })

  it('is owed again where a reorganisation takes it back after the book let it go', async () => {
    await deposit('bitcoin', 500_000n, 'BTC')
    const id = await queue('300000')
    await follow()
    await mined('bitcoin', 3)
    const row = () => market.db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const { state, txid } = await row()
    expect(state).toBe('done')
    const takeBack = async () => {
      await chain('bitcoin').reorganise(3, [txid!])
      await followChain(market.db, chain('bitcoin'))
    }
    expect(await changes(takeBack, 'tBTC')).toEqual({ state: 'enough', held: 298_000n, owed: 298_000n, paid: 298_000n })
    // It is looked up for three days.
    const paid = async (now: number) => BigInt(coinIn(await prove(now), 'tBTC').paid)
    expect((await paid(NOW + 72 * HOUR_MS - 1)) - (await paid(NOW + 72 * HOUR_MS))).toBe(298_000n)
    await follow()
    await mined('bitcoin', 3)
  })
})

describe('a reorganisation', () => {
  it('that takes a deposit back is not known until the book has followed, and then costs what was spent', async () => {
    const before = BigInt(coinIn(await prove()).arrived)
    const txid = await deposit('ethereum', 5_000_000n)
    await move(available(uid), 'store:1:available', 2_000_000n)
    await chain('ethereum').reorganise(3, [txid])
    await followChain(market.db, chain('ethereum'))
    expect(coinIn(await prove()).state).toBe('unknown')
    expect(logged).not.toHaveBeenCalled()
    await follow()
    expect(await lack()).toEqual(['short', 2_000_000n])
    // It returns, and the part that was spent is in the book already.
    await steal(txid, false)
    await mined('ethereum', 1)
    const back = coinIn(await prove())
    expect([back.state, BigInt(back.arrived) - before]).toEqual(['enough', 3_000_000n])
    expect(BigInt(back.owed)).toBe(BigInt(back.held!))
    await mined('ethereum', 3)
  })

  it('or a new block during a proof has it tried again', async () => {
    const tron = chain('tron')
    let asked = 0
    const holds: SimulatedChain['holds'] = async (...input) => (asked++ === 0 ? undefined : tron.holds(...input))
    const chainOf = (network: Network) => (network === 'tron' ? { ...tron, holds } : chain(network))
    const proof = await reserves({ ...market.deposits, chainOf }).prove(NOW)
    expect([coinIn(proof).state, warned.mock.calls]).toEqual(['enough', []])
  })
})

describe('an alarm', () => {
  it('is raised where coins are gone: in the log, by mail once a day, and on the desk', async () => {
    const txid = await deposit('ethereum', 7_000_000n)
    await sql`delete from mails`.execute(market.db)
    await steal(txid)
    expect(await lack(LATER)).toEqual(['short', 7_000_000n])
    expect(logged.mock.calls.flat().join()).toContain('7.00 tUSDT is missing')
    await prove(LATER + HOUR_MS)
    const mails = () => market.db.selectFrom('mails').select(['address', 'body']).orderBy('id').execute()
    expect(await mails()).toEqual([{ address: operator.email, body: expect.stringContaining('7.00 tUSDT is missing') }])
    await prove(LATER + 24 * HOUR_MS)
    expect(await mails()).toHaveLength(2)
    const shown = await operator.ask('reserves')
    expect(shown.data).toMatchObject({ proof: { at: LATER + 24 * HOUR_MS }, busy: false })
    expect((shown.data as { alarms: ReserveProof[] }).alarms.filter(({ at }) => at >= LATER)).toHaveLength(3)
    const { exit, text } = await operate(market.db, ['reserves'], NOW)
    expect([exit, text]).toEqual([1, expect.stringContaining('tUSDT: short')])
    await steal(txid, false)
    expect((await operator.ask('reserves', { check: true })).data).toMatchObject({ proof: { at: NOW } })
    expect(await operate(market.db, ['reserves', 'check'], NOW, market)).toMatchObject({ exit: 0 })
  })

  it('is not raised, nor taken for an all-clear, where a node does not answer', async () => {
    const txid = await deposit('tron', 2_000_000n)
    await prove(NOW)
    await steal(txid)
    const away = async () => Promise.reject(new Error('connection refused'))
    const chainOf = (network: Network) => ({ ...chain(network), ...(network === 'tron' && { holds: away }) })
    const half = reserves({ ...market.deposits, chainOf })
    const proof = await half.prove(NOW + 5 * HOUR_MS)
    expect(coinIn(proof)).toMatchObject({ state: 'unknown', held: null, knownAt: NOW })
    expect(coinIn(proof).networks.map(({ network, height }) => [network, height === null])).toEqual([
      ['ethereum', false],
      ['tron', true],
    ])
    expect(coinIn(proof, 'tBTC')).toMatchObject({ state: 'enough', knownAt: NOW + 5 * HOUR_MS })
    expect(logged).not.toHaveBeenCalled()
    expect(await operate(market.db, ['reserves'], NOW)).toMatchObject({
      exit: 1,
      text: expect.stringContaining('tUSDT: unknown since'),
    })
    // It is due again at once, and not before a day has passed once all is known.
    await steal(txid, false)
    await reserves().proveIfDue(NOW + 6 * HOUR_MS)
    await reserves().proveIfDue(NOW + 7 * HOUR_MS)
    expect(await lastProof(market.db)).toMatchObject({ at: NOW + 6 * HOUR_MS })
    await reserves().proveIfDue(NOW + 30 * HOUR_MS)
    expect(await lastProof(market.db)).toMatchObject({ at: NOW + 30 * HOUR_MS })
  })

  it('counts an address once that is a deposit address and a reserve', async () => {
    await deposit('tron', 2_000_000n)
    const own = [...chain('tron').own, await depositAddressFor(market.db, chain('tron'), uid)]
    const chainOf = (network: Network) => ({ ...chain(network), ...(network === 'tron' && { own }) })
    const { held } = coinIn(await prove())
    expect(coinIn(await reserves({ ...market.deposits, chainOf }).prove(NOW)).held).toBe(held)
  })

  it('is raised where the book says other than the deposits and withdrawals', async () => {
    expect((await prove()).faults).toEqual([])
    await move(outside('tron'), available(uid), 1_500_000n)
    const { faults } = await prove()
    const records = String(BigInt(faults[0]!.book) - 1_500_000n)
    expect(faults).toEqual([{ network: 'tron', asset: 'tUSDT', book: expect.any(String), records }])
    expect(logged.mock.calls.flat().join()).toContain('Tron')
  })
})
