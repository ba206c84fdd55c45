import { UNPAID_MAX } from '#server/orders/placing/unpaid.ts'
import { randomUUID } from 'node:crypto'
import type { Random } from '#server/seed/random.ts'
import type { Db } from '#server/db/tables/tables.ts'
import type { Gesture } from '#worker/api/worker-api.ts'

/** A buyer of the chaos. */
export interface Buyer {
  uid: string
  email: string
  password: string
  addressId: string
}

type Kind = 'add' | 'favourite' | 'order'
/** An intent that the device was asked for, with its answer; written down outside the browser. */
interface Entry {
  intentId: string
  uid: string
  kind: Kind
  product: number
  num: number
  answer: 'nothing' | 'saved' | 'refused' | 'failed'
}
/**
 * Site data cleared under the app: of whom, which intents had not been sent (each with the row it was kept in, since
 * several may share one), and how many rows the app said were lost.
 */
export interface Clearing {
  uid: string
  unsent: ReadonlyMap<string, string>
  reported: number
}

/** The outcome of everything that was ever asked. `failed`: the number of intents answered with an error. */
export interface Verdict {
  asked: number
  saved: number
  failed: number
  lost: string[]
  forgiven: number
  doubled: string[]
  crossed: string[]
  other: string[]
}

const PRICE = 250
/** Pieces of the last add of a product; all of them together stay below its stock, doubled too. */
const ADD_MOST = 27

/**
 * How often an intent had its effect, given the number of pieces at the shop. The adds of one product are powers of
 * three, so that each is a digit of their sum: a doubled add cannot pass for another one that was never answered.
 */
const timesOf = ({ kind, num }: Entry, pieces: number): number =>
  kind === 'add' ? Math.floor(pieces / num) % 3 : pieces / num

/** The pieces that the shop holds, by person, kind and product. */
export async function piecesAt(db: Db): Promise<Map<string, number>> {
  const pieces = new Map<string, number>()
  const put = (uid: string, what: string, num: number): unknown =>
    pieces.set(`${uid} ${what}`, (pieces.get(`${uid} ${what}`) ?? 0) + num)
  for (const row of await db.selectFrom('cart_lines').selectAll().execute())
    put(row.user_id, `add ${row.product_id}`, row.num)
  for (const row of await db.selectFrom('favourites').selectAll().where('is_on', '=', true).execute())
    put(row.user_id, `favourite ${row.product_id}`, 1)
  for (const row of await db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select(['user_id', 'product_id', 'num'])
    .execute())
    put(row.user_id, `order ${row.product_id}`, row.num)
  return pieces
}

/** Makes the intents, each on a product that no other person's has, and remembers the answers to them. */
export class Ledger {
  readonly #entries: Entry[] = []
  readonly #byId = new Map<string, Entry>()
  readonly clearings: Clearing[] = []
  readonly #shopId: number
  readonly #products: number[]
  readonly #random: Random
  #next = 0

  constructor(shopId: number, products: number[], random: Random) {
    this.#shopId = shopId
    this.#products = products
    this.#random = random
  }

  get asked(): number {
    return this.#entries.length
  }
  get saved(): number {
    return this.#entries.filter((e) => e.answer === 'saved').length
  }
  /** Whether a person has asked for something since the entry numbered `since`. */
  touched(uid: string, since: number): boolean {
    return this.#entries.slice(since).some((e) => e.uid === uid)
  }
  /** The intents that were asked for since the entry numbered `since`. */
  since(since: number): string[] {
    return this.#entries.slice(since).map((e) => e.intentId)
  }

  /** The next gestures of a buyer's hand. */
  gestures(buyer: Buyer, count: number): Gesture[] {
    return Array.from({ length: count }, () => this.#gesture(buyer))
  }

  /**
   * The next press of a finger on the screen: one piece of a product, or its heart. The screen's answer goes to `hear`
   * under this id.
   */
  pressed(buyer: Buyer, kind: 'add' | 'favourite'): { intentId: string; product: number } {
    return this.#enter(buyer, kind, this.#untouched(), 1)
  }

  #untouched(): number {
    const product = this.#products[this.#next++]
    if (product === undefined) throw new Error('no product is left that nobody has touched')
    return product
  }

