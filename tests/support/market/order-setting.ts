import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { orderRefOf } from '#contract/orders/schema.ts'
import type { Payload } from '#contract/registry.ts'
import type { PushResult } from '#contract/sync/schema.ts'
import { available, earned, escrow } from '#server/ledger/accounts.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { openTestMarket, type TestMarket, type TestPerson } from './market.ts'
import { giveMoney, makeAddress, makeShop, moneyOn, placing, unsound, type TestShop } from './orders.ts'

/** The balance with which every buyer of these tests begins (minor units). */
export const MONEY = 1_000_000
const incarnation = 'incarnation1'

/**
 * A buyer with money and an address, and a store with two products, before each test of a file: what they push, pay and
 * own. After each test the books balance.
 */
export class OrderSetting {
  market!: TestMarket
  shop!: TestShop
  person!: TestPerson
  token!: string
  addressId!: string
  seq = 0
  now = Date.UTC(2026, 0, 15)

  constructor() {
    beforeAll(async () => {
      this.market = await openTestMarket({ now: () => this.now })
    })
    beforeEach(() => this.#begin())
    afterEach(async () => {
      // oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test did, the books balance
      expect(await unsound(this.market.db)).toEqual([])
    })
    afterAll(() => this.market.close())
  }

  async #begin(): Promise<void> {
    const { market } = this
    this.person = await market.person()
    this.token = await market.login(this.person)
    this.addressId = await makeAddress(market.db, this.person.uid)
    await giveMoney(market.db, this.person.uid, MONEY)
    this.shop = await makeShop(
      market.db,
      [
        { stock: 10 },
        {
          variants: [{ stock: 4 }, { stock: 6, extra: 100 }],
          minimum: 2,
          multiple: 2,
          ladder: [
            { from: 1, price: 300 },
            { from: 6, price: 200 },
          ],
        },
      ],
      { shipping: 900, tax: 700 },
    )
  }

  push = async (...intents: [name: string, payload: unknown][]): Promise<PushResult[]> => {
    const { person, now, token } = this
    const wire = intents.map(([name, payload]) => ({ seq: ++this.seq, name, payload, createdAt: now }))
    const body = { v: 1, uid: person.uid, incarnation, now, intents: wire }
    const answer = await this.market.call('/api/sync/push', body, token)
    if (answer.code !== 1) throw new Error(JSON.stringify(answer))
    return (answer.data as { results: PushResult[] }).results
  }
  place = async (p: Payload<'order.place'>): Promise<PushResult> => (await this.push(['order.place', p]))[0]!
  simple = (num = 3, more: Partial<Payload<'order.place'>> = {}) =>
    placing(this.market.db, this.shop.shopId, this.addressId, [{ id: this.shop.ids[0]!, num }], more)
  /** A placed order's id. */
  placed = async (num = 3): Promise<string> => {
    const p = await this.simple(num)
    const result = await this.place(p)
    if (result.outcome !== 'accepted') throw new Error(JSON.stringify(result))
    return orderRefOf(p.clientOrderId, p.shopId)
  }
  pay = (ids: string[], password = this.person.password) =>
    this.market.call('/api/order/pay', { ids, password }, this.token)
  /** Runs a command of the operator. */
  act = (...args: string[]) => operate(this.market.db, args, this.now)
  stock = async (i = 0): Promise<number> =>
    (
      await this.market.db
        .selectFrom('products')
        .select('stock')
        .where('id', '=', this.shop.ids[i]!)
        .executeTakeFirstOrThrow()
    ).stock
  state = async (id: string) =>
    this.market.db.selectFrom('orders').select(['state', 'reason', 'reserved']).where('id', '=', id).executeTakeFirst()
  /** The buyer's balance, the escrow of an order, and the store's earnings (minor units). */
  held = async (id: string) => [
    await moneyOn(this.market.db, available(this.person.uid)),
    await moneyOn(this.market.db, escrow(id)),
    await moneyOn(this.market.db, earned(this.shop.shopId)),
  ]
}

/** Outcomes in words. */
export const outcomesOf = (results: PushResult[]) =>
  results.map((r) => `${r.outcome}${r.refusal ? ` ${r.refusal.reason}` : ''}`)
