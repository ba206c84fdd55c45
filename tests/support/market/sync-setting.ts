import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { PushResult } from '#contract/sync/schema.ts'
import { openTestMarket, type TestMarket, type TestPerson } from './market.ts'

interface Intent {
  seq: number
  name: string
  payload: unknown
  createdAt?: number
  confirmBy?: number
}

/** A store with twelve products, and before each test of a file a new person whose device has a new incarnation. */
export class SyncSetting {
  market!: TestMarket
  shop!: { shopId: number; ids: number[] }
  person!: TestPerson
  token!: string
  incarnation!: string
  #births = 0

  constructor() {
    beforeAll(async () => {
      this.market = await openTestMarket()
      this.shop = await this.market.products(12)
    })
    beforeEach(async () => {
      this.person = await this.market.person()
      this.token = await this.market.login(this.person)
      this.beBorn()
    })
    afterAll(() => this.market.close())
  }

  /** The device has another incarnation from now on. */
  beBorn(): void {
    this.incarnation = `incarnation${++this.#births}`
  }
  line = (i: number) => ({ id: this.shop.ids[i]!, shopId: this.shop.shopId, variantId: 0 })
  add = (seq: number, i: number, num = 1): Intent => ({
    seq,
    name: 'cart.add',
    payload: { ...this.line(i), num, price: 500, currency: 'USD' },
  })
  favour = (seq: number, i: number, on = true): Intent => ({
    seq,
    name: 'favourite.set',
    payload: { id: this.shop.ids[i]!, on },
  })
  batch = (intents: Intent[], more: object = {}) => ({
    v: 1,
    uid: this.person.uid,
    incarnation: this.incarnation,
    now: 1000,
    intents: intents.map((i) => ({ createdAt: 1000, ...i })),
    ...more,
  })
  push = async (intents: Intent[], more: object = {}): Promise<PushResult[]> => {
    const answer = await this.market.call('/api/sync/push', this.batch(intents, more), this.token)
    if (answer.code !== 1) throw new Error(JSON.stringify(answer))
    return (answer.data as { results: PushResult[] }).results
  }
  /** Pieces in the cart at the server, by product. */
  cart = async (): Promise<Record<number, number>> => {
    const rows = await this.market.db
      .selectFrom('cart_lines')
      .select(['product_id', 'num'])
      .where('user_id', '=', this.person.uid)
      .where('num', '>', 0)
      .orderBy('product_id')
      .execute()
    return Object.fromEntries(rows.map((r) => [r.product_id, r.num]))
  }
  held = (i: number, num: number) => ({ [this.shop.ids[i]!]: num })
}

/** Outcomes in words. */
export const outcomesOf = (results: PushResult[]) =>
  results.map((r) => `${r.seq} ${r.outcome}${r.refusal ? ` ${r.refusal.reason}` : ''}`)
