import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WITHDRAWALS_A_DAY } from '#contract/withdrawals/rules.ts'
import { openTestMarket, type TestAnswer, type TestMarket, type TestPerson } from '../../tests/support/market/market.ts'
import { operatorWith, type Operator } from '../../tests/support/market/operator.ts'
import { credit, makeShop, unsound, type TestShop } from '../../tests/support/market/orders.ts'
import { giveFactor } from '../../tests/support/market/second-factor.ts'
import {
  reasonOf,
  sendFirst,
  stateOf,
  TO,
  withdrawalIn,
  withdrawing,
} from '../../tests/support/withdrawals/withdrawals.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { settleAllOwed } from '../sync/owed.ts'
import { available, earned } from '../ledger/accounts.ts'
import { balance, transfer } from '../ledger/ledger.ts'
import { operate } from '../operator/commands/operate.ts'
import { addMember, endMember } from '../members/members.ts'

const DAY = 86_400_000

interface Member extends TestPerson {
  token: string
  codes: string[]
}

let market: TestMarket
let at = Date.now()
let store: TestShop
let owner: Member
let partner: Member
let operators: Operator[]
beforeAll(async () => {
  market = await openTestMarket({ now: () => at, publicUrl: 'https://market.example' })
  operators = [await operatorWith(market, [], at), await operatorWith(market, [], at)]
})
afterAll(() => market.close())
beforeEach(async () => {
  store = await makeShop(market.db, [{ stock: 1 }])
  owner = await member('owner')
  partner = await member('owner')
  at += DAY
  await earns(1_000_000_000n)
})

/** Somebody who acts for the store, with a second factor. */
async function member(role: 'owner' | 'staff'): Promise<Member> {
  const person = await market.person()
  await market.db.transaction().execute((tx) => addMember(tx, store.shopId, person.uid, role))
  return { ...person, token: await market.login(person), codes: await giveFactor(market.db, person, at) }
}

/** Credits the store with units of test USDT. */
const earns = (units: bigint): Promise<boolean> => credit(market.db, earned(store.shopId), 'tUSDT', units)

const ask = (by: Member = owner, more: object = {}): Promise<TestAnswer> =>
  market.call('/api/withdraw/ask', withdrawing(by, { store: store.uid, factor: by.codes.pop(), ...more }), by.token)
const cancel = (by: Member, id: string, more: object = { store: store.uid }): Promise<TestAnswer> =>
  market.call('/api/withdraw/cancel', { id, ...more }, by.token)
const has = () => balance(market.db, earned(store.shopId), 'tUSDT')
const mailsTo = async ({ email }: TestPerson) =>
  market.db.selectFrom('mails').select(['subject', 'body']).where('address', '=', email).orderBy('id').execute()
const messagesOf = async ({ uid }: TestPerson) =>
  (await market.db.selectFrom('messages').select('kind').where('user_id', '=', uid).orderBy('id').execute()).map(
    ({ kind }) => kind,
  )
const rowOf = (id: string) =>
  market.db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const used = () => sendFirst(market, ask, at)

