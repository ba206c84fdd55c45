import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EntranceCode } from '#contract/operator/schema-acts.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { orderNumber } from '#server/orders/order/number.ts'
import { addMember } from '#server/members/members.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { appointed, operatorWith, type Operator } from '../../support/market/operator.ts'
import { giveMoney, makeAddress, makeShop, placing } from '../../support/market/orders.ts'
import { giveFactor } from '../../support/market/second-factor.ts'

// One operator alone: who is made an operator, how far a rate moves, how much is given back in a day, one's own cases,
// and a second factor that somebody lost.

const DAY = 86_400_000
let market: TestMarket
let at = Date.UTC(2027, 5, 1, 12)
let first: Operator
const recovery = new Map<string, string[]>()

/** Gives a person a second factor; keeps its recovery codes. */
async function enrol(person: { uid: string; email: string }): Promise<void> {
  const codes = await giveFactor(market.db, person, at)
  recovery.set(person.uid, codes)
}

beforeAll(async () => {
  market = await openTestMarket({ now: () => at })
  first = await operatorWith(market, [], at)
  await enrol(first)
})
afterAll(() => market.close())

const lastEntry = async () =>
  market.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

describe('adding operators', () => {
  it('takes the password and second factor of the only one', async () => {
    const second = await market.person()
    const add = (proof: object) => first.ask('staffSet', { email: second.email, rights: ['people'], ...proof })
    const [code] = recovery.get(first.uid)!
    expect((await first.ask('staff')).data).toMatchObject({ only: true })
    expect(await add({})).toMatchObject({ data: { reason: 'invalid', params: { path: 'password' } } })
    expect(await add({ password: 'wrong', code })).toMatchObject({ data: { reason: 'wrongPassword' } })
    expect(await add({ password: first.password, code: '000000' })).toMatchObject({ data: { reason: 'codeWrong' } })
    const made = await add({ password: first.password, code })
    const { entrance } = made.data as { entrance: EntranceCode }
    expect(made.data).toMatchObject({ became: 'done', entrance: { email: second.email, minutes: 15 } })
    expect(await lastEntry()).toMatchObject({ what: 'operator.add', after: { pair: { alone: true } } })
    expect((await market.call('/api/operator/enter', { code: entrance.code }, await market.login(second))).code).toBe(1)
    expect((await first.ask('staff')).data).toMatchObject({ only: false })
  })

  it('takes two once there are two, and whoever agrees reads the code', async () => {
    const [staff, third] = [await operatorWith(market, ['staff'], at), await market.person()]
    expect((await staff.ask('staffSet', { email: third.email, rights: ['orders', 'money'] })).data).toMatchObject({
      became: 'waits',
    })
    const [act] = await first.waiting()
    expect(act).toMatchObject({ about: { whom: third.email }, value: { rights: ['orders', 'money'] } })
    const { entrance } = (await first.ask('decide', { id: act!.id, agree: true })).data as { entrance: EntranceCode }
    expect(entrance.email).toBe(third.email)
    expect((await market.call('/api/operator/enter', { code: entrance.code }, await market.login(third))).code).toBe(1)
  })

  it('no operator alone gives themselves a right', async () => {
    const staff = await operatorWith(market, ['staff'], at)
    expect((await staff.ask('staffSet', { email: staff.email, rights: ['staff', 'money'] })).data).toMatchObject({
      became: 'waits',
    })
    expect(await staff.ask('money')).toMatchObject({ data: { reason: 'noRight' } })
    for (const { id } of await first.waiting()) await first.ask('decide', { id, agree: false })
  })
})

