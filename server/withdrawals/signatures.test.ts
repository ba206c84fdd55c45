import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Approval, Approved } from '#contract/withdrawals/approval.ts'
import type { TestMarket, TestPerson } from '../../tests/support/market/market.ts'
import { openWithOperators, type Operator } from '../../tests/support/market/operator.ts'
import { giveMoney } from '../../tests/support/market/orders.ts'
import { giveFactor } from '../../tests/support/market/second-factor.ts'
import { signingOperator } from '../../tests/support/withdrawals/signing.ts'
import { reasonOf, stateOf, withdrawalIn, withdrawing } from '../../tests/support/withdrawals/withdrawals.ts'
import { APPROVALS_MAX } from '../signer/protocol/protocol.ts'
import { decideWithdrawal } from './decide.ts'
import { approvalsFor, storeApproval } from './signatures.ts'

const HOUR = 3_600_000

let market: TestMarket
let at = Date.now()
let operators: [Operator, Operator]
let person: TestPerson
let token: string
let codes: string[]
beforeAll(async () => {
  ;({ market, operators } = await openWithOperators(() => at))
})
afterAll(() => market.close())
beforeEach(async () => {
  person = await market.person()
  token = await market.login(person)
  await giveMoney(market.db, person.uid, 4_000_000)
  codes = await giveFactor(market.db, person, at)
  at += 25 * HOUR
})
afterEach(() => {
  market.deposits.signer = undefined
})

/** The sign function of a new key. */
async function newKey() {
  const { sign } = await signingOperator()
  return (withdrawal: Approved, time = at) => sign(withdrawal, time)
}

/** Asks for a withdrawal (units); resolves to its row. */
async function asked(amount: string) {
  const input = withdrawing(person, { amount, factor: codes.pop() })
  const { id } = withdrawalIn(await market.call('/api/withdraw/ask', input, token))
  return market.db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
const stored = (id: string) =>
  market.db.selectFrom('withdrawal_approvals').selectAll().where('withdrawal_id', '=', id).orderBy('at').execute()
const lastAudit = async () =>
  (await market.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).execute())[0]!

describe('an operator’s signature', () => {
  it('is stored with their agreement, and the audit log names its key alone', async () => {
    const row = await asked('2000000000')
    const approval = await (await newKey())(row)
    const [{ uid, ask }] = operators
    expect((await ask('decideWithdrawal', { id: row.id, agree: true, approval })).data).toEqual({ became: 'done' })
    expect(await stored(row.id)).toMatchObject([{ key: approval.key, signature: approval.signature, user_id: uid }])
    expect(await approvalsFor(market.db, row.id)).toEqual([approval])
    expect((await lastAudit()).after).toEqual({ state: 'waiting', keys: [approval.key] })
  })

  it('is refused where it is wrong or of another withdrawal, and nothing is agreed to', async () => {
    const sign = await newKey()
    const [row, other] = [await asked('2000000000'), await asked('2000000000')]
    const right = await sign(row)
    const wrong = [await sign(other), await sign({ ...row, amount: '2000000001' }), await sign({ ...row, fee: '0' })]
    const foreign = { ...right, key: (await (await newKey())(row)).key }
    const noPoint = { ...right, key: Buffer.alloc(65, 4).toString('base64') }
    for (const approval of [...wrong, foreign, noPoint]) {
      const answer = await operators[0].ask('decideWithdrawal', { id: row.id, agree: true, approval })
      expect([reasonOf(answer), answer.msg]).toEqual([
        'operatorSays',
        expect.stringMatching(/signature does not match/),
      ])
    }
    const short = { ...right, signature: 'short' }
    const answer = await operators[0].ask('decideWithdrawal', { id: row.id, agree: true, approval: short })
    expect(reasonOf(answer)).toBe('invalid')
    expect(await stored(row.id)).toEqual([])
    expect((await operators[0].ask('decideWithdrawal', { id: row.id, agree: true, approval: right })).code).toBe(1)
  })

  it('is refused where the clock of the device is wrong', async () => {
    const row = await asked('2000000000')
    const approval = await (await newKey())(row, at + 25 * HOUR)
    const answer = await operators[0].ask('decideWithdrawal', { id: row.id, agree: true, approval })
    expect(answer.msg).toMatch(/clock is wrong/)
    expect(await stored(row.id)).toEqual([])
  })

  it('is optional', async () => {
    const row = await asked('2000000000')
    expect((await operators[0].ask('decideWithdrawal', { id: row.id, agree: true })).data).toEqual({ became: 'done' })
    expect(await approvalsFor(market.db, row.id)).toEqual([])
  })

  it('is stored once for each key, and the latest of too many are kept', async () => {
    const row = await asked('2000000000')
    const sign = await newKey()
    const put = async (approval: Approval) =>
      market.db.transaction().execute((tx) => storeApproval(tx, row, approval, operators[0].uid))
    const first = await sign(row)
    await put(first)
    const again = await sign(row, first.at + 1)
    await put(again)
    expect(await approvalsFor(market.db, row.id)).toEqual([again])
    // Timestamps can tie.
    await market.db
      .updateTable('withdrawal_approvals')
      .set({ at: new Date(0) })
      .execute()
    const byKey = (all: Approval[]) => all.toSorted((a, b) => (a.key < b.key ? -1 : 1))
    const more: Approval[] = []
    for (let n = 0; n < APPROVALS_MAX; n += 1) more.push(await (await newKey())(row))
    for (const approval of more) await put(approval)
    expect(byKey(await approvalsFor(market.db, row.id))).toEqual(byKey(more))
  })
})