  #enter(buyer: Buyer, kind: Kind, product: number, num: number): Entry {
    const entry: Entry = { intentId: randomUUID(), uid: buyer.uid, kind, product, num, answer: 'nothing' }
    this.#entries.push(entry)
    this.#byId.set(entry.intentId, entry)
    return entry
  }

  #gesture(buyer: Buyer): Gesture {
    const before = this.#entries.at(-1)
    const again =
      before?.uid === buyer.uid && before.kind === 'add' && before.num < ADD_MOST && this.#random.chance(0.3)
    // The market refuses a buyer more unpaid orders than that, rightly; and nobody pays here.
    const orders = this.#entries.filter((e) => e.uid === buyer.uid && e.kind === 'order').length
    const kinds: Kind[] = ['add', 'add', 'favourite', 'favourite', ...(orders < UNPAID_MAX ? (['order'] as const) : [])]
    const kind = again ? 'add' : this.#random.pick<Kind>(kinds)
    const product = again ? before.product : this.#untouched()
    const num = again ? before.num * 3 : kind === 'order' ? this.#random.whole(1, 9) : 1
    const { intentId } = this.#enter(buyer, kind, product, num)
    if (kind === 'favourite') return { intentId, name: 'favourite.set', payload: { id: product, on: true } }
    if (kind === 'add')
      return {
        intentId,
        name: 'cart.add',
        payload: { id: product, shopId: this.#shopId, variantId: 0, num, price: PRICE, currency: 'USD' },
      }
    const goods = num * PRICE
    return {
      intentId,
      name: 'order.place',
      payload: {
        clientOrderId: randomUUID(),
        shopId: this.#shopId,
        addressId: buyer.addressId,
        currency: 'USD',
        lines: [{ id: product, variantId: 0, num, price: PRICE }],
        goods,
        shipping: 0,
        tax: 0,
        total: goods,
        remark: '',
      },
    }
  }

  /** Notes the page's answer. An intent that it had called saved stays saved. */
  readonly hear = (intentId: string, kind: 'saved' | 'refused' | 'failed'): void => {
    const entry = this.#byId.get(intentId)
    if (entry && entry.answer !== 'saved') entry.answer = kind
  }

  /** The number of intents since the entry numbered `from` that were called saved. */
  savedSince(from: number): number {
    return this.#entries.slice(from).filter((e) => e.answer === 'saved').length
  }

  /** Compares all answers with the pieces that the shop holds, as `piecesAt` gives them. */
  judge(pieces: ReadonlyMap<string, number>): Verdict {
    const verdict: Verdict = {
      asked: this.asked,
      saved: this.saved,
      failed: this.#entries.filter((e) => e.answer === 'failed').length,
      lost: [],
      forgiven: 0,
      doubled: [],
      crossed: [],
      other: [],
    }
    const unexplained = new Map(pieces)
    const missing: Entry[] = []
    for (const entry of this.#entries) {
      const what = `${entry.uid} ${entry.kind} ${entry.product}`
      const there = pieces.get(what) ?? 0
      const times = timesOf(entry, there)
      unexplained.set(what, (unexplained.get(what) ?? 0) - times * entry.num)
      if (times > 1) verdict.doubled.push(`${what}: ${entry.num} taken ${times} times in ${there}`)
      if (times > 0 && (entry.answer === 'refused' || entry.answer === 'failed'))
        verdict.other.push(`called ${entry.answer}, and took effect: ${what}`)
      if (times < 1 && entry.answer === 'saved') missing.push(entry)
    }
    for (const [what, num] of unexplained)
      if (num > 0) verdict.crossed.push(`${what}: ${num} that this person never asked for`)
    this.#forgive(missing, verdict)
    return verdict
  }

  /** An intent that was unsent when site data was cleared, and that the app reported as lost, is not silently lost. */
  #forgive(missing: readonly Entry[], verdict: Verdict): void {
    const rows = new Map<Clearing, Set<string>>()
    for (const { intentId, uid, kind, product, num } of missing) {
      const clearing = this.clearings.find((c) => c.uid === uid && c.unsent.has(intentId))
      if (!clearing) {
        verdict.lost.push(`${uid} ${kind} ${product}: ${num}`)
        continue
      }
      rows.set(clearing, (rows.get(clearing) ?? new Set()).add(clearing.unsent.get(intentId)!))
      verdict.forgiven += 1
    }
    for (const [{ uid, reported }, lost] of rows)
      if (lost.size > reported) verdict.lost.push(`${uid}: ${lost.size} with cleared site data, told as ${reported}`)
  }
}
