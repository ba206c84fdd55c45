import { randomInt, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { readApplication } from '#server/merchants/application.ts'
import { approve } from '#server/merchants/decide.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { addMember } from '#server/members/members.ts'
import type { Acting } from './acting.ts'
import { applying } from '../market/applying.ts'
import { picture, type Stage } from './whole-life.ts'

/** Applies for loans, one refused and one accepted, and to sell, refused and then approved. */
export async function apply(stage: Stage, me: Acting, heir: string): Promise<number> {
  const { market, marks, operator } = stage
  await operate(market.db, ['setting', 'loan_terms', 'USD 500-50000 3,6,12 8.5'], Date.now())
  const loan = async (name: string, offer: object | null): Promise<string> => {
    const id = randomUUID()
    const sum = { amount: 5_000_000, currency: 'USD', months: 12, rate: 850 }
    const who = { mobile: marks.phone(`phone of ${name}`), name: marks.word('person', `name of ${name}`) }
    await me.push('loan.apply', { id, ...sum, ...who, purpose: marks.word('person', `purpose of ${name}`) })
    const answer = { id, person: me.uid, note: marks.word('operator', `note of ${name}`), offer }
    await operator.call('/api/operator/answerLoan', answer)
    return id
  }
  await loan('a refused loan', null)
  const id = await loan('a loan', { amount: 5_000_000, months: 12, rate: 850, days: 9 })
  const { answered_at: at } = await market.db
    .selectFrom('loans')
    .select('answered_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await me.push('loan.answer', { id, offerAt: at!.getTime(), accept: true })
  const application = async (name: string, of: 'person' | 'store'): Promise<string> => {
    const storeName = marks.word(of, `store name of ${name}`)
    const logo = await picture(stage, me, `logo of ${name}`, { of })
    const documents = { front: '', back: '', holding: '' }
    for (const which of ['front', 'back', 'holding'] as const)
      documents[which] = await picture(stage, me, `${which} of ${name}`, { sealed: true })
    const strokes = `20,20 ${randomInt(400, 600)},${randomInt(100, 240)};${randomInt(20, 90)},31 61,${randomInt(60, 200)}`
    marks.note('person', `signature of ${name}`, strokes, true)
    const form = applying(
      { logo, ...documents },
      { storeName, strokes, realName: marks.secret(`real name of ${name}`) },
    )
    await me.push('merchant.apply', { ...form, documentNumber: marks.secret(`number of ${name}`) })
    return form.id
  }
  const refused = await application('a refused application', 'person')
  const asked = [{ what: 'front' as const, note: marks.word('operator', 'what is asked for') }]
  await operator.call('/api/operator/decide_application', { act: 'ask', id: refused, asked })
  const reason = marks.word('operator', 'refusal of the application')
  await operator.call('/api/operator/decide_application', { act: 'refuse', id: refused, reason })
  const approved = await application('an application', 'store')
  await approve(market.db, approved, Date.now())
  const { store_id: storeId, store_uid: uid } = (await readApplication(market.db, approved))!
  await market.db.transaction().execute((tx) => addMember(tx, storeId!, heir, 'owner'))
  const answers = { [randomUUID()]: marks.word('store', 'saved reply') }
  await me.push('store.notice', { announcement: marks.word('store', 'announcement'), answers }, uid!)
  const legal = { name: marks.word('store', 'legal name'), address: marks.word('store', 'legal address') }
  await me.push('store.legal', { ...legal, taxNumber: marks.word('store', 'store’s tax number') }, uid!)
  const sheet = { title: marks.word('store', 'line sheet'), goods: [randomUUID()], until: null }
  await me.push('sheet.make', { id: randomUUID().replaceAll('-', '').slice(0, 24), ...sheet }, uid!)
  return storeId!
}

/**
 * The person is suspended for a reason, goes on, and is suspended again; that an operator who is alone asks for the end
 * of it waits.
 */
export async function suspend({ market, marks, operator }: Stage, { uid, email }: Acting & { email: string }) {
  const [first, last] = [marks.word('operator', 'suspension'), marks.word('operator', 'last suspension')]
  for (const words of [
    ['suspend', email, first],
    ['unsuspend', email],
    ['suspend', email, last],
  ])
    await operate(market.db, words, Date.now())
  const asked = await operator.call('/api/operator/suspend', { trader: { person: uid }, reason: null })
  expect(asked).toMatchObject({ became: 'waits' })
}
