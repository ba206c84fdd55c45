import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Input, Stated } from '#contract/registry.ts'
import { coinRates } from '#server/rates/coin-rates.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { operatorWith, type Operator } from '../../support/market/operator.ts'
import { giveCoins, makeAddress, makeShop, placing } from '../../support/market/orders.ts'
import { endDevices, newDevice } from '../../support/device/world.ts'

// Currencies and what they are worth, as operators keep them on a screen: from a list, several at once, by two where a
// rate jumps, each with its age and source, and removed once nobody uses them.

const DAY = 86_400_000
let market: TestMarket
let at = Date.UTC(2027, 5, 1, 12)
let one: Operator
let two: Operator
beforeAll(async () => {
  market = await openTestMarket({ now: () => at })
})
afterAll(async () => {
  await endDevices()
  await market.close()
})
beforeEach(async () => {
  at += 7 * DAY
  await market.db.deleteFrom('pending_acts').execute()
  await market.db.deleteFrom('operators').execute()
  one = await operatorWith(market, ['money'], at)
  two = await operatorWith(market, ['money'], at)
  for (const [code, rate] of [
    ['EUR', '1.08'],
    ['EGP', '0.02'],
    ['ETH', '3000'],
  ])
    await say('rate', code!, rate!)
  at += DAY
})

type NewRate = Input<'operator.ratesSet'>['rates'][number]
async function say(...args: string[]): Promise<string> {
  const { exit, text } = await operate(market.db, args, at)
  return `${exit} ${text}`
}
const set = async (...rates: NewRate[]) => (await one.ask('ratesSet', { rates })).data
const rates = async () => ((await one.ask('currencies')).data as Stated<'operator.currencies'>).rates
const rate = async (currency: string) => (await rates()).find((each) => each.currency === currency)
const looked = async (currency: string) => (await one.ask('currency', { currency })).data as Stated<'operator.currency'>
const nameOf = async ({ uid }: Operator): Promise<string> =>
  (await market.db.selectFrom('users').select('username').where('id', '=', uid).executeTakeFirstOrThrow()).username
const agree = async () => {
  const [act] = await two.waiting()
  expect((await two.ask('decide', { id: act!.id, agree: true })).code).toBe(1)
  return act!
}

