import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Approval } from '#contract/rules/withdrawal-approval.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../../tests/support/market.ts'
import { operatorWith, type Operator } from '../../../tests/support/operator.ts'
import { giveMoney } from '../../../tests/support/orders.ts'
import { giveFactor } from '../../../tests/support/second-factor.ts'
import { signingOperator } from '../../../tests/support/signing.ts'
import { reasonOf, stateOf, withdrawalIn, withdrawing } from '../../../tests/support/withdrawals.ts'
import { APPROVALS_MAX } from '../../signer/protocol.ts'
import { approvalsFor, storeApproval } from '../../withdrawals/signatures.ts'

const HOUR = 3_600_000

let market: TestMarket
let at = Date.now()
let operators: [Operator, Operator]
let person: TestPerson
let token: string
let codes: string[]
beforeAll(async () => {
  market = await openTestMarket({ now: () => at })
  operators = [await operatorWith(market, [], at), await operatorWith(market, [], at)]
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

/** What signs with a new key. */
const newKey = async () => (await signingOperator()).sign

/** A new withdrawal of so many millionths, as its row is. */
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
    expect(await stored(row.id)).toMatchObject([{ ...approval, user_id: uid }])
    expect(await approvalsFor(market.db, row.id)).toEqual([approval])
    expect((await lastAudit()).after).toEqual({ state: 'waiting', keys: [approval.key] })
  })

  it('is refused where it is wrong or of another withdrawal, and nothing is agreed to', async () => {
    const sign = await newKey()
    const [row, other] = [await asked('2000000000'), await asked('2000000000')]
    const right = await sign(row)
    const wrong = [await sign(other), await sign({ ...row, amount: '2000000001' }), await sign({ ...row, fee: '0' })]
    const foreign = { key: (await (await newKey())(row)).key, signature: right.signature }
    const noPoint = { key: Buffer.alloc(65, 4).toString('base64'), signature: right.signature }
    for (const approval of [...wrong, foreign, noPoint]) {
      const answer = await operators[0].ask('decideWithdrawal', { id: row.id, agree: true, approval })
      expect([reasonOf(answer), answer.msg]).toEqual(['operatorSays', expect.stringMatching(/signature is not right/)])
    }
    const short = { key: right.key, signature: 'short' }
    const answer = await operators[0].ask('decideWithdrawal', { id: row.id, agree: true, approval: short })
    expect(reasonOf(answer)).toBe('invalid')
    expect(await stored(row.id)).toEqual([])
    expect((await operators[0].ask('decideWithdrawal', { id: row.id, agree: true, approval: right })).code).toBe(1)
  })

  it('is not needed', async () => {
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
    await put(await sign(row))
    expect(await approvalsFor(market.db, row.id)).toEqual([first])
    // A clock may give several one time.
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

describe('of two operators', () => {
  it('both signatures are stored once the second one agrees', async () => {
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
    expect(reasonOf(await second.ask('decide', { id: act.id, agree: true, approval: wrong }))).toBe('operatorSays')
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

describe('the desk', () => {
  const desk = async () => (await operators[0].ask('withdrawals', {})).data as object
  const sign = () => Promise.reject(new Error('signs nothing'))

  it('says nothing of a signer where there is none, and else which keys it counts', async () => {
    expect(await desk()).not.toHaveProperty('signer')
    market.deposits.signer = { sign, about: async () => ({ keys: ['a key'] }) }
    expect(await desk()).toMatchObject({ signer: { keys: ['a key'] } })
  })

  it('opens without an answer of the signer, and says so', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    market.deposits.signer = { sign, about: () => Promise.reject(new Error('away')) }
    const data = await desk()
    expect(data).toMatchObject({ signerAway: true })
    expect(data).not.toHaveProperty('signer')
    expect(said).toHaveBeenCalledOnce()
    said.mockRestore()
  })
})
