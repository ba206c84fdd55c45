import { randomUUID } from 'node:crypto'
import { orderIdOf } from '#contract/orders.ts'
import type { Random } from '#server/db/seed/random.ts'
import type { Db } from '#server/db/tables.ts'
import type { Gesture } from '#worker/api.ts'

/** A buyer of the chaos. */
export interface Buyer { uid: string; email: string; password: string; addressId: string }

type Kind = 'add' | 'favourite' | 'order'
/** What was asked of the device, and what it said; written down outside the browser. */
interface Entry { intentId: string; uid: string; kind: Kind; product: number; num: number; orderId: string; said: 'nothing' | 'saved' | 'refused' | 'failed' }
/** Site data cleared under the app: of whom, how many intents were asked for before, and how many the app said were lost. */
export interface Clearing { uid: string; asked: number; reported: number }

/** What came of everything that was ever asked. */
export interface Verdict { asked: number; saved: number; lost: string[]; told: number; doubled: string[]; crossed: string[]; other: string[] }

const PRICE = 250

/** Makes the intents, each on a product that no other person's has, and remembers what was said of them. */
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

  get asked(): number { return this.#entries.length }
  get saved(): number { return this.#entries.filter((e) => e.said === 'saved').length }
  /** Whether a person has asked for something since the entry numbered `since`. */
  touched(uid: string, since: number): boolean { return this.#entries.slice(since).some((e) => e.uid === uid) }

  /** What a hand asks for next. */
  gestures(buyer: Buyer, count: number): Gesture[] {
    return Array.from({ length: count }, () => this.#gesture(buyer))
  }

  #gesture(buyer: Buyer): Gesture {
    const before = this.#entries.at(-1)
    const again = before?.uid === buyer.uid && before.kind === 'add' && this.#random.chance(0.3)
    const kind = again ? 'add' : this.#random.pick<Kind>(['add', 'add', 'favourite', 'favourite', 'order'])
    const product = again ? before.product : this.#products[this.#next++]
    if (product === undefined) throw new Error('no product is left that nobody has touched')
    const intentId = randomUUID()
    const clientOrderId = randomUUID()
    const num = kind === 'favourite' ? 1 : this.#random.whole(1, 9)
    const entry: Entry = { intentId, uid: buyer.uid, kind, product, num, orderId: kind === 'order' ? orderIdOf(clientOrderId, this.#shopId) : '', said: 'nothing' }
    this.#entries.push(entry)
    this.#byId.set(intentId, entry)
    if (kind === 'favourite') return { intentId, name: 'favourite.set', payload: { id: product, on: true } }
    if (kind === 'add') return { intentId, name: 'cart.add', payload: { id: product, shopId: this.#shopId, variantId: 0, num, price: PRICE, currency: 'USD' } }
    const goods = num * PRICE
    return { intentId, name: 'order.place', payload: {
      clientOrderId, shopId: this.#shopId, addressId: buyer.addressId, currency: 'USD', lines: [{ id: product, variantId: 0, num, price: PRICE }], goods, shipping: 0, tax: 0, total: goods, remark: '',
    } }
  }

  /** The page's word. What it had called saved stays so. */
  readonly hear = (intentId: string, kind: 'saved' | 'refused' | 'failed'): void => {
    const entry = this.#byId.get(intentId)
    if (entry && entry.said !== 'saved') entry.said = kind
  }

  /** What has been asked for since must not have been called saved: nobody could have kept it. Says how many were. */
  savedSince(from: number): number { return this.#entries.slice(from).filter((e) => e.said === 'saved').length }

  /** Compares all that was said with what the shop holds. */
  async judge(db: Db): Promise<Verdict> {
    const effects = new Map<string, number>()
    const put = (uid: string, what: string, num: number): unknown => effects.set(`${uid} ${what}`, (effects.get(`${uid} ${what}`) ?? 0) + num)
    for (const row of await db.selectFrom('cart_lines').selectAll().execute()) put(row.user_id, `add ${row.product_id}`, row.num)
    for (const row of await db.selectFrom('favourites').selectAll().where('is_on', '=', true).execute()) put(row.user_id, `favourite ${row.product_id}`, 1)
    for (const row of await db.selectFrom('order_lines').innerJoin('orders', 'orders.id', 'order_lines.order_id').select(['user_id', 'product_id', 'num']).execute()) put(row.user_id, `order ${row.product_id}`, row.num)

    const verdict: Verdict = { asked: this.asked, saved: this.saved, lost: [], told: 0, doubled: [], crossed: [], other: [] }
    const groups = new Map<string, Entry[]>()
    for (const entry of this.#entries) groups.set(`${entry.uid} ${entry.kind} ${entry.product}`, [...groups.get(`${entry.uid} ${entry.kind} ${entry.product}`) ?? [], entry])
    const missing: { what: string; entries: Entry[] }[] = []
    for (const [what, entries] of groups) {
      const sum = (said: readonly Entry['said'][]): number => entries.filter((e) => said.includes(e.said)).reduce((total, e) => total + e.num, 0)
      const there = effects.get(what) ?? 0
      if (there > sum(['saved', 'nothing', 'failed'])) verdict.doubled.push(`${what}: ${there} of ${sum(['saved', 'nothing', 'failed'])}`)
      if (there < sum(['saved'])) missing.push({ what: `${what}: ${there} of ${sum(['saved'])}`, entries: entries.filter((e) => e.said === 'saved') })
      effects.delete(what)
    }
    for (const [what, num] of effects) if (num > 0) verdict.crossed.push(`${what}: ${num} that this person never asked for`)
    this.#forgive(missing, verdict)
    return verdict
  }

  /** What was lost with cleared site data and told is not silently lost. */
  #forgive(missing: { what: string; entries: Entry[] }[], verdict: Verdict): void {
    const left = this.clearings.map((c) => ({ ...c }))
    for (const { what, entries } of missing) {
      const at = this.#entries.indexOf(entries.at(-1)!)
      const clearing = left.find((c) => c.uid === entries[0]!.uid && c.asked > at && c.reported > 0)
      if (!clearing) verdict.lost.push(what)
      else {
        clearing.reported -= 1
        verdict.told += 1
      }
    }
  }
}
