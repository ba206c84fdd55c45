import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LOANS_A_YEAR } from '#contract/loans/rules.ts'
import type { Payload } from '#contract/registry.ts'
import { loanItems } from '#localdb/queries/loans/items.ts'
import type { Readers } from '#localdb/read.ts'
import { expireLoans } from '#server/loans/expire.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { newBuyer, online, outbox, settled, type Buyer } from '../../support/people/buyer.ts'
import { appointed, newOperator, operatorWith } from '../../support/market/operator.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { act, until } from '../../support/device/world.ts'

// Applying for a loan: written in a tunnel, answered by the operator, accepted; once, whatever is lost on the way.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
  await operator('setting', 'loan_terms', 'USD 500-50000 3,6,12 8.5')
})
afterAll(() => market.close())

const operator = async (...args: string[]): Promise<string> => {
  const { exit, text } = await operate(market.db, args, Date.now())
  return `${exit} ${text}`
}
const wish = (more: Partial<Payload<'loan.apply'>> = {}): Payload<'loan.apply'> => ({
  id: randomUUID(),
  amount: 200_000,
  currency: 'USD',
  months: 6,
  rate: 850,
  purpose: 'Shelves for the new shop',
  mobile: '+9613123456',
  name: 'Amal Haddad',
  ...more,
})
async function onDevice({ device, person }: Buyer) {
  const user = await device.userDb(person.uid)
  const items = await loanItems({ user } as unknown as Readers)
  user.close()
  return items
}
it('an application that is written in a tunnel arrives once, sealed meanwhile; its offer is accepted in another', async () => {
  const b = await newBuyer(market)
  b.device.network.faults.offline = true
  const loan = wish()
  expect(await act(b.tab, 'loan.apply', loan)).toEqual({ kind: 'saved' })
  expect(await onDevice(b)).toMatchObject([{ id: loan.id, state: 'applied', pending: true, amount: 200_000 }])
  expect(JSON.stringify(await outbox(b))).not.toContain('Shelves')
  expect(JSON.stringify(await onDevice(b))).not.toContain('Haddad')

  b.device.network.faults.loseAnswers = 3
  await online(b)
  await settled(b)
  expect(await operator('loan')).toContain('Shelves for the new shop')
  const offer = await operator(
    'loan',
    'offer',
    loan.id.slice(0, 8),
    '1500',
    '12',
    '9.25',
    '7',
    'Less,',
    'but',
    'longer.',
  )
  expect(offer).toMatch(/^0 Offered .* 1500.00 USD over 12 months/)
  await b.tab.call('shop.reach', {}, b.person.uid)
  await becomes(b, loan.id, 'offered')
  const [offered] = await onDevice(b)
  expect(offered).toMatchObject({
    state: 'offered',
    pending: false,
    answer: { amount: 150_000, months: 12, rate: 925, note: 'Less, but longer.' },
  })
  const db = await b.device.userDb(b.person.uid)
  expect((await db.messages.toArray()).map((m) => [m.shown?.kind, m.shown?.subject])).toEqual([
    ['loanOffered', { kind: 'loan', id: loan.id }],
  ])
  db.close()

  b.device.network.faults.offline = true
  await act(b.tab, 'loan.answer', { id: loan.id, offerAt: offered!.answer!.at, accept: true })
  expect(await onDevice(b)).toMatchObject([{ state: 'accepted', pending: true }])
  b.device.network.faults.loseAnswers = 2
  await online(b)
  await settled(b)
  expect(await onDevice(b)).toMatchObject([{ state: 'accepted', pending: false }])
  const kept = market.db.selectFrom('loans').select(['state']).where('user_id', '=', b.person.uid)
  expect(await kept.execute()).toEqual([{ state: 'accepted' }])
  await b.device.end()
})