describe('rates', () => {
  let cashier: Operator
  beforeAll(async () => {
    cashier = await operatorWith(market, ['money'], at)
    await operate(market.db, ['rate', 'EUR', '1.0000'], at - 2 * DAY)
  })
  const set = async (amount: string, currency = 'EUR') =>
    ((await cashier.ask('moneySet', { what: 'rate', currency, amount })).data as { became?: string }).became
  const rate = async () =>
    ((await cashier.ask('money')).data as { rates: { currency: string; rate: string }[] }).rates.find(
      (one) => one.currency === 'EUR',
    )?.rate

  it('move by five percent within a day at most, in whatever steps', async () => {
    expect(await set('1.05')).toBe('done')
    expect(await set('1.0501')).toBe('waits')
    expect(await set('0.95')).toBe('waits')
    expect(await set('0.9524')).toBe('done')
    expect(await rate()).toBe('0.9524')
    expect(await set('0.00000001')).toBe('waits')
    expect(await rate()).toBe('0.9524')
  })

  it('first rates of a currency take two', async () => {
    expect(await set('0.0067', 'JPY')).toBe('waits')
    const act = (await first.waiting()).find((one) => one.value?.act === 'rate' && one.value.currency === 'JPY')
    expect((await first.ask('decide', { id: act!.id, agree: true })).code).toBe(1)
    const { rates } = (await cashier.ask('money')).data as { rates: { currency: string }[] }
    expect(rates.map((one) => one.currency)).toContain('JPY')
  })

  it('change twenty times a day at most, by one operator', async () => {
    const answers = []
    for (let n = 0; n < 20; n++) answers.push(await set('1'))
    expect(answers).toEqual([...Array(18).fill('done'), 'waits', 'waits'])
  })

  it('take two to move further at once', async () => {
    const loosen = (amount: string) => cashier.ask('moneySet', { what: 'rateStep', amount })
    expect((await loosen('10')).data).toEqual({ became: 'waits' })
    expect((await loosen('4')).data).toEqual({ became: 'done' })
  })
})

describe('money given back', () => {
  const orderOf = async (num: number) => {
    const person = await market.person()
    const token = await market.login(person)
    await giveMoney(market.db, person.uid, 10_000_000)
    const shop = await makeShop(market.db, [{ stock: 1000, ladder: [{ from: 1, price: 1000 }] }])
    const placed = await placing(market.db, shop.shopId, await makeAddress(market.db, person.uid), [
      { id: shop.ids[0]!, num },
    ])
    await market.call('/api/order/place', placed, token)
    const { id } = await market.db
      .selectFrom('orders')
      .select('id')
      .where('user_id', '=', person.uid)
      .executeTakeFirstOrThrow()
    await market.call('/api/order/pay', { ids: [id], password: person.password }, token)
    return { id, person, token, shopId: shop.shopId }
  }
  const refund = async (by: Operator, id: string) =>
    ((await by.ask('refund', { id, reason: 'Closed.' })).data as { became?: string }).became

  it('counts per operator and day, not per act; a refund that fails is not counted', async () => {
    const [one, other] = [await operatorWith(market, ['orders'], at), await operatorWith(market, ['orders'], at)]
    const orders = []
    for (let n = 0; n < 4; n++) orders.push((await orderOf(40)).id)
    expect(await one.ask('refund', { id: 'no such order', reason: 'x' })).toMatchObject({
      data: { reason: 'orderGone' },
    })
    // 400.00 each, against 1,000.00 a day.
    expect(await refund(one, orders[0]!)).toBe('done')
    expect(await refund(one, orders[1]!)).toBe('done')
    expect(await refund(one, orders[2]!)).toBe('waits')
    expect(await refund(other, orders[3]!)).toBe('done')
    at += DAY
    expect(await refund(one, orders[2]!)).toBe('done')
  })

  it('counts an order that is named by its number as well', async () => {
    const one = await operatorWith(market, ['orders'], at)
    const { id } = await orderOf(200)
    const { serial } = await market.db
      .selectFrom('orders')
      .select('serial')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(await refund(one, orderNumber(serial))).toBe('waits')
    expect(await refund(one, orderNumber(serial).toLowerCase())).toBe('waits')
    const act = (await one.waiting()).find(({ by }) => by.id === one.uid)
    expect(act).toMatchObject({ value: { order: id }, about: { money: { amount: 200_000 } } })
  })

  it('two refunds at once do not both use what is left of a day', async () => {
    const one = await operatorWith(market, ['orders'], at)
    const orders = [(await orderOf(60)).id, (await orderOf(60)).id]
    expect((await Promise.all(orders.map((id) => refund(one, id)))).toSorted()).toEqual(['done', 'waits'])
  })

  it('takes two where the operator is the buyer, or of the store', async () => {
    const { id, shopId } = await orderOf(1)
    const member = await operatorWith(market, ['orders'], at)
    await market.db.transaction().execute((tx) => addMember(tx, shopId, member.uid, 'staff'))
    expect(await refund(member, id)).toBe('waits')
    const own = await orderOf(1)
    const buyer = await appointed(market, own.person, own.token, ['orders'], at)
    expect(await refund(buyer, own.id)).toBe('waits')
    const act = (await first.waiting()).find((one) => one.by.id === buyer.uid)
    expect((await first.ask('decide', { id: act!.id, agree: true })).code).toBe(1)
  })
})

