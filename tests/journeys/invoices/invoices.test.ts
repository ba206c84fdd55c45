import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { InvoicePaper } from '#contract/invoices/paper.ts'
import { grossOf } from '#contract/invoices/rules.ts'
import { ELSEWHERE } from '#contract/shipping/charges.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { acting } from '../../support/life/acting.ts'
import { buyOf, type Bought } from '../../support/people/bought.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import {
  giveCoins,
  giveMoney,
  makeAddress,
  makeShop,
  placing,
  unsound,
  type TestShop,
} from '../../support/market/orders.ts'
import { papersOn, type ShownPaper } from '../../support/market/papers.ts'
import { does, meet, offline, refusedOn, sent, staffPhone, type StaffPhone } from '../../support/people/staff-phone.ts'
import { endDevices, newDevice, type TestDevice } from '../../support/device/world.ts'

// Invoices and credit notes, from the payment to the phones of both sides, which then have no network.

let market: TestMarket
let store: TestShop
let ann: StaffPhone
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
})
afterAll(async () => {
  await endDevices()
  await market.close()
})
beforeEach(async () => {
  store = await makeShop(market.db, [{ stock: 500 }, { stock: 500 }], { shipping: 333, tax: 700 })
  ann = await staffPhone(market, store, 'owner')
})

/** A paid order of three pieces of one product and two of another: 2,500 of goods, 175 of tax, 333 of shipping. */
const bought = (): Promise<Bought> => buyOf(market, store, [ann])

/** A phone of a buyer's, which has all that is theirs. */
async function phoneOf({ email, password }: TestPerson): Promise<TestDevice> {
  const device = newDevice(market)
  const tab = device.tab()
  expect((await tab.call('user.login', { email, password })).kind).toBe('accepted')
  await tab.ready()
  await tab.flush(true)
  return device
}

const onDesk = (p: StaffPhone, id: string): Promise<ShownPaper[]> => papersOn({ device: p.device, as: p.desk }, id)
/** The papers of an order on the store's phone, once it has so many. */
async function deskHas(p: StaffPhone, id: string, count: number): Promise<InvoicePaper[]> {
  await expect.poll(async () => (await onDesk(p, id)).length).toBe(count)
  return (await onDesk(p, id)).map(({ paper }) => paper)
}
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const say = async (...args: string[]): Promise<void> => {
  expect((await operate(market.db, args, Date.now())).exit).toBe(0)
}

