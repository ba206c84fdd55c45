import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestMarket, type TestAnswer, type TestMarket, type TestPerson } from '../../tests/support/market/market.ts'
import { operatorWith, type Operator } from '../../tests/support/market/operator.ts'
import { giveCoins, giveMoney, makeShop, unsound } from '../../tests/support/market/orders.ts'
import { giveFactor } from '../../tests/support/market/second-factor.ts'
import {
  reasonOf,
  sendFirst,
  stateOf,
  TO,
  withdrawalIn,
  withdrawing,
} from '../../tests/support/withdrawals/withdrawals.ts'
import { WITHDRAWALS_A_DAY } from '#contract/withdrawals/rules.ts'
import { available } from '../ledger/accounts.ts'
import { balance } from '../ledger/ledger.ts'
import { operate } from '../operator/commands/operate.ts'
import { addMember } from '../members/members.ts'

const HOUR = 3_600_000

let market: TestMarket
let at = Date.now()
let person: TestPerson
let token: string
let operator: Operator
beforeAll(async () => {
  market = await openTestMarket({ now: () => at, publicUrl: 'https://market.example' })
  operator = await operatorWith(market, [], at)
})
afterAll(() => market.close())
beforeEach(async () => {
  person = await market.person()
  token = await market.login(person)
  await giveMoney(market.db, person.uid, 2_000_000)
})

const ask = (more: object = {}): Promise<TestAnswer> =>
  market.call('/api/withdraw/ask', withdrawing(person, more), token)
const has = (asset: 'tUSDT' | 'tBTC' = 'tUSDT') => balance(market.db, available(person.uid), asset)
const mailed = async () =>
  market.db.selectFrom('mails').select(['subject', 'body']).where('address', '=', person.email).execute()
const follow = () => market.deposits.follow(at)
const used = () => sendFirst(market, ask, at)