describe('rates', () => {
  it('are set several at once: small steps now, larger ones as one act that waits for a second operator', async () => {
    expect(
      await set(
        { currency: 'eur', amount: '1.09' },
        { currency: 'EGP', amount: '0.03' },
        { currency: 'JPY', amount: '0.0067' },
      ),
    ).toEqual({ became: 'waits', waits: ['EGP', 'JPY'] })
    expect(await rate('EUR')).toMatchObject({ rate: '1.09', at, source: 'screen', by: await nameOf(one), asked: null })
    expect(await rate('EGP')).toMatchObject({ rate: '0.02', source: 'command', by: null, waits: true })
    expect(await rate('JPY')).toBeUndefined()
    at += 1000
    const act = await agree()
    expect(act).toMatchObject({
      act: 'rates',
      args: ['EGP 0.03', 'JPY 0.0067'],
      value: { rates: [{ currency: 'EGP', rate: '0.03' }, { currency: 'JPY' }] },
    })
    const by = { source: 'screen', by: await nameOf(two), asked: await nameOf(one), at, waits: false }
    expect(await rate('EGP')).toMatchObject({ rate: '0.03', ...by })
    expect(await rate('JPY')).toMatchObject({ rate: '0.0067', ...by })
    const { past } = await looked('EGP')
    expect(past.slice(0, 2).map((each) => [each.rate, each.source, each.asked])).toEqual([
      ['0.03', 'screen', await nameOf(one)],
      ['0.02', 'command', null],
    ])
    const entries = await market.db
      .selectFrom('audit_log')
      .select(['what', 'subject'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(entries.map(({ subject }) => subject).toSorted()).toEqual(['currency:EGP', 'currency:JPY'])
  })

  it('grow old, are confirmed together as one of the twenty times a day, and fixed ones do not grow old', async () => {
    at += 2 * DAY
    expect([(await rate('EUR'))!.old, (await rate('EGP'))!.old]).toEqual([true, true])
    const both = [
      { currency: 'EUR', amount: '1.08' },
      { currency: 'EGP', amount: '0.02' },
    ]
    for (let n = 0; n < 20; n++) expect(await set(...both)).toEqual({ became: 'done', waits: [] })
    expect([(await rate('EUR'))!.old, (await rate('EGP'))!.old]).toEqual([false, false])
    expect(await set(...both)).toMatchObject({ became: 'waits', waits: ['EUR', 'EGP'] })
    // One that becomes fixed takes two.
    at += DAY
    expect(await set({ currency: 'EUR', amount: '1.08', fixed: true })).toMatchObject({ became: 'waits' })
  })

  it('that wait together close each of their coins', async () => {
    const state = async () => (await coinRates(market.db, at)).find(({ coin }) => coin === 'ETH')?.state
    await set({ currency: 'ETH', amount: '3010' })
    expect(await state()).toBe('payable')
    await set({ currency: 'ETH', amount: '4000' }, { currency: 'EGP', amount: '0.05' })
    expect(await state()).toBe('waits')
    await agree()
    expect(await state()).toBe('payable')
  })

  it('that cannot be asked for leave all as they are', async () => {
    for (let n = 0; n < 20; n++) await set({ currency: 'JPY', amount: `0.00${n + 10}` })
    expect(await set({ currency: 'EUR', amount: '1.09' }, { currency: 'EGP', amount: '0.05' })).toMatchObject({
      reason: 'operatorSays',
    })
    expect(await rate('EUR')).toMatchObject({ rate: '1.08' })
  })
})

describe('codes', () => {
  it('are those of currencies in use and of coins, on a screen and in commands', async () => {
    const refused = async (currency: string) => (await one.ask('ratesSet', { rates: [{ currency, amount: '2' }] })).msg
    for (const code of ['EGY', 'XYZ', 'XAU', 'BGN']) {
      expect(await refused(code)).toBe(
        `This did not work. “${code}” is neither a currency in use (ISO 4217) nor a coin (USDT, ETH, BTC).`,
      )
      expect(await say('rate', code, '2')).toMatch(/^1 “\w{3}” is neither a currency in use/)
      await expect(
        sql`insert into exchange_rates (currency, numerator, denominator) values (${code}, 2, 1)`.execute(market.db),
      ).rejects.toThrow('exchange_rates_currency')
    }
    expect(await refused('USD')).toBe('This did not work. Balances are in USD: its rate is always 1.')
    expect((await one.ask('ratesSet', { rates: [{ currency: 'EUR', amount: '1,5' }] })).msg).toContain('1,5')
    // One that is wrong keeps the others from being set.
    await set({ currency: 'EUR', amount: '1.09' }, { currency: 'EGY', amount: '1' })
    expect(await rate('EUR')).toMatchObject({ rate: '1.08' })
    expect(await say('rate', 'EUR', '1.09', 'EGP', '0.03', 'fixed')).toMatch(
      /^0 1 EUR is 1.09 USD.+\n1 EGP is 0.03 USD/,
    )
    expect(await rate('EGP')).toMatchObject({ rate: '0.03', fixed: true, source: 'command' })
  })

  it('that were set before that rule can be read and removed', async () => {
    await sql`alter table exchange_rates drop constraint exchange_rates_currency`.execute(market.db)
    await sql`insert into exchange_rates (currency, numerator, denominator) values ('EGY', 2, 1)`.execute(market.db)
    await sql`alter table exchange_rates add constraint exchange_rates_currency
      check (currency in ('USDT', 'ETH', 'BTC') or is_currency(currency)) not valid`.execute(market.db)
    expect(await rate('EGY')).toMatchObject({ known: false, rate: '2', source: '', by: null })
    expect(await rate('EGP')).toMatchObject({ known: true })
    expect(await say('currency')).toMatch(/EGY .*unknown code: remove/)
    expect((await one.ask('currencyRemove', { currency: 'EGY' })).code).toBe(1)
    expect(await rate('EGY')).toBeUndefined()
  })
})

describe('a currency', () => {
  const remove = async (currency: string) => (await one.ask('currencyRemove', { currency })).msg

  it('that somebody uses is not removed, and who uses it is said', async () => {
    const shop = await makeShop(market.db, [{ stock: 5 }], { currency: 'EGP' })
    await market.db.updateTable('stores').set({ name: 'Nile Cotton' }).where('id', '=', shop.shopId).execute()
    const person = await market.person()
    const token = await market.login(person)
    const order = await placing(market.db, shop.shopId, await makeAddress(market.db, person.uid), [
      { id: shop.ids[0]!, num: 1 },
    ])
    expect((await market.call('/api/order/place', order, token)).code).toBe(1)
    const use = { stores: 1, names: ['Nile Cotton'], goods: 1, orders: 1, quotes: 0, holders: 0 }
    expect((await looked('EGP')).use).toEqual(use)
    expect(await remove('EGP')).toBe(
      'This did not work. EGP is in use. Stores: 1 (Nile Cotton). Products: 1. Unpaid orders: 1. Price requests: 0.',
    )
    expect(await rate('EGP')).toMatchObject({ rate: '0.02' })
    await market.db
      .updateTable('products')
      .set({ offered: false, deleted: true })
      .where('store_id', '=', shop.shopId)
      .execute()
    await market.db.updateTable('stores').set({ currency: 'USD' }).where('id', '=', shop.shopId).execute()
    expect(await remove('EGP')).toContain('Unpaid orders: 1')
    await market.db.updateTable('orders').set({ state: 'cancelled', reserved: false }).execute()
    expect((await one.ask('currencyRemove', { currency: 'EGP' })).code).toBe(1)
    const [entry] = await market.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).execute()
    expect(entry).toMatchObject({ what: 'rate.remove', subject: 'currency:EGP', by_user: one.uid, after: null })
  })

  it('that nobody uses is gone from devices, too, and takes two to come back', async () => {
    const device = newDevice(market)
    const tab = device.tab()
    await tab.ready()
    const onDevice = async () => {
      await tab.want('catalogue.rates', {})
      const db = await device.catalogueDb()
      const codes = (await db.rates.toArray()).map(({ currency }) => currency)
      db.close()
      return codes
    }
    expect(await onDevice()).toContain('EUR')
    expect((await one.ask('currencyRemove', { currency: 'EUR' })).code).toBe(1)
    await expect.poll(onDevice).not.toContain('EUR')
    expect(await remove('EUR')).toBe('This did not work. EUR has no rate any more.')
    expect(await set({ currency: 'EUR', amount: '1.08' })).toMatchObject({ became: 'waits', waits: ['EUR'] })
    await agree()
    await expect.poll(onDevice).toContain('EUR')
  })

  it('that is a coin stays while anybody holds some', async () => {
    const { uid } = await market.person()
    await giveCoins(market.db, uid, 'tETH', 5n)
    expect((await looked('ETH')).use).toMatchObject({ holders: 1 })
    expect(await remove('ETH')).toBe('This did not work. ETH is in use. Accounts that hold it: 1.')
    expect(await say('currency', 'remove', 'eth')).toBe('1 ETH is in use. Accounts that hold it: 1.')
  })
})

it('only operators of money read and set them', async () => {
  const site = await operatorWith(market, ['site', 'people'], at)
  for (const [name, input] of [
    ['currencies', {}],
    ['currency', { currency: 'EUR' }],
    ['ratesSet', { rates: [{ currency: 'EUR', amount: '1.09' }] }],
    ['currencyRemove', { currency: 'EUR' }],
  ] as const)
    expect(await site.ask(name, input)).toMatchObject({ code: 403, data: { reason: 'noRight' } })
})