describe(`an invoice (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('is the same on the buyer’s phone and the store’s, in a tunnel, whatever is changed afterwards', async () => {
    await sent(ann, 'store.legal', { name: 'Lin Ltd', address: '4 Port road\nTyre', taxNumber: 'LB 601', prefix: 'nb' })
    await say('setting', 'web_name', 'Nile Bazaar')
    await say('setting', 'legal_name', 'Nile Bazaar Ltd')
    await say('setting', 'tax_number', 'VAT 900')
    const buyer = await market.person()
    const me = acting(market, { uid: buyer.uid, token: await market.login(buyer) })
    const billed = { company: 'Nile Traders', taxNumber: 'EG 123', address: '1 Corniche' }
    await me.push('billing.set', billed)
    await giveMoney(market.db, buyer.uid, 1_000_000)
    const addressId = await makeAddress(market.db, buyer.uid)
    const wanted = store.ids.map((id, n) => ({ id, num: 3 - n }))
    const p = await placing(market.db, store.shopId, addressId, wanted)
    await me.push('order.submit', { ...p, poNumber: 'PO-7', rate: null, due: p.total })
    const id = `${p.clientOrderId}:${store.shopId}`
    await me.call('/api/order/pay', { ids: [id], password: buyer.password })
    await deskHas(ann, id, 1)
    const phone = await phoneOf(buyer)
    await expect.poll(async () => (await papersOn({ device: phone, as: buyer.uid }, id)).length).toBe(1)
    phone.network.faults.offline = true
    offline(ann, true)

    const [mine] = await papersOn({ device: phone, as: buyer.uid }, id)
    const [theirs] = await onDesk(ann, id)
    expect(theirs).toEqual(mine)
    const { row, paper } = mine!
    expect(row.hash).toBe(sha256(row.paper))
    expect(row).toMatchObject({ orderId: id, kind: 'invoice', number: 'TEST-INV-NB-000001', total: 3_008 })
    expect(paper).toMatchObject({
      ...{ kind: 'invoice', number: row.number, at: row.at, test: true, credits: null, currency: 'USD', total: 3_008 },
      seller: { legalName: 'Lin Ltd', address: '4 Port road\nTyre', taxNumber: 'LB 601' },
      buyer: { ...billed, place: { recipient: 'Robin', country: 'DE', city: 'Berlin' } },
      market: { name: 'Nile Bazaar', legalName: 'Nile Bazaar Ltd', address: '', taxNumber: 'VAT 900' },
      order: { poNumber: 'PO-7' },
      taxes: [
        { rate: 700, base: 2_500, tax: 175 },
        { rate: 0, base: 333, tax: 0 },
      ],
      sums: { goods: 2_500, shipping: 333, taxIncluded: 0 },
      money: { amount: 3_008, currency: 'USD', rate: null, asset: 'tUSDT', units: '30080000' },
    })
    expect(paper.money.coinRate!.numerator).toBe(paper.money.coinRate!.denominator)
    expect(paper.lines.map(({ num, amount }) => [num, amount])).toEqual([
      [3, 1_500],
      [2, 1_000],
    ])
    // A reader of the invoice needs no telephone number and no mail address.
    expect(row.paper).not.toContain('+4930')
    expect(row.paper).not.toContain(buyer.email)

    await meet(ann)
    await sent(ann, 'store.legal', { name: 'Lin & Sons', prefix: '' })
    await me.push('billing.set', { company: '', taxNumber: '', address: '' })
    await market.db.updateTable('stores').set({ tax_basis_points: 900 }).where('id', '=', store.shopId).execute()
    const after = await bought()
    await deskHas(ann, after.id, 1)
    expect((await onDesk(ann, id))[0]).toEqual(mine)
    const [next] = await onDesk(ann, after.id)
    // Another prefix does not restart the numbers.
    expect(next!.row.number).toBe(`TEST-INV-${store.shopId}-000002`)
    expect(next!.paper).toMatchObject({
      seller: { legalName: 'Lin & Sons', taxNumber: 'LB 601' },
      buyer: { company: '' },
    })
  })

  it('has the tax of the country that its order goes to, as it was when that was placed', async () => {
    const taxes = { DE: { rate: 1_900, included: true }, EG: { rate: 1_400, included: false } }
    await sent(ann, 'store.taxes', { taxes })
    const buyer = await market.person()
    const { db } = market
    const token = await market.login(buyer)
    await giveMoney(db, buyer.uid, 1_000_000)
    const wanted = store.ids.map((id, n) => ({ id, num: 3 - n }))
    const ids: string[] = []
    for (const country of ['DE', 'EG', 'JP']) {
      const addressId = await makeAddress(db, buyer.uid, { country })
      const asked = await placing(db, store.shopId, addressId, wanted, { tax: 350, total: 3_183 })
      expect((await market.call('/api/order/place', asked, token)).code).toBe(1)
      ids.push(`${asked.clientOrderId}:${store.shopId}`)
    }
    await sent(ann, 'store.taxes', { taxes: { DE: null, EG: null, [ELSEWHERE]: { rate: 500, included: true } } })
    expect((await market.call('/api/order/pay', { ids, password: buyer.password }, token)).code).toBe(1)
    const papers: InvoicePaper[] = []
    for (const id of ids) papers.push(...(await deskHas(ann, id, 1)))
    // 19 of 119 parts of 25.00 are 3.99; shipping is free of tax.
    const shipping = { rate: 0, base: 333, tax: 0 }
    expect(papers.map(({ taxes: parts, sums, total }) => ({ parts, included: sums!.taxIncluded, total }))).toEqual([
      { parts: [{ rate: 1_900, base: 2_101, tax: 399 }, shipping], included: 399, total: 2_833 },
      { parts: [{ rate: 1_400, base: 2_500, tax: 350 }, shipping], included: 0, total: 3_183 },
      { parts: [{ rate: 700, base: 2_500, tax: 175 }, shipping], included: 0, total: 3_008 },
    ])
    // A refund takes its tax back with it.
    expect((await market.call('/api/order/cancel', { id: ids[0] }, token)).code).toBe(1)
    const [, note] = (await deskHas(ann, ids[0]!, 2)) as [InvoicePaper, InvoicePaper]
    expect(note).toMatchObject({ taxes: papers[0]!.taxes, sums: null, total: 2_833 })
  })

  it('has the rate of the order’s currency, and that of the coin with its time', async () => {
    await say('rate', 'EUR', '1.25')
    await say('rate', 'ETH', '2000')
    const eur = await makeShop(market.db, [{ stock: 9 }], { currency: 'EUR', tax: 1_900 })
    const buyer = await market.person()
    const me = acting(market, { uid: buyer.uid, token: await market.login(buyer) })
    await giveCoins(market.db, buyer.uid, 'tETH', 10n ** 18n)
    const p = await placing(market.db, eur.shopId, await makeAddress(market.db, buyer.uid), [
      { id: eur.ids[0]!, num: 2 },
    ])
    expect((await market.call('/api/order/place', p, me.token)).code).toBe(1)
    const id = `${p.clientOrderId}:${eur.shopId}`
    const { quotes } = await me.call<{ quotes: { id: string; asset: string; rate: { at: number } }[] }>(
      '/api/order/payQuote',
      { ids: [id] },
    )
    const quote = quotes.find(({ asset }) => asset === 'tETH')!
    await me.call('/api/order/pay', { ids: [id], quote: quote.id, password: buyer.password })
    const phone = await phoneOf(buyer)
    await expect.poll(async () => (await papersOn({ device: phone, as: buyer.uid }, id)).length).toBe(1)
    const [shown] = await papersOn({ device: phone, as: buyer.uid }, id)
    // 10.00 EUR and 1.90 of tax, at 1.25 dollars each, at 2,000 dollars an ether.
    expect(shown!.paper).toMatchObject({
      currency: 'EUR',
      total: 1_190,
      taxes: [{ rate: 1_900, base: 1_000, tax: 190 }],
    })
    const { money } = shown!.paper
    expect(money).toMatchObject({ amount: 1_488, currency: 'USD', asset: 'tETH', units: '7440000000000000' })
    expect(money.rate!.numerator / money.rate!.denominator).toBe(1.25)
    expect(money.coinRate).toMatchObject({ at: quote.rate.at })
    expect(money.coinRate!.numerator / money.coinRate!.denominator).toBe(2_000)
  })

  it('is credited, refund by refund, until nothing is left of it', async () => {
    const { buyer, token, id } = await bought()
    const lines = [{ id: store.ids[0]!, variantId: 0, num: 2 }]
    await sent(ann, 'sale.ship', { id, parcel: 1, lines, carrier: '', tracking: '4711' })
    await sent(ann, 'sale.refundPart', { id, refund: 1, parcel: 1, amount: 100, words: 'Two were scratched' })
    expect((await market.call('/api/order/cancel', { id }, token)).code).toBe(1)
    await say('refund', id, 'operator', 'Lost on the way')
    await meet(ann)
    const [invoice, ...notes] = (await deskHas(ann, id, 4)) as [InvoicePaper, ...InvoicePaper[]]
    expect(notes.map(({ kind, why, number, credits }) => [kind, why, number, credits!.number])).toEqual([
      ['creditNote', 'part', `TEST-CRN-${store.shopId}-000001`, invoice.number],
      ['creditNote', 'rest', `TEST-CRN-${store.shopId}-000002`, invoice.number],
      ['creditNote', 'order', `TEST-CRN-${store.shopId}-000003`, invoice.number],
    ])
    // Of which goods, and in whole what was invoiced: rate by rate, in the market's currency, and in coins.
    expect(notes.map((note) => note.lines.map((line) => [line.id, line.num]))).toEqual([
      [[store.ids[0], 2]],
      [
        [store.ids[0], 1],
        [store.ids[1], 2],
      ],
      [[store.ids[0], 2]],
    ])
    for (const [n, { base, tax }] of invoice.taxes.entries()) {
      expect(notes.reduce((sum, note) => sum + note.taxes[n]!.base, 0)).toBe(base)
      expect(notes.reduce((sum, note) => sum + note.taxes[n]!.tax, 0)).toBe(tax)
    }
    expect(notes.every((note) => note.total === grossOf(note.taxes) && note.total > 0)).toBe(true)
    expect(notes.reduce((sum, note) => sum + note.total, 0)).toBe(invoice.total)
    expect(notes.reduce((sum, note) => sum + note.money.amount, 0)).toBe(invoice.money.amount)
    expect(notes.reduce((sum, note) => sum + BigInt(note.money.units), 0n)).toBe(BigInt(invoice.money.units))
    // Each is over what was given back.
    expect(notes.map(({ total }) => total)).toEqual([100, 1_805, 1_103])
    const phone = await phoneOf(buyer)
    await expect.poll(() => papersOn({ device: phone, as: buyer.uid }, id)).toEqual(await onDesk(ann, id))
  })

  it('stays readable to its store once its buyer has left, and names them as it did', async () => {
    const { buyer, token, id } = await bought()
    const me = acting(market, { uid: buyer.uid, token })
    await me.push('billing.set', { company: 'Leaving Ltd', taxNumber: 'DE 9', address: '' })
    const { id: second } = await again(me, buyer)
    expect((await market.call('/api/order/cancel', { id }, token)).code).toBe(1)
    expect((await market.call('/api/order/cancel', { id: second }, token)).code).toBe(1)
    const before = await deskHas(ann, second, 2)
    expect((await market.call('/api/user/delete', { password: buyer.password }, token)).code).toBe(1)
    await meet(ann)
    expect(await deskHas(ann, second, 2)).toEqual(before)
    // And to somebody who begins to work there afterwards.
    const staff = await staffPhone(market, store, 'staff')
    expect(await deskHas(staff, second, 2)).toEqual(before)
    expect(before[0]!.buyer).toMatchObject({ company: 'Leaving Ltd', taxNumber: 'DE 9', place: { recipient: 'Robin' } })
    const { rows } = await sql`select from billing_details where user_id = ${buyer.uid}::uuid`.execute(market.db)
    expect(rows).toEqual([])
  })

  it('is none of an order that was paid before there were any, nor has that a credit note', async () => {
    const { token, id } = await bought()
    await market.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`delete from invoices where order_id = ${id}::text`.execute(tx)
      await sql`delete from invoice_ranges where store_id = ${store.shopId}::int`.execute(tx)
    })
    expect((await market.call('/api/order/cancel', { id }, token)).code).toBe(1)
    const papers = await market.db.selectFrom('invoices').select('id').where('order_id', '=', id).execute()
    expect(papers).toEqual([])
  })

  it('keeps details that only an owner sets, and none that cannot be printed', async () => {
    const staff = await staffPhone(market, store, 'staff')
    await sent(staff, 'store.legal', { taxNumber: 'MINE 1' })
    expect(await refusedOn(staff)).toEqual(['ownerOnly'])
    offline(ann, true)
    await does(ann, 'store.legal', { taxNumber: ' LB  602 ' })
    await does(ann, 'store.legal', { prefix: 'N-B' })
    await meet(ann)
    expect(await refusedOn(ann)).toEqual(['invalid'])
    const kept = market.db.selectFrom('store_notices').selectAll().where('store_id', '=', store.shopId)
    expect(await kept.executeTakeFirstOrThrow()).toMatchObject({ tax_number: 'LB 602', invoice_prefix: '' })
  })

  it('agrees with its order and its credit notes, whatever was done here', async () => {
    expect(await unsound(market.db)).toEqual([])
  })
})

/** Another order of a person's, paid. */
async function again(me: ReturnType<typeof acting>, { uid, password }: TestPerson): Promise<{ id: string }> {
  const p = await placing(market.db, store.shopId, await makeAddress(market.db, uid), [{ id: store.ids[0]!, num: 1 }])
  expect((await market.call('/api/order/place', p, me.token)).code).toBe(1)
  const id = `${p.clientOrderId}:${store.shopId}`
  await me.call('/api/order/pay', { ids: [id], password })
  return { id }
}