it('is refused in words, may be taken back, and only one is open at a time', async () => {
  const b = await newBuyer(market)
  const first = wish()
  await act(b.tab, 'loan.apply', first)
  await settled(b)
  await act(b.tab, 'loan.apply', wish())
  await settledOrRefused(b)
  expect((await outbox(b)).map((row) => row.last?.reason)).toEqual(['loanOpen'])
  await act(b.tab, 'loan.withdraw', { id: first.id })
  await becomes(b, first.id, 'withdrawn')

  const second = wish()
  await act(b.tab, 'loan.apply', second)
  await becomes(b, second.id, 'applied')
  expect(await operator('loan', 'refuse', second.id)).toBe('1 A refusal says why.')
  expect(await operator('loan', 'refuse', second.id, 'We', 'need', 'a', 'year', 'of', 'sales.')).toMatch(/^0 Refused/)
  expect(await operator('loan', 'refuse', second.id, 'Again.')).toMatch(/^1 No application/)
  await b.tab.call('shop.reach', {}, b.person.uid)
  await becomes(b, second.id, 'refused')
  expect((await onDevice(b)).find((l) => l.id === second.id)?.answer).toMatchObject({
    note: 'We need a year of sales.',
    until: null,
  })
  await b.device.end()
})

it('is judged by the terms of now, and by how many there were in a year', async () => {
  const person = await market.person()
  const token = await market.login(person)
  const apply = async (p: Payload<'loan.apply'>): Promise<unknown> => {
    const { code, data, msg } = await market.call('/api/loan/apply', p, token)
    return code === 1 ? 'accepted' : ((data as { reason?: string } | null)?.reason ?? msg)
  }
  for (const strange of [{ amount: 49_999 }, { amount: 5_000_001 }, { months: 4 }, { rate: 849 }, { currency: 'EUR' }])
    expect(await apply(wish(strange)), JSON.stringify(strange)).toBe('loanTermsMoved')
  for (let n = 0; n < LOANS_A_YEAR; n++) {
    const loan = wish()
    expect(await apply(loan)).toBe('accepted')
    // A repetition is the same application.
    expect(await apply({ ...loan, amount: 300_000 })).toBe('accepted')
    await market.call('/api/loan/withdraw', { id: loan.id }, token)
  }
  expect(await apply(wish())).toBe('loansFull')
})

it('is answered at the desk too, by whoever has the right, and the log says so', async () => {
  const b = await newBuyer(market)
  const loan = wish()
  await act(b.tab, 'loan.apply', loan)
  await settled(b)
  const [money, site] = [await newOperator(market, 'money', 'staff'), await newOperator(market, 'site')]
  expect(await market.call('/api/operator/loans', {}, site)).toMatchObject({ data: { reason: 'noRight' } })
  const { data } = await market.call('/api/operator/loans', {}, money)
  const asked = (data as { loans: { id: string; person: string }[] }).loans.find((one) => one.id === loan.id)!
  expect(asked).toMatchObject({ email: b.person.email, purpose: loan.purpose, amount: 200_000 })
  const input = { id: asked.id, person: asked.person, note: '', offer: null }
  const reply = (more: object) => market.call('/api/operator/answerLoan', { ...input, ...more }, money)
  expect(await reply({})).toMatchObject({ data: { reason: 'invalid', params: { path: 'note' } } })
  const offer = { amount: 100_000, months: 3, rate: 700, days: 5 }
  expect(await reply({ offer })).toMatchObject({ code: 1 })
  expect(await reply({ offer })).toMatchObject({ data: { reason: 'loanMoved' } })
  await b.tab.call('shop.reach', {}, b.person.uid)
  await becomes(b, loan.id, 'offered')
  const log = await market.call('/api/operator/audit', { subject: `loan:${loan.id}` }, money)
  expect((log.data as { entries: object[] }).entries).toMatchObject([
    { what: 'loan.offer', via: 'screen', before: { state: 'applied' }, after: { state: 'offered', amount: 100_000 } },
  ])
  await b.device.end()
})