describe('two operators', () => {
  it('both signatures are stored when the second agrees', async () => {
    const row = await asked('11000000000')
    const [mine, theirs] = [await (await newKey())(row), await (await newKey())(row)]
    const [first, second] = operators
    const { data } = await first.ask('decideWithdrawal', { id: row.id, agree: true, approval: mine })
    expect(data).toEqual({ became: 'waits' })
    expect(JSON.stringify((await lastAudit()).after)).not.toContain(mine.signature)
    expect(await stored(row.id)).toEqual([])
    const act = (await second.waiting()).find(
      ({ value }) => value?.act === 'withdrawal' && value.decision.id === row.id,
    )!
    expect(act.about?.withdrawal).toMatchObject({ amount: row.amount, fee: row.fee, address: row.address })
    // A wrong signature leaves the act where it is.
    const wrong = await (await newKey())({ ...row, fee: '0' })
    const late = await (await newKey())(row, at - 25 * HOUR)
    for (const approval of [wrong, late])
      expect(reasonOf(await second.ask('decide', { id: act.id, agree: true, approval }))).toBe('operatorSays')
    expect(reasonOf(await second.ask('decide', { id: act.id, agree: true, approval: theirs }))).toBe('accepted')
    const rows = await stored(row.id)
    expect(new Map(rows.map(({ user_id, key }) => [user_id, key]))).toEqual(
      new Map([
        [first.uid, mine.key],
        [second.uid, theirs.key],
      ]),
    )
    expect(await stateOf(market, row.id)).toBe('waiting')
    expect((await lastAudit()).after).toMatchObject({ keys: [mine.key, theirs.key], pair: { asked: first.uid } })
  })

  it('the first one’s is checked before the second is asked', async () => {
    const row = await asked('11000000000')
    const approval = await (await newKey())({ ...row, fee: '0' })
    expect(reasonOf(await operators[0].ask('decideWithdrawal', { id: row.id, agree: true, approval }))).toBe(
      'operatorSays',
    )
    expect((await operators[1].waiting()).some(({ value }) => JSON.stringify(value).includes(row.id))).toBe(false)
  })
})

describe('an agreement', () => {
  it('covers only the reason that its operators saw', async () => {
    const row = await asked('2000000000')
    const setWhy = (why: 'suspended' | null) =>
      market.db.updateTable('withdrawals').set({ why }).where('id', '=', row.id).execute()
    const agree = (why: string | null) => operators[0].ask('decideWithdrawal', { id: row.id, agree: true, why })
    await setWhy('suspended')
    expect(reasonOf(await agree(null))).toBe('withdrawalMoved')
    expect((await agree('suspended')).data).toEqual({ became: 'done' })
  })

  it('that two operators reach does not hold for a reason that came in between', async () => {
    const row = await asked('11000000000')
    await operators[0].ask('decideWithdrawal', { id: row.id, agree: true, why: null })
    const act = (await operators[1].waiting()).find(({ value }) => JSON.stringify(value).includes(row.id))!
    await market.db.updateTable('withdrawals').set({ why: 'suspended' }).where('id', '=', row.id).execute()
    expect(reasonOf(await operators[1].ask('decide', { id: act.id, agree: true }))).toBe('withdrawalMoved')
  })

  it('of one operator does not count for a withdrawal that takes two by then', async () => {
    const row = await asked('2000000000')
    await market.db.updateTable('withdrawals').set({ approvals: 2 }).where('id', '=', row.id).execute()
    const one = { by: operators[0].uid, via: 'screen' } as const
    expect(await decideWithdrawal(market.db, { id: row.id, agree: true }, at, one)).toBe(false)
    const two = { ...one, pair: { asked: operators[1].uid } }
    expect(await decideWithdrawal(market.db, { id: row.id, agree: true }, at, two)).toBe(true)
  })
})

describe('the desk', () => {
  const desk = async () => (await operators[0].ask('withdrawals', {})).data as object
  const fail = () => Promise.reject(new Error('not called'))
  const none = { sign: fail, sweep: fail, gas: fail, signed: fail }

  it('omits the signer if there is none, and otherwise lists its keys', async () => {
    expect(await desk()).not.toHaveProperty('signer')
    market.deposits.signer = { ...none, about: async () => ({ keys: ['a key'] }) }
    expect(await desk()).toMatchObject({ signer: { keys: ['a key'] } })
  })

  it('still opens when the signer does not respond, and reports it', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    market.deposits.signer = { ...none, about: () => Promise.reject(new Error('away')) }
    const data = await desk()
    expect(data).toMatchObject({ signerAway: true })
    expect(data).not.toHaveProperty('signer')
    expect(logged).toHaveBeenCalledOnce()
    logged.mockRestore()
  })
})
