import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productCode } from '#contract/catalogue/product-code.ts'
import { padRows } from '#localdb/queries/pads.ts'
import type { Readers } from '#localdb/read.ts'
import { GUEST } from '#localdb/schema.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { makeShop } from '../../support/market/orders.ts'
import { endDevices, newDevice, type TestTab } from '../../support/device/world.ts'

// The quick-order pad: what is on the device is checked there, what is not is asked for, many codes at once.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(async () => {
  await endDevices()
  await market.close()
})

async function check(tab: TestTab, rows: [code: string, quantity: string][]) {
  const answer = await tab.call('pad.check', { rows: rows.map(([code, quantity]) => ({ code, quantity })) })
  if (answer.kind !== 'accepted') throw new Error(answer.kind)
  return answer.data
}
const statesOf = ({ lines }: Awaited<ReturnType<typeof check>>) =>
  lines.map((line) => (line.state === 'wrong' ? line.fault.kind : line.state))

describe('codes that are not on the device', () => {
  it("are asked of the shop: the market's own, and a maker's that is of one product", async () => {
    const shop = await makeShop(market.db, [
      { stock: 500 },
      { stock: 500 },
      { variants: [{ stock: 50 }, { stock: 50 }] },
    ])
    const [a, b, c] = shop.ids as [number, number, number]
    const attributes = (ean: string): string => JSON.stringify([{ name: 'EAN', value: ean }])
    const of = (id: number) => market.db.updateTable('products').where('id', '=', id)
    await of(b)
      .set({ attributes: attributes('4006381333931, 4006381333948') })
      .execute()
    await of(c)
      .set({ attributes: attributes('4006381333948') })
      .execute()
    const device = newDevice(market)
    const tab = device.tab()
    await tab.ready()
    const variant = shop.variants[2]![1]!
    const rows: [string, string][] = [
      [productCode(a), '5'],
      ['4006381333931', '7'],
      ['4006381333948', '7'],
      [productCode(c, variant), '3'],
      [productCode(c), '3'],
      [productCode(a, 999_999), '3'],
      ['nothing of the kind', '3'],
      ['', ''],
    ]
    const before = await check(tab, rows)
    expect(statesOf(before)).toEqual([...Array<string>(7).fill('away'), 'empty'])
    expect(before.missing).toHaveLength(7)
    expect((await tab.want('search.codes', { codes: before.missing })).kind).toBe('fresh')
    const after = await check(tab, rows)
    expect(after.missing).toEqual(['nothing of the kind'])
    expect(after.lacking).toEqual([c])
    await tab.want('catalogue.details', { ids: after.lacking })

    device.network.faults.offline = true
    const known = await check(tab, rows)
    expect(statesOf(known)).toEqual([
      'ready',
      'ready',
      'severalProducts',
      'ready',
      'needsChoice',
      'noSuchChoice',
      'away',
      'empty',
    ])
    expect(known.lines[1]).toMatchObject({ id: b, num: 7, price: 500, amount: 3500, currency: 'USD' })
    expect(known.lines[3]).toMatchObject({ id: c, variantId: variant, num: 3 })
  })
})

describe('the rows of the pad', () => {
  it('are read out of a file and a text, kept on the device, and come along at sign-in, once', async () => {
    const device = newDevice(market)
    const tab = device.tab()
    await tab.ready()
    const file = new Blob(['\uFEFFSKU;Quantity\r\nC0001-1;12\r\n"A ""B""";=5\r\n'])
    expect(await tab.call('pad.read', { file })).toEqual({
      kind: 'accepted',
      data: {
        rows: [
          { code: 'C0001-1', quantity: '12' },
          { code: 'A "B"', quantity: '=5' },
        ],
      },
    })
    for (const unreadable of [new Blob([new Uint8Array(2_000_001)]), new Blob(['PK\u0003\u0004\0\0'])])
      expect(await tab.call('pad.read', { file: unreadable })).toEqual({ kind: 'accepted', data: { rows: null } })

    await tab.call('pad.keep', { rows: [{ code: 'C0001-1', quantity: '12' }] })
    await tab.call('pad.keep', {
      rows: [
        { code: '', quantity: '' },
        { code: 'C0002-2', quantity: '5' },
      ],
      add: true,
    })
    const wanted = [
      { code: 'C0001-1', quantity: '12' },
      { code: 'C0002-2', quantity: '5' },
    ]
    const kept = async (uid: string) => {
      const user = await device.userDb(uid)
      const rows = await padRows({ user } as unknown as Readers)
      user.close()
      return rows
    }
    expect(await kept(GUEST)).toEqual(wanted)
    const person = await market.person()
    await tab.call('user.login', { email: person.email, password: person.password })
    expect(await kept(person.uid)).toEqual(wanted)
  })
})
