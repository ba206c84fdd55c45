import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operate } from '#server/operator/commands/operate.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import { operatorWith, type Operator } from '../../support/market/operator.ts'
import { giveMoney, makeAddress, makeShop, placing } from '../../support/market/orders.ts'

// Grave acts take two operators. A single one waits a day, is mailed, and may then do them alone.

const HOUR = 3_600_000
let market: TestMarket
let at = Date.now()
let [first, second]: Operator[] = []
let buyer: TestPerson & { token: string }

beforeAll(async () => {
  market = await openTestMarket({ now: () => at })
  const person = await market.person()
  buyer = { ...person, token: await market.login(person) }
  first = await operatorWith(market, [], at)
})
afterAll(() => market.close())

const lastEntry = async () =>
  market.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
const suspendedFor = async (uid = buyer.uid) =>
  (await market.db.selectFrom('users').select('suspended_for').where('id', '=', uid).executeTakeFirstOrThrow())
    .suspended_for
const suspend = (by: Operator, reason: string | null, person = buyer.uid) =>
  by.ask('suspend', { trader: { person }, reason })
const mailsTo = async ({ email }: { email: string }) =>
  (await market.db.selectFrom('mails').select('subject').where('address', '=', email).execute()).map(
    (one) => one.subject,
  )

describe('while there is one operator', () => {
  it('a suspension waits a day, is mailed to them, and is then theirs to do; the person can read and not order', async () => {
    const shop = await makeShop(market.db, [{ stock: 100 }])
    const addressId = await makeAddress(market.db, buyer.uid)
    await giveMoney(market.db, buyer.uid, 1_000_000)
    expect((await suspend(first!, 'Never paid.')).data).toEqual({ became: 'waits', aloneFrom: at + 24 * HOUR })
    expect(await suspendedFor()).toBeNull()
    expect(await mailsTo(first!)).toEqual(['Caravan: an action is waiting for a second operator'])
    const [act] = await first!.waiting()
    expect(act).toMatchObject({
      value: { act: 'suspend', whom: { person: buyer.uid }, reason: 'Never paid.' },
      about: { whom: buyer.email },
      aloneFrom: act!.at + 24 * HOUR,
    })
    at += 23 * HOUR
    expect(await first!.ask('decide', { id: act!.id, agree: true })).toMatchObject({ data: { reason: 'noRight' } })
    at += HOUR
    expect(await first!.ask('decide', { id: act!.id, agree: true })).toMatchObject({ data: { acts: [] } })
    expect(await lastEntry()).toMatchObject({
      what: 'person.suspend',
      by_user: first!.uid,
      before: { suspended: null },
      after: { suspended: 'Never paid.', pair: { alone: true } },
    })
    const order = await placing(market.db, shop.shopId, addressId, [{ id: shop.ids[0]!, num: 1 }])
    expect(await market.call('/api/order/place', order, buyer.token)).toMatchObject({
      data: { reason: 'suspended', params: { for: 'Never paid.' } },
    })
    expect(await market.call('/api/user/profile', {}, buyer.token)).toMatchObject({ code: 1 })
    const messages = await market.db.selectFrom('messages').select('params').where('user_id', '=', buyer.uid).execute()
    expect(JSON.stringify(messages)).toContain('Never paid.')
    await operate(market.db, ['unsuspend', buyer.email], at)
    expect(await market.call('/api/order/place', order, buyer.token)).toMatchObject({ code: 1 })
  })

  it('a store’s goods are hidden with it, whoever changes them, and come back with it', async () => {
    const shop = await makeShop(market.db, [{ stock: 5 }, { stock: 5 }])
    await market.db.updateTable('products').set({ offered: false }).where('id', '=', shop.ids[1]!).execute()
    await operate(market.db, ['suspend', String(shop.shopId), 'Copies.'], at)
    const shown = async () =>
      (
        await market.db
          .selectFrom('products')
          .select(['id', 'active'])
          .where('store_id', '=', shop.shopId)
          .orderBy('id')
          .execute()
      ).map((one) => one.active)
    await market.db.updateTable('products').set({ offered: true }).where('id', '=', shop.ids[0]!).execute()
    expect(await shown()).toEqual([false, false])
    await operate(market.db, ['unsuspend', String(shop.shopId)], at)
    expect(await shown()).toEqual([true, false])
  })

  it('shortening that day waits, too; making it longer does not', async () => {
    const set = (amount: string) => first!.ask('moneySet', { what: 'soleWaits', amount })
    expect((await set('48')).data).toEqual({ became: 'done' })
    expect((await set('1')).data).toEqual({ became: 'waits', aloneFrom: at + 48 * HOUR })
    expect((await set('0')).data).toMatchObject({ reason: 'operatorSays' })
    const [act] = await first!.waiting()
    expect(act!.aloneFrom).toBe(act!.at + 48 * HOUR)
    await first!.ask('decide', { id: act!.id, agree: false })
    await operate(market.db, ['soleWaits', '24'], at)
  })
})

