import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestAnswer, TestMarket, TestPerson } from '../../tests/support/market/market.ts'
import { openWithOperators, type Operator } from '../../tests/support/market/operator.ts'
import { giveCoins, giveMoney } from '../../tests/support/market/orders.ts'
import { giveFactor } from '../../tests/support/market/second-factor.ts'
import {
  reasonOf,
  sendFirst,
  stateOf,
  TO,
  withdrawalIn,
  withdrawing,
} from '../../tests/support/withdrawals/withdrawals.ts'
import { available } from '../ledger/accounts.ts'
import { balance } from '../ledger/ledger.ts'
import { operate } from '../operator/commands/operate.ts'

const HOUR = 3_600_000

let market: TestMarket
let at = Date.now()
let person: TestPerson
let token: string
let operators: [Operator, Operator]
beforeAll(async () => {
  ;({ market, operators } = await openWithOperators(() => at))
})
afterAll(() => market.close())
beforeEach(async () => {
  person = await market.person()
  token = await market.login(person)
  await giveMoney(market.db, person.uid, 2_000_000)
})

const ask = (more: object = {}): Promise<TestAnswer> =>
  market.call('/api/withdraw/ask', withdrawing(person, more), token)
const has = () => balance(market.db, available(person.uid), 'tUSDT')
const follow = () => market.deposits.follow(at)
const used = () => sendFirst(market, ask, at)