it('an operator’s own application is answered by two', async () => {
  const b = await newBuyer(market)
  const loan = wish()
  await act(b.tab, 'loan.apply', loan)
  await settled(b)
  const applicant = await appointed(market, b.person, await market.login(b.person), ['money'])
  const other = await operatorWith(market, ['money'])
  const offer = { amount: 5_000_000, months: 12, rate: 0, days: 5 }
  const answer = { id: loan.id, person: b.person.uid, note: '', offer }
  expect((await applicant.ask('answerLoan', answer)).data).toEqual({ became: 'waits' })
  expect(await onDevice(b)).toMatchObject([{ state: 'applied' }])
  // A loan is in its own currency, whatever the market's is.
  expect(await operator('currency', 'market', 'KWD', '0.307')).toMatch(/^0 /)
  const [waiting] = await other.waiting()
  expect(waiting!.about).toEqual({ money: { amount: 5_000_000, currency: 'USD' } })
  expect((await other.ask('decide', { id: waiting!.id, agree: true })).code).toBe(1)
  await b.tab.call('shop.reach', {}, b.person.uid)
  await becomes(b, loan.id, 'offered')
  await b.device.end()
})

it('an offer that nobody answers in its time ends, and cannot be accepted late', async () => {
  const b = await newBuyer(market)
  const loan = wish()
  await act(b.tab, 'loan.apply', loan)
  await settled(b)
  await operator('loan', 'offer', loan.id, '500', '3', '8', '1')
  await b.tab.call('shop.reach', {}, b.person.uid)
  await becomes(b, loan.id, 'offered')
  const [offered] = await onDevice(b)
  b.device.network.faults.offline = true
  await act(b.tab, 'loan.answer', { id: loan.id, offerAt: offered!.answer!.at, accept: true })
  expect(await expireLoans(market.db, Date.now() + 2 * 86_400_000)).toBe(1)
  expect(await expireLoans(market.db, Date.now() + 2 * 86_400_000)).toBe(0)
  const entries = await market.db.selectFrom('audit_log').selectAll().where('what', '=', 'loan.expire').execute()
  expect(entries).toMatchObject([{ via: 'timer', subject: `loan:${loan.id}`, before: { state: 'offered' } }])
  await online(b)
  await settledOrRefused(b)
  expect((await outbox(b)).map((row) => row.last?.reason)).toEqual(['loanMoved'])
  expect(await onDevice(b)).toMatchObject([{ state: 'expired' }])
  await b.device.end()
})

it('an accepted one stays when its account is deleted, without the name', async () => {
  const b = await newBuyer(market)
  const [accepted, other] = [wish(), wish()]
  await act(b.tab, 'loan.apply', accepted)
  await settled(b)
  await operator('loan', 'offer', accepted.id, '500', '3', '8', '1')
  await b.tab.call('shop.reach', {}, b.person.uid)
  await becomes(b, accepted.id, 'offered')
  const [offered] = await onDevice(b)
  await act(b.tab, 'loan.answer', { id: accepted.id, offerAt: offered!.answer!.at, accept: true })
  await settled(b)
  await act(b.tab, 'loan.apply', other)
  await settled(b)
  expect(await b.tab.call('user.delete', { password: b.person.password }, b.person.uid)).toMatchObject({
    kind: 'accepted',
  })
  const left = await market.db.selectFrom('loans').selectAll().where('user_id', '=', b.person.uid).execute()
  expect(left).toMatchObject([{ id: accepted.id, state: 'accepted', name: '', mobile: '', purpose: '' }])
  expect(left[0]!.offer_amount).toBeGreaterThan(0)
  await b.device.end()
})

/** Everything was answered, well or not. */
async function settledOrRefused(b: Buyer): Promise<void> {
  await until('everything is answered', async () => (await outbox(b)).every((row) => row.state === 'rejected'))
}
async function becomes(b: Buyer, id: string, state: string): Promise<void> {
  await until(`${id} is ${state}`, async () =>
    (await onDevice(b)).some((loan) => loan.id === id && loan.state === state && !loan.pending),
  )
}