describe('once there are two', () => {
  beforeAll(async () => {
    second = await operatorWith(market, ['people'], at)
  })

  it('an act waits for the other, who is mailed and does it by agreeing; nobody agrees to their own', async () => {
    expect((await suspend(first!, 'Fraud.')).data).toEqual({ became: 'waits' })
    // The log outlives accounts: it names them by their numbers.
    expect(JSON.stringify(await lastEntry())).not.toContain(buyer.email)
    expect(await suspendedFor()).toBeNull()
    expect(await mailsTo(second!)).toEqual(['Caravan: an action is waiting for a second operator'])
    const [act] = await second!.waiting()
    at += 25 * HOUR
    expect(await first!.ask('decide', { id: act!.id, agree: true })).toMatchObject({ data: { reason: 'noRight' } })
    const both = await Promise.all([
      second!.ask('decide', { id: act!.id, agree: true }),
      second!.ask('decide', { id: act!.id, agree: true }),
    ])
    expect(both.map((one) => one.code).sort()).toEqual([1, 404])
    expect(await suspendedFor()).toBe('Fraud.')
    expect(await lastEntry()).toMatchObject({ by_user: second!.uid, after: { pair: { asked: first!.uid } } })
  })

  it('an act that is refused, or past its week, is never done', async () => {
    await suspend(first!, null)
    const [refused] = await second!.waiting()
    expect(await second!.ask('decide', { id: refused!.id, agree: false })).toMatchObject({ data: { acts: [] } })
    await suspend(first!, null)
    const [late] = await second!.waiting()
    at += 8 * 24 * HOUR
    expect(await second!.waiting()).toEqual([])
    expect(await second!.ask('decide', { id: late!.id, agree: true })).toMatchObject({ code: 404 })
    expect(await suspendedFor()).toBe('Fraud.')
  })

  it('an act is read by those who may agree to it, and by whoever asked', async () => {
    const staff = await operatorWith(market, ['staff'], at)
    await first!.ask('staffSet', { email: buyer.email, rights: ['orders'] })
    expect((await first!.waiting()).map((one) => one.act)).toEqual(['operator'])
    expect((await staff.waiting()).map((one) => one.act)).toEqual(['operator'])
    expect(await second!.waiting()).toEqual([])
    const [act] = await first!.waiting()
    expect(await second!.ask('decide', { id: act!.id, agree: true })).toMatchObject({ data: { reason: 'noRight' } })
    expect((await first!.ask('decide', { id: act!.id, agree: false })).code).toBe(1)
  })

  it('an act names its person by id: who takes over an address is not meant', async () => {
    const [meant, other] = [await market.person(), await market.person()]
    await second!.ask('suspend', { whom: meant.email, reason: 'Spam.' })
    await market.db.updateTable('users').set({ email: 'elsewhere@example.test' }).where('id', '=', meant.uid).execute()
    await market.db.updateTable('users').set({ email: meant.email }).where('id', '=', other.uid).execute()
    const [act] = await first!.waiting()
    expect(act).toMatchObject({ about: { whom: 'elsewhere@example.test' } })
    expect((await first!.ask('decide', { id: act!.id, agree: true })).code).toBe(1)
    expect(await suspendedFor(meant.uid)).toBe('Spam.')
    expect(await suspendedFor(other.uid)).toBeNull()
  })

  it('an operator who alone holds a right is not alone: the others are asked', async () => {
    const one = await openTestMarket({ now: () => at })
    try {
      const [staff, rest] = [await operatorWith(one, ['staff'], at), await operatorWith(one, ['people', 'money'], at)]
      const puppet = await one.person()
      expect((await staff.ask('staffSet', { email: puppet.email, rights: ['orders'] })).data).toEqual({
        became: 'waits',
        text: '',
      })
      const mails = await one.db.selectFrom('mails').select('address').orderBy('id').execute()
      expect(mails.map((mail) => mail.address).toSorted()).toEqual([staff.email, rest.email].toSorted())
      const [act] = await staff.waiting()
      expect(act!.aloneFrom).toBeUndefined()
      at += 25 * HOUR
      expect(await staff.ask('decide', { id: act!.id, agree: true })).toMatchObject({ data: { reason: 'noRight' } })
      expect((await rest.waiting()).map(({ id }) => id)).toEqual([act!.id])
      expect(await rest.ask('decide', { id: act!.id, agree: false })).toMatchObject({ data: { acts: [] } })
    } finally {
      await one.close()
    }
  })

  it('an act ends with its asker’s right, and does not come back with it', async () => {
    const third = await operatorWith(market, ['people'], at)
    await suspend(third, 'A grudge.', first!.uid)
    const [act] = await second!.waiting()
    await operate(market.db, ['operator', 'remove', third.email], at)
    expect(await second!.waiting()).toEqual([])
    expect(await second!.ask('decide', { id: act!.id, agree: true })).toMatchObject({ code: 404 })
    expect(await suspendedFor(first!.uid)).toBeNull()
    await operate(market.db, ['operator', 'add', third.email, 'people'], at)
    await market.db
      .updateTable('operators')
      .set({ entered_at: new Date(at) })
      .where('user_id', '=', third.uid)
      .execute()
    expect(await second!.waiting()).toEqual([])
  })

  it('an act that cannot be done any more goes, says why and is written down', async () => {
    await suspend(first!, null)
    const [act] = await second!.waiting()
    await operate(market.db, ['unsuspend', buyer.email], at)
    expect(await second!.ask('decide', { id: act!.id, agree: true })).toMatchObject({
      data: { reason: 'operatorSays' },
    })
    expect(await lastEntry()).toMatchObject({ what: 'unsuspend.fail', by_user: second!.uid })
    expect(await second!.waiting()).toEqual([])
    expect(await suspend(first!, null)).toMatchObject({ data: { reason: 'operatorSays' } })
  })

  it('one operator has at most twenty acts waiting', async () => {
    for (let n = 0; n < 20; n++) expect((await suspend(second!, `Reason ${n}`)).code).toBe(1)
    expect(await suspend(second!, 'One more')).toMatchObject({ data: { reason: 'operatorSays' } })
    expect((await suspend(first!, 'Another asks')).code).toBe(1)
    for (const { id } of await first!.waiting()) await first!.ask('decide', { id, agree: false })
  })

  it('a suspended operator operates no longer', async () => {
    await operate(market.db, ['suspend', second!.email, 'Bribes.'], at)
    expect(await second!.ask('people')).toMatchObject({ data: { reason: 'suspended' } })
    await operate(market.db, ['unsuspend', second!.email], at)
    expect((await second!.ask('people')).code).toBe(1)
  })

  it('a desk is shut to an operator without its right, and what cannot be done is said', async () => {
    for (const name of ['orders', 'site'])
      expect(await second!.ask(name)).toMatchObject({ data: { reason: 'noRight' } })
    expect(await first!.ask('siteSet', { name: 'web_name', value: '' })).toMatchObject({
      data: { reason: 'operatorSays' },
    })
    expect(await first!.ask('siteSet', { name: 'web_name', value: 'Oasis' })).toMatchObject({ code: 1 })
    expect(await lastEntry()).toMatchObject({ before: { value: 'Caravan' }, after: { value: 'Oasis' } })
    for (const name of ['people', 'stores', 'acts']) expect(await second!.ask(name)).toMatchObject({ code: 1 })
    for (const name of ['staff', 'site', 'orders', 'money']) expect(await first!.ask(name)).toMatchObject({ code: 1 })
    const figures = (await first!.ask('figures', { days: 7 })).data as { days: { people: number }[] }
    expect(figures.days).toHaveLength(7)
  })
})