describe('operators', () => {
  const asked = async (operator: Operator) =>
    (await operator.ask('withdrawals', { find: person.email })).data as {
      withdrawals: { id: string; approvals: number }[]
    }
  /** Gives the person a second factor; resolves to its recovery codes. */
  async function withFactor(): Promise<string[]> {
    const codes = await giveFactor(market.db, person, at)
    at += 25 * HOUR
    return codes
  }

  it('agree to a large sum before it is sent, with the withdrawals of the day counted together', async () => {
    await used()
    const codes = await withFactor()
    await ask({ amount: '600000000', factor: codes[0] })
    const second = withdrawalIn(await ask({ amount: '600000000', factor: codes[1] }))
    expect(second.state).toBe('review')
    expect(await asked(operators[0])).toMatchObject({
      withdrawals: [{ id: second.id, email: person.email, approvals: 1, approved: false, address: TO }],
    })
    await follow()
    expect(await stateOf(market, second.id)).toBe('review')
    expect((await operators[0].ask('decideWithdrawal', { id: second.id, agree: true })).data).toEqual({
      became: 'done',
    })
    expect(reasonOf(await operators[0].ask('decideWithdrawal', { id: second.id, agree: true }))).toBe('withdrawalMoved')
    await follow()
    expect(await stateOf(market, second.id)).toBe('sent')
  })

  it('are two for the largest sums, and the second one sees what it is', async () => {
    const codes = await withFactor()
    const { id } = withdrawalIn(await ask({ amount: '10000010000', factor: codes[0] }))
    expect((await asked(operators[0])).withdrawals).toMatchObject([{ id, approvals: 2 }])
    const [first, second] = operators
    expect((await first.ask('decideWithdrawal', { id, agree: true })).data).toEqual({ became: 'waits' })
    const [act] = await second.waiting()
    expect(act!.about).toEqual({
      whom: person.email,
      withdrawal: { asset: 'tUSDT', amount: '10000010000', fee: '1500000', network: 'tron', address: TO },
    })
    expect(reasonOf(await first.ask('decide', { id: act!.id, agree: true }))).toBe('noRight')
    expect(reasonOf(await second.ask('decide', { id: act!.id, agree: true }))).toBe('accepted')
    // Agreed to, it still waits for its new address.
    expect(await stateOf(market, id)).toBe('waiting')
    at += 24 * HOUR
    await follow()
    expect(await stateOf(market, id)).toBe('sent')
  })

  it('refuse with a reason that the person reads, and the amount is back', async () => {
    const codes = await withFactor()
    const waiting = async () =>
      ((await operators[0].ask('counts')).data as { counts: { what: string; count: number }[] }).counts.find(
        ({ what }) => what === 'withdrawals',
      )!.count
    const before = await waiting()
    const { id } = withdrawalIn(await ask({ amount: '2000000000', factor: codes[0] }))
    expect(await waiting()).toBe(before + 1)
    expect(reasonOf(await operators[0].ask('decideWithdrawal', { id, agree: false, reason: ' ' }))).toBe('invalid')
    await operators[0].ask('decideWithdrawal', { id, agree: false, reason: 'Call us first.' })
    const row = await market.db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect([row.state, row.reason, await has()]).toEqual(['refused', 'Call us first.', 20_000_000_000n])
    expect(await waiting()).toBe(before)
    const entry = await market.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ what: 'withdrawal.refuse', by_user: operators[0].uid, subject: `withdrawal:${id}` })
  })

  it('decide nothing about their own, neither as the first nor as the second one', async () => {
    const [first, second] = operators
    await giveCoins(market.db, first.uid, 'tUSDT', 30_000_000_000n)
    const codes = await giveFactor(market.db, first, at)
    at += 25 * HOUR
    const own = async (amount: string, factor: string | undefined) =>
      withdrawalIn(await market.call('/api/withdraw/ask', withdrawing(first, { amount, factor }), first.token))
    const { id } = await own('2000000000', codes[0])
    expect(reasonOf(await first.ask('decideWithdrawal', { id, agree: true }))).toBe('operatorSays')
    expect((await second.ask('decideWithdrawal', { id, agree: true })).data).toEqual({ became: 'done' })
    // The largest sums take two others; here is one, who may do it alone after a while.
    const large = await own('20000000000', codes[1])
    const asked = await second.ask('decideWithdrawal', { id: large.id, agree: true })
    expect(asked.data).toMatchObject({ became: 'waits', aloneFrom: at + 24 * HOUR })
    expect(await first.waiting()).toEqual([])
    const [act] = await second.waiting()
    expect(reasonOf(await first.ask('decide', { id: act!.id, agree: true }))).toBe('noRight')
    at += 24 * HOUR
    expect(reasonOf(await second.ask('decide', { id: act!.id, agree: true }))).toBe('accepted')
  })

  it('are two where a coin has no current rate', async () => {
    const codes = await withFactor()
    await market.db.updateTable('exchange_rates').set({ stopped: true }).where('currency', '=', 'USDT').execute()
    const { id } = withdrawalIn(await ask({ factor: codes[0] }))
    await market.db.updateTable('exchange_rates').set({ stopped: false }).where('currency', '=', 'USDT').execute()
    expect((await asked(operators[0])).withdrawals).toMatchObject([{ id, approvals: 2 }])
  })

  it('look first where somebody is suspended', async () => {
    await market.db.updateTable('users').set({ suspended_for: 'a reason' }).where('id', '=', person.uid).execute()
    const { id } = withdrawalIn(await ask())
    expect((await asked(operators[0])).withdrawals).toMatchObject([{ id, approvals: 1, why: 'suspended' }])
  })

  it('end what a wrong answer of the signer has begun: one has it asked again, two give the amount back', async () => {
    const [first, second] = operators
    await used()
    const { id } = withdrawalIn(await ask())
    const alarm = () =>
      market.db
        .updateTable('withdrawals')
        .set({ state: 'queued', why: 'signerAlarm', signing: id })
        .where('id', '=', id)
        .execute()
    await alarm()
    expect((await asked(first)).withdrawals).toMatchObject([{ id, state: 'queued', why: 'signerAlarm' }])
    // The device may not have seen the alarm.
    expect(reasonOf(await first.ask('decideWithdrawal', { id, agree: true, why: null }))).toBe('withdrawalMoved')
    const again = { id, agree: true, why: 'signerAlarm' }
    expect((await first.ask('decideWithdrawal', again)).data).toEqual({ became: 'done' })
    const row = await market.db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect([row.state, row.why]).toEqual(['queued', null])
    await alarm()
    const held = await has()
    const back = { id, agree: false, reason: 'Ask us for another one.' }
    expect((await first.ask('decideWithdrawal', back)).data).toEqual({ became: 'waits' })
    await follow()
    expect([await stateOf(market, id), await has()]).toEqual(['queued', held])
    const [act] = await second.waiting()
    expect(reasonOf(await second.ask('decide', { id: act!.id, agree: true }))).toBe('accepted')
    await follow()
    expect([await stateOf(market, id), await has()]).toEqual(['refused', held + BigInt(row.amount)])
  })

  it('decide from a command line, too, and set the limits', async () => {
    await operate(market.db, ['withdrawOne', '10'], at)
    const { id } = withdrawalIn(await ask())
    const { text } = await operate(market.db, ['withdrawal'], at)
    expect(text).toContain(`${person.email}  100 tUSDT  tron  ${TO}  takes 1`)
    expect((await operate(market.db, ['withdrawal', 'agree', id.slice(0, 8)], at)).exit).toBe(0)
    expect(await operate(market.db, ['withdrawal', 'refuse', id, 'late'], at)).toMatchObject({ exit: 1 })
    await operate(market.db, ['withdrawOne', '1000'], at)
    expect(await operate(market.db, ['newAddressHours', '200'], at)).toMatchObject({ exit: 1 })
  })
})