describe('a store’s earnings', () => {
  it('are withdrawn by an owner; every owner is mailed and can stop it', async () => {
    const answer = await ask()
    const row = withdrawalIn(answer)
    expect(row).toMatchObject({ state: 'waiting', amount: '100000000', by: owner.uid })
    expect([await has(), await balance(market.db, available(owner.uid), 'tUSDT')]).toEqual([900_000_000n, 0n])
    // The answer brings the store's posting, and nothing of the person's.
    expect((answer.data as { rows: { table: string; row: object }[] }).rows.map(({ table }) => table)).toEqual([
      'postings',
      'withdrawals',
    ])
    const [[mine], [theirs]] = [await mailsTo(owner), await mailsTo(partner)]
    for (const mail of [mine!, theirs!]) {
      expect(mail.subject).toBe('A withdrawal of 100.00 USDT from Test store')
      expect(mail.body).toContain(TO)
    }
    const [, id, secret] = /https:\/\/market\.example\/withdrawStop#([\w-]{36})\.([\w-]{43})/.exec(theirs!.body)!
    expect(reasonOf(await market.call('/api/withdraw/stop', { id, token: secret }))).toBe('accepted')
    expect([await stateOf(market, row.id), await has()]).toEqual(['cancelled', 1_000_000_000n])
    for (const one of [owner, partner])
      expect(await messagesOf(one)).toEqual(['storeWithdrawalWaits', 'storeWithdrawalCancelled'])
    expect(await unsound(market.db)).toEqual([])
  })

  it('arrive at the address, and their posting is a row of the store’s feed', async () => {
    await used()
    const { id } = withdrawalIn(await ask(partner))
    await market.deposits.follow(at)
    await market.deposits.simulatedOf('tron')!.mine(20)
    await market.deposits.follow(at)
    expect([await stateOf(market, id), await has()]).toEqual(['done', 800_000_000n])
    await settleAllOwed(market.db)
    const { rev, user_id } = await market.db
      .selectFrom('ledger_postings')
      .select(['rev', 'user_id'])
      .where('account', '=', earned(store.shopId))
      .where('seq', '=', 2)
      .executeTakeFirstOrThrow()
    expect([typeof rev, user_id]).toEqual(['number', store.uid])
    expect(await unsound(market.db)).toEqual([])
  })

  it('are cancelled by another owner, and by nobody else', async () => {
    const staff = await member('staff')
    const stranger = await market.person()
    const { id } = withdrawalIn(await ask())
    expect(reasonOf(await cancel(staff, id))).toBe('ownerOnly')
    expect(reasonOf(await cancel({ ...stranger, token: await market.login(stranger), codes: [] }, id))).toBe(
      'wrongOwner',
    )
    expect(reasonOf(await cancel(owner, id, {}))).toBe('notFound')
    expect([reasonOf(await cancel(partner, id)), await has()]).toEqual(['accepted', 1_000_000_000n])
  })

  it.each([
    ['ownerOnly', () => member('staff')],
    [
      'wrongOwner',
      async () => {
        const gone = await member('owner')
        await market.db.transaction().execute((tx) => endMember(tx, store.shopId, gone.uid))
        return gone
      },
    ],
  ])('are not withdrawn by others: %s', async (reason, make) => {
    const other = await make()
    at += DAY
    expect([reasonOf(await ask(other)), await has()]).toEqual([reason, 1_000_000_000n])
  })

  it.each([
    ['factorNeeded', { factor: undefined }],
    ['wrongFundPassword', { password: 'another one' }],
    ['withdrawalShort', { amount: '1000000001' }],
    ['withdrawalOff', { asset: 'USDT' }],
  ])('are not withdrawn: %s', async (reason, more) => {
    expect([reasonOf(await ask(owner, more)), await has()]).toEqual([reason, 1_000_000_000n])
  })

  it('are not withdrawn without a second factor, nor for a day after it was set', async () => {
    const late = await member('owner')
    await market.db.deleteFrom('second_factors').where('user_id', '=', late.uid).execute()
    await market.db.updateTable('users').set({ credentials_reset_at: null }).where('id', '=', late.uid).execute()
    expect(reasonOf(await ask(late))).toBe('withdrawalFactor')
    const soon = await member('owner')
    await market.db
      .updateTable('users')
      .set({ credentials_reset_at: new Date(at) })
      .where('id', '=', soon.uid)
      .execute()
    expect(reasonOf(await ask(soon))).toBe('withdrawalHeld')
  })

  it('never leave twice, whatever happens at once', async () => {
    const buyer = await market.person()
    const refund = (n: number) =>
      ownerTransaction(market.db, buyer.uid, async ({ tx }) => {
        await tx.selectFrom('stores').select('id').where('id', '=', store.shopId).forNoKeyUpdate().execute()
        const enough = (await balance(tx, earned(store.shopId), 'tUSDT')) >= 300_000_000n
        if (!enough) return 'short'
        await transfer(tx, {
          ...{ cause: `test:${n}:${store.uid}`, from: earned(store.shopId), to: available(buyer.uid) },
          ...{ amount: 300_000_000n, asset: 'tUSDT' as const },
        })
        return 'accepted'
      })
    const asks = [owner, partner, owner, partner].map(async (by) => reasonOf(await ask(by, { amount: '300000000' })))
    const became = await Promise.all([...asks, ...[1, 2, 3].map(refund)])
    expect(became.filter((one) => one === 'accepted')).toHaveLength(3)
    expect([await has(), await unsound(market.db)]).toEqual([100_000_000n, []])
  })

  it('count for the limits of the store, whichever owner asks', async () => {
    await operate(market.db, ['withdrawOne', '150'], at)
    await used()
    // 100 were sent above.
    const second = withdrawalIn(await ask(partner))
    expect(second.state).toBe('review')
    expect(await rowOf(second.id)).toMatchObject({ approvals: 1, asked_by: partner.uid, store_id: store.shopId })
    await operate(market.db, ['withdrawOne', '10000'], at)
  })

  it('of a suspended store wait for operators, who see the store; none of its members decides', async () => {
    await used()
    await operate(market.db, ['suspend', String(store.shopId), 'Copies.'], at)
    const { id, state } = withdrawalIn(await ask())
    expect(state).toBe('review')
    const desk = (await operators[0]!.ask('withdrawals', { find: 'test store' })).data as {
      withdrawals: { id: string }[]
    }
    expect(desk.withdrawals.find((one) => one.id === id)).toMatchObject({
      ...{ store: 'Test store', email: owner.email, why: 'suspended', approvals: 1 },
    })
    await market.db.transaction().execute((tx) => addMember(tx, store.shopId, operators[0]!.uid, 'staff'))
    const decide = (by: Operator) => by.ask('decideWithdrawal', { id, agree: true, why: 'suspended' })
    expect(reasonOf(await decide(operators[0]!))).toBe('operatorSays')
    expect([await stateOf(market, id), await has()]).toEqual(['review', 800_000_000n])
    expect((await decide(operators[1]!)).data).toMatchObject({ became: 'done' })
    await market.deposits.follow(at)
    expect(await stateOf(market, id)).toBe('sent')
  })

  it('take two operators who do not work for the store, and who see it', async () => {
    await operate(market.db, ['withdrawTwo', '50'], at)
    await used()
    const { id } = withdrawalIn(await ask())
    const decide = (by: Operator) => by.ask('decideWithdrawal', { id, agree: true, why: null })
    expect((await decide(operators[0]!)).data).toMatchObject({ became: 'waits' })
    const [act] = await operators[1]!.waiting()
    expect(act!.about).toMatchObject({ whom: `Test store (${owner.email})` })
    await market.db.transaction().execute((tx) => addMember(tx, store.shopId, operators[1]!.uid, 'staff'))
    expect(await operators[1]!.waiting()).toEqual([])
    const agree = await operators[1]!.ask('decide', { id: act!.id, agree: true })
    expect([reasonOf(agree), await stateOf(market, id)]).toEqual(['noRight', 'waiting'])
    await operate(market.db, ['withdrawTwo', '10000'], at)
  })

  it('asked for by somebody who is no owner any more take an operator', async () => {
    await used()
    const { id } = withdrawalIn(await ask())
    await market.db.transaction().execute((tx) => addMember(tx, store.shopId, owner.uid, 'staff'))
    await market.deposits.follow(at)
    expect(await rowOf(id)).toMatchObject({ state: 'review', why: 'owner' })
    expect(reasonOf(await cancel(partner, id))).toBe('accepted')
  })

  it('keep an owner’s account while their withdrawal is under way', async () => {
    await ask()
    const leave = await market.call(
      '/api/user/delete',
      { password: owner.password, factor: owner.codes.pop() },
      owner.token,
    )
    expect(reasonOf(leave)).toBe('withdrawalOpen')
  })

  it('are bounded in a day for the store, whichever owner asks', async () => {
    for (const one of [owner, partner])
      for (let n = 0; n < WITHDRAWALS_A_DAY / 2; n++) {
        await market.db
          .insertInto('withdrawals')
          .values({
            ...{ id: randomUUID(), user_id: store.uid, store_id: store.shopId, asked_by: one.uid, chain: 'test' },
            ...{ network: 'tron', asset: 'tUSDT', address: TO, amount: '2', fee: '1', state: 'cancelled' },
            ...{ approvals: 0, needed: 1, stop_hash: null, at: new Date(at), ready_at: new Date(at), rev: 1 },
          })
          .execute()
      }
    expect([reasonOf(await ask(owner)), reasonOf(await ask(partner))]).toEqual(['withdrawalsFull', 'withdrawalsFull'])
  })

  it('wait where the person who asked is held, whoever else is not', async () => {
    await used()
    const { id } = withdrawalIn(await ask())
    await market.db
      .updateTable('users')
      .set({ credentials_reset_at: new Date(at) })
      .where('id', '=', owner.uid)
      .execute()
    await market.deposits.follow(at)
    expect(await stateOf(market, id)).toBe('queued')
    at += DAY
    await market.deposits.follow(at)
    expect(await stateOf(market, id)).toBe('sent')
  })
})

describe('a store’s account', () => {
  const heads = (token: string, more: object = { store: store.uid }) => market.call('/api/wallet/heads', more, token)

  it('is read by its members, and by nobody else', async () => {
    const staff = await member('staff')
    expect((await heads(staff.token)).data).toMatchObject({
      heads: [{ asset: 'tUSDT', balance: '1000000000', seq: 1 }],
    })
    const read = await market.call('/api/wallet/postings', { store: store.uid, asset: 'tUSDT', after: 0 }, staff.token)
    expect(read.data).toMatchObject({ postings: [{ amount: '1000000000', seq: 1 }], more: false })
    const other = await market.login(await market.person())
    expect(reasonOf(await heads(other))).toBe('wrongOwner')
    const theirs = await market.call('/api/wallet/postings', { store: store.uid, asset: 'tUSDT', after: 0 }, other)
    expect(reasonOf(theirs)).toBe('wrongOwner')
    expect((await heads(other, {})).data).toMatchObject({ heads: [] })
  })
})