it('an operator’s own product, once taken off, is shown again by two', async () => {
  const catalogue = await operatorWith(market, ['catalogue'], at)
  const { shopId, ids } = await market.products(2, 10)
  await market.db.transaction().execute((tx) => addMember(tx, shopId, catalogue.uid, 'owner'))
  const elsewhere = await market.products(1, 10)
  for (const id of [ids[0]!, elsewhere.ids[0]!])
    expect((await catalogue.ask('bar', { what: 'goods', id, reason: 'Copies.' })).code).toBe(1)
  const show = (id: number) => catalogue.ask('bar', { what: 'goods', id, reason: null })
  expect((await show(elsewhere.ids[0]!)).data).toEqual({ became: 'done' })
  expect((await show(ids[0]!)).data).toEqual({ became: 'waits' })
  const review = async (product: number, store: number) => {
    const row = {
      product_id: product,
      store_id: store,
      user_id: null,
      author: 'Ann',
      rating: 1,
      text: 'Broken',
      language: 'en',
    }
    const { id } = await market.db
      .insertInto('reviews')
      .values({ ...row, pictures: '[]', reply: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const hide = async (id: number) =>
    (await catalogue.ask('bar', { what: 'review', id, reason: 'Rude.' })).data as { became?: string }
  expect((await hide(await review(elsewhere.ids[0]!, elsewhere.shopId))).became).toBe('done')
  expect((await hide(await review(ids[1]!, shopId))).became).toBe('waits')
})

it('a lost second factor is removed by two; its person is mailed, and marked as reset', async () => {
  const person = await market.person()
  await enrol(person)
  const asker = await operatorWith(market, ['people'], at)
  expect((await asker.ask('endFactor', { person: person.uid })).data).toEqual({ became: 'waits' })
  const login = (extra: object) => market.call('/api/user/login', { ...person, uid: undefined, ...extra })
  expect(await login({})).toMatchObject({ data: { reason: 'factorNeeded' } })
  const act = (await first.waiting()).find((one) => one.act === 'factor')
  expect(act).toMatchObject({ about: { whom: person.email } })
  expect((await first.ask('decide', { id: act!.id, agree: true })).code).toBe(1)
  expect((await login({})).code).toBe(1)
  const mail = await market.db.selectFrom('mails').selectAll().where('address', '=', person.email).execute()
  expect(mail.map((one) => one.subject)).toEqual(['Your Caravan account no longer has a second factor'])
  expect(mail[0]!.body).toContain('Device: the market’s operators')
  const reset = await market.db
    .selectFrom('users')
    .select('credentials_reset_at')
    .where('id', '=', person.uid)
    .executeTakeFirstOrThrow()
  expect(reset.credentials_reset_at).toEqual(new Date(at))
  expect(await asker.ask('endFactor', { person: person.uid })).toMatchObject({ data: { reason: 'operatorSays' } })
  // A new one that was set up since an act was asked for stays.
  at += DAY
  await enrol(person)
  expect((await asker.ask('endFactor', { person: person.uid })).data).toEqual({ became: 'waits' })
  at += DAY
  await enrol(person)
  const late = (await first.waiting()).find((one) => one.act === 'factor')
  expect(await first.ask('decide', { id: late!.id, agree: true })).toMatchObject({ data: { reason: 'operatorSays' } })
  expect(await login({})).toMatchObject({ data: { reason: 'factorNeeded' } })
})
