import { isDeepStrictEqual } from 'node:util'
import type { PushIntent, PushResult } from '#contract/sync/schema.ts'
import type { Random } from '#server/seed/random.ts'
import { ordersIn } from '../market/orders.ts'

/** The market as it is reached from outside; a call fails while it is down. */
export interface Reach {
  call(path: string, body: unknown, token: string): Promise<{ code: number; data: unknown }>
  /** The operator's command; undefined when nobody listened. */
  operate(args: string[]): Promise<number | undefined>
  /** Resolves when it answers again. */
  up(): Promise<void>
}

/** The goods of a shopper's market: `kept` is put into the cart only, `sold` is ordered. */
export interface Goods {
  shopId: number
  kept: number
  sold: number[]
  price: number
}

/** The decision of a result without its rows, since a repeat answers with the rows as they are now. */
const withoutRows = (result: PushResult | undefined) => result && { ...result, rows: [] }

/**
 * A buyer who behaves like a device: unanswered intents are sent again under their ids, in their order, and answers are
 * remembered.
 */
export class Shopper {
  readonly uid: string
  readonly token: string
  readonly #addressId: string
  readonly #password: string
  readonly #goods: Goods
  readonly #random: Random
  readonly #reach: Reach
  readonly incarnation: string
  readonly intents: PushIntent[] = []
  readonly answers = new Map<number, PushResult>()
  /** The ids of orders, by the steps that were acknowledged. */
  readonly acknowledged = {
    placed: new Set<string>(),
    paid: new Set<string>(),
    shipped: new Set<string>(),
    received: new Set<string>(),
    cancelled: new Set<string>(),
  }
  readonly faults: string[] = []
  broken = 0

  constructor(
    person: { uid: string; token: string; password: string; addressId: string; incarnation: string },
    goods: Goods,
    random: Random,
    reach: Reach,
  ) {
    this.uid = person.uid
    this.token = person.token
    this.incarnation = person.incarnation
    this.#password = person.password
    this.#addressId = person.addressId
    this.#goods = goods
    this.#random = random
    this.#reach = reach
  }

  /** Trades until told to stop. */
  async trade(ended: () => boolean): Promise<void> {
    while (!ended()) {
      this.#intend()
      await this.#insist(() => this.#push(this.waiting()))
      const ids = [...this.acknowledged.placed]
      const id = ids.length > 0 ? this.#random.pick(ids.slice(-4)) : undefined
      if (id === undefined) continue
      if (this.#random.chance(0.6)) await this.#insist(() => this.#pay(id))
      if (this.#random.chance(0.4)) await this.#insist(() => this.#ship(id))
    }
  }

  waiting(): PushIntent[] {
    return this.intents.filter((i) => !this.answers.has(i.seq))
  }

  /** Sends the intents without an answer, then all intents once more: a repeat gets the same decision. */
  async settle(): Promise<void> {
    for (let i = 0; this.waiting().length > 0; i++) {
      if (i === 20) throw new Error(`${this.waiting().length} intents were never answered`)
      await this.#push(this.waiting())
    }
    for (let from = 0; from < this.intents.length; from += 500) {
      for (const result of await this.#send(this.intents.slice(from, from + 500))) {
        if (!isDeepStrictEqual(withoutRows(result), withoutRows(this.answers.get(result.seq))))
          this.faults.push(
            `intent ${result.seq} was answered ${this.answers.get(result.seq)?.outcome}, and later ${result.outcome}`,
          )
      }
    }
  }

  #intend(): void {
    const { shopId, kept, sold, price } = this.#goods
    const add = (name: string, payload: unknown): void => {
      this.intents.push({ seq: this.intents.length + 1, name, payload, createdAt: 0 })
    }
    // Now and then a batch of somebody who was long in a tunnel.
    for (let n = this.#random.chance(0.1) ? 40 : this.#random.whole(1, 4); n > 0; n--) {
      const id = [...this.acknowledged.placed].at(-this.#random.whole(1, 6))
      const what = this.#random.next()
      if (what < 0.35) add('cart.add', { id: kept, shopId, variantId: 0, num: 1, price, currency: 'USD' })
      else if (what < 0.75 || id === undefined) {
        const lines = sold
          .filter(() => this.#random.chance(0.7))
          .map((product) => ({ id: product, variantId: 0, num: this.#random.whole(1, 3), price }))
        const goods = lines.reduce((sum, l) => sum + l.num * price, 0)
        if (lines.length > 0)
          add('order.place', {
            clientOrderId: crypto.randomUUID(),
            shopId,
            addressId: this.#addressId,
            currency: 'USD',
            lines,
            goods,
            shipping: 0,
            tax: 0,
            total: goods,
            remark: '',
          })
      } else add(what < 0.88 ? 'order.cancel' : 'order.receive', { id })
    }
  }

  /** Does one thing until it is answered; the market may die in the middle of it any number of times. */
  async #insist(act: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await act()
        return
      } catch (error) {
        if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
        this.broken++
        await this.#reach.up()
      }
    }
  }

  async #send(intents: readonly PushIntent[]): Promise<PushResult[]> {
    const answer = await this.#reach.call(
      '/api/sync/push',
      { v: 1, uid: this.uid, incarnation: this.incarnation, now: 0, intents },
      this.token,
    )
    if (answer.code !== 1) throw new Error(`a push was answered with ${JSON.stringify(answer)}`)
    return (answer.data as { results: PushResult[] }).results
  }

  async #push(intents: readonly PushIntent[]): Promise<void> {
    if (intents.length === 0) return
    for (const result of await this.#send(intents)) {
      if (result.outcome === 'busy' || result.outcome === 'notTried') continue
      this.answers.set(result.seq, result)
      if (result.outcome !== 'accepted') continue
      const { name } = this.intents[result.seq - 1]!
      const verb = { 'order.place': 'placed', 'order.cancel': 'cancelled', 'order.receive': 'received' } as const
      for (const { id } of ordersIn(result.rows)) this.acknowledged[verb[name as keyof typeof verb]].add(id)
    }
  }

  async #pay(id: string): Promise<void> {
    const { code } = await this.#reach.call('/api/order/pay', { ids: [id], password: this.#password }, this.token)
    if (code === 1) this.acknowledged.paid.add(id)
  }

  async #ship(id: string): Promise<void> {
    if ((await this.#reach.operate(['ship', id])) === 0) this.acknowledged.shipped.add(id)
  }
}