describe('asking to withdraw', () => {
  it('holds the amount, waits for a new address, and is mailed with the way to stop it', async () => {
    const row = withdrawalIn(await ask())
    expect(row).toMatchObject({ state: 'waiting', readyAt: at + 24 * HOUR, amount: '100000000', fee: '1500000' })
    expect(await has()).toBe(19_900_000_000n)
    const [mail] = await mailed()
    expect(mail!.subject).toBe('A withdrawal of 100.00 USDT from your Caravan account')
    expect(mail!.body).toContain(TO)
    const [, id, secret] = /https:\/\/market\.example\/withdrawStop#([\w-]{36})\.([\w-]{43})/.exec(mail!.body)!
    expect(id).toBe(row.id)
    const stop = (token = secret) => market.call('/api/withdraw/stop', { id, token })
    expect(reasonOf(await stop('A'.repeat(43)))).toBe('notFound')
    expect([await stateOf(market, row.id), reasonOf(await stop()), await stateOf(market, row.id)]).toEqual([
      'waiting',
      'accepted',
      'cancelled',
    ])
    expect([await has(), reasonOf(await stop())]).toEqual([20_000_000_000n, 'accepted'])
    expect(await unsound(market.db)).toEqual([])
  })

  it('twice with one id asks once, and never for another person', async () => {
    const same = withdrawing(person)
    const [first, second] = await Promise.all([1, 2].map(() => market.call('/api/withdraw/ask', same, token)))
    expect([reasonOf(first!), reasonOf(second!), await has()]).toEqual(['accepted', 'accepted', 19_900_000_000n])
    await operate(market.db, ['setting', 'withdrawal_terms', 'tron USDT 2 5'], at)
    expect(reasonOf(await market.call('/api/withdraw/ask', same, token))).toBe('accepted')
    await operate(market.db, ['setting', 'withdrawal_terms', ''], at)
    const other = await market.person()
    const theirs = await market.call('/api/withdraw/ask', same, await market.login(other))
    expect(reasonOf(theirs)).toBe('idReused')
  })

  it('many at once never takes more than there is', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask({ amount: '900000000' })))
    expect(answers.map(reasonOf).toSorted()).toEqual([
      'accepted',
      ...Array.from({ length: 5 }, () => 'withdrawalFactor'),
    ])
    await operate(market.db, ['withdrawFactor', '1000000'], at)
    const more = await Promise.all(Array.from({ length: 30 }, () => ask({ amount: '1900000000' })))
    expect(more.map(reasonOf).filter((reason) => reason === 'accepted')).toHaveLength(10)
    await operate(market.db, ['withdrawFactor', '1000'], at)
    expect([await has(), await unsound(market.db)]).toEqual([100_000_000n, []])
  })

  it.each([
    ['withdrawalAddress', { address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9' }],
    ['withdrawalAddress', { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }],
    ['withdrawalAddress', { address: 'test-ethereum-00112233445566778899' }],
    ['withdrawalLeast', { amount: '4999999' }],
    ['withdrawalFee', { fee: '1400000' }],
    ['withdrawalShort', { amount: '20000000001' }],
    ['withdrawalOff', { asset: 'USDT' }],
    ['withdrawalOff', { asset: 'tBTC' }],
    ['wrongFundPassword', { password: 'another one' }],
    ['invalid', { amount: '0' }],
    ['invalid', { amount: '1e9' }],
    ['invalid', { network: 'moon' }],
  ])('is refused as %s: %j', async (reason, more) => {
    expect([reasonOf(await ask(more)), await has()]).toEqual([reason, 20_000_000_000n])
  })

  it('to a real address of the network sends test coins there, in the usual form of the address', async () => {
    await operate(market.db, ['rate', 'BTC', '50000'], at)
    await giveCoins(market.db, person.uid, 'tBTC', 1_000_000n)
    const answer = await ask({
      ...{ network: 'bitcoin', asset: 'tBTC', amount: '100000', fee: '5000' },
      address: ' BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4 ',
    })
    expect(withdrawalIn(answer).address).toBe('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
  })

  it('to one’s own deposit address is refused', async () => {
    const { address } = (await market.call('/api/recharge/address', { network: 'tron' }, token)).data as {
      address: string
    }
    expect(reasonOf(await ask({ address }))).toBe('withdrawalOwn')
  })

  it('to another person’s deposit address fills their account with what was sent', async () => {
    const other = await market.person()
    const theirs = await market.login(other)
    const { address } = (await market.call('/api/recharge/address', { network: 'tron' }, theirs)).data as {
      address: string
    }
    await operate(market.db, ['newAddressHours', '0'], at)
    expect(reasonOf(await ask({ address }))).toBe('accepted')
    await operate(market.db, ['newAddressHours', '24'], at)
    await follow()
    await market.deposits.simulatedOf('tron')!.mine(20)
    await follow()
    expect(await balance(market.db, available(other.uid), 'tUSDT')).toBe(98_500_000n)
    expect(await unsound(market.db)).toEqual([])
  })

  it('to an address of before does not wait', async () => {
    await used()
    expect(withdrawalIn(await ask()).state).toBe('queued')
    expect((await mailed()).at(-1)!.body).not.toContain('withdrawStop')
  })

  it('is bounded in a day', async () => {
    for (let n = 0; n < WITHDRAWALS_A_DAY; n++) expect(reasonOf(await ask({ amount: '5000000' }))).toBe('accepted')
    expect(reasonOf(await ask())).toBe('withdrawalsFull')
    at += 24 * HOUR
    expect(reasonOf(await ask())).toBe('accepted')
  })
})

describe('nothing is withdrawn', () => {
  const change = () =>
    market.db
      .updateTable('users')
      .set({ credentials_reset_at: new Date(at) })
      .where('id', '=', person.uid)
      .execute()

  it('for a day after a password or a second factor was changed; the profile says until when', async () => {
    await change()
    const refused = await ask()
    expect([reasonOf(refused), refused.data]).toEqual([
      'withdrawalHeld',
      expect.objectContaining({ params: { hours: 24 } }),
    ])
    const profile = async () =>
      ((await market.call('/api/user/profile', {}, token)).data as { withdraw: { heldUntil: number | null } }).withdraw
    expect((await profile()).heldUntil).toBe(at + 24 * HOUR)
    at += 24 * HOUR
    expect([(await profile()).heldUntil, reasonOf(await ask())]).toEqual([null, 'accepted'])
  })

  it('which the mail about the change says', async () => {
    const fund = { password: 'another long one', original: person.password }
    expect((await market.call('/api/user/fund_password', fund, token)).code).toBe(1)
    expect((await mailed()).at(-1)!.body).toContain('you cannot withdraw from your wallet for 24 hours')
    expect(reasonOf(await ask({ password: 'another long one' }))).toBe('withdrawalHeld')
  })

  it('by the owner of a store, an operator, or beyond a sum, without a second factor', async () => {
    expect(reasonOf(await ask({ amount: '1000010000' }))).toBe('withdrawalFactor')
    const { shopId } = await makeShop(market.db, [{ stock: 1 }])
    await market.db.transaction().execute((tx) => addMember(tx, shopId, person.uid, 'staff'))
    expect(reasonOf(await ask())).toBe('accepted')
    await market.db.transaction().execute((tx) => addMember(tx, shopId, person.uid, 'owner'))
    expect(reasonOf(await ask())).toBe('withdrawalFactor')
    const [recovery] = await giveFactor(market.db, person, at)
    at += 24 * HOUR
    expect(reasonOf(await ask())).toBe('factorNeeded')
    expect(reasonOf(await ask({ factor: '000000' }))).toBe('codeWrong')
    // A refused withdrawal leaves the code to the next one.
    expect(reasonOf(await ask({ factor: recovery, amount: '20000000000' }))).toBe('withdrawalShort')
    expect(reasonOf(await ask({ factor: recovery }))).toBe('accepted')
    await giveMoney(market.db, operator.uid, 100_000)
    const theirs = withdrawing(operator)
    expect(reasonOf(await market.call('/api/withdraw/ask', theirs, operator.token))).toBe('withdrawalFactor')
  })

  it('once it was sent, and no account is deleted while it is under way', async () => {
    await used()
    const { id } = withdrawalIn(await ask())
    const leave = () => market.call('/api/user/delete', { password: person.password }, token)
    expect(reasonOf(await leave())).toBe('withdrawalOpen')
    await follow()
    expect(await stateOf(market, id)).toBe('sent')
    expect(reasonOf(await market.call('/api/withdraw/cancel', { id }, token))).toBe('withdrawalMoved')
    await market.deposits.simulatedOf('tron')!.mine(20)
    await follow()
    expect(reasonOf(await leave())).toBe('accepted')
    const row = await market.db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect([row.state, row.address, row.amount]).toEqual(['done', '', '100000000'])
  })
})
