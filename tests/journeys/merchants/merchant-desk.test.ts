import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newBuyer, settled } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { applying } from '../../support/market/applying.ts'
import { keepAll, stateOn, untilState } from '../../support/people/merchants.ts'
import { appointed, newOperator, operatorWith } from '../../support/market/operator.ts'
import { act } from '../../support/device/world.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

it('the desk of applications: read, looked at, asked, approved; each look and each decision is written down', async () => {
  const b = await newBuyer(market)
  const payload = applying(await keepAll(b, 201))
  await act(b.tab, 'merchant.apply', payload)
  await settled(b)
  const token = await newOperator(market, 'applications')
  const ask = async (name: string, input: object, by = token) => market.call(`/api/operator/${name}`, input, by)
  const none = await newOperator(market, 'orders')
  for (const name of ['applications', 'application', 'document', 'decide_application'])
    expect(await ask(name, { id: payload.id, which: 'front', act: 'take' }, none)).toMatchObject({
      code: 403,
      data: { reason: 'noRight' },
    })

  expect((await ask('applications', {})).data).toMatchObject({
    applications: [{ id: payload.id, state: 'submitted', storeName: payload.storeName, sent: 1 }],
  })
  expect((await ask('applications', { find: 'QUASTEN' })).data).toMatchObject({ applications: [{ id: payload.id }] })
  expect((await ask('applications', { find: 'Ottokar' })).data).toEqual({ applications: [] })
  expect((await ask('application', { id: payload.id })).data).toMatchObject({
    documentNumber: payload.documentNumber,
    email: b.person.email,
    application: { realName: payload.realName },
  })
  const picture = await ask('document', { id: payload.id, which: 'holding' })
  expect(picture.headers.get('Cache-Control')).toBe('no-store')
  const bytes = Buffer.from((picture.data as { bytes: string }).bytes, 'base64')
  expect(bytes.toString('latin1', 8, 12)).toBe('WEBP')

  await ask('decide_application', { id: payload.id, act: 'take' })
  await untilState(b, 'inReview')
  await ask('decide_application', {
    id: payload.id,
    act: 'ask',
    asked: [{ what: 'realName', note: 'As on the document.' }],
  })
  await untilState(b, 'changes')
  expect((await ask('applications', {})).data).toEqual({ applications: [] })
  expect(await ask('decide_application', { id: payload.id, act: 'approve' })).toMatchObject({
    data: { reason: 'applicationMoved' },
  })
  const realName = 'Ottilie von Quastenberg'
  await act(b.tab, 'merchant.apply', {
    ...payload,
    realName,
    documentNumber: null,
    pictures: { logo: null, front: null, back: null, holding: null },
  })
  await settled(b)
  expect((await ask('decide_application', { id: payload.id, act: 'approve' })).data).toMatchObject({
    application: { state: 'approved' },
  })
  await untilState(b, 'approved')
  expect(JSON.parse((await stateOn(b)).clear!.receipt)).toMatchObject({ partyB: realName })

  const { rows } = await sql<{ what: string; after: { which?: string; state?: string } }>`
    select what, after from audit_log where subject = ${`application:${payload.id}`} order by id`.execute(market.db)
  expect(rows.map(({ what, after }) => [what, after.which ?? after.state])).toEqual([
    ['document.view', 'number'],
    ['document.view', 'holding'],
    ['application.take', 'inReview'],
    ['application.ask', 'changes'],
    ['application.approve', 'approved'],
  ])
  expect(JSON.stringify(rows)).not.toContain(payload.documentNumber)
  await b.device.end()
})

it('an operator’s own application is taken up by them, and decided by two', async () => {
  const b = await newBuyer(market)
  const sent = applying(await keepAll(b, 202))
  await act(b.tab, 'merchant.apply', sent)
  await settled(b)
  const applicant = await appointed(market, b.person, await market.login(b.person), ['applications'])
  const other = await operatorWith(market, ['applications'])
  const decide = (name: string) => applicant.ask('decide_application', { id: sent.id, act: name })
  expect((await decide('take')).data).toMatchObject({ became: 'done', application: { state: 'inReview' } })
  expect((await decide('approve')).data).toMatchObject({ became: 'waits', application: { state: 'inReview' } })
  const [waiting] = await other.waiting()
  expect((await other.ask('decide', { id: waiting!.id, agree: true })).code).toBe(1)
  await untilState(b, 'approved')
  await b.device.end()
})
