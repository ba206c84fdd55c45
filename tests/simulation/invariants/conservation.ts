import { placesOrder } from '#contract/orders/placing.ts'
import { isDeepStrictEqual } from 'node:util'
import { clampNum, lineKey } from '#contract/cart/rules.ts'
import type { Payload } from '#contract/registry.ts'
import { moneyOn, unsound } from '../../support/market/orders.ts'
import type { Effect } from '../history/effect-log.ts'
import type { History } from '../history/history.ts'
import { ETHER, MONEY } from '../history/shop.ts'
import { whileBusy } from '../device/stage.ts'
import { shareOfUnits } from '#contract/coins/assets.ts'
import { available } from '#server/ledger/accounts.ts'
import { balance } from '#server/ledger/ledger.ts'

/** The largest number of parts in which an order is given back. */
const PARTS_MAX = 100

/** The change that an intent asks for in each line of the cart (pieces). */
function asked(e: Effect): Map<string, number> {
  const deltas = new Map<string, number>()
  const say = (l: { id: number; shopId: number; variantId: number }, delta: number): void => {
    deltas.set(lineKey(l), (deltas.get(lineKey(l)) ?? 0) + delta)
  }
  if (e.name === 'cart.add') {
    const p = e.payload as Payload<'cart.add'>
    say(p, p.num)
  }
  if (e.name === 'cart.set') {
    const p = e.payload as Payload<'cart.set'>
    say(p, p.to - p.from)
  }
  if (e.name === 'cart.clear') for (const l of (e.payload as Payload<'cart.clear'>).lines) say(l, -l.num)
  if (placesOrder(e.name)) {
    const p = e.payload as Payload<'order.place'>
    for (const l of p.lines) say({ ...l, shopId: p.shopId }, -l.num)
  }
  return deltas
}

/** The least pieces of each line that an agreed price puts into the cart. */
function agreedOn(e: Effect): Map<string, number> {
  if (e.name !== 'quote.accept') return new Map()
  const { productId: id, shopId, lines } = e.payload as Payload<'quote.accept'>
  return new Map(lines.map(({ variantId, num }) => [lineKey({ id, shopId, variantId }), num]))
}

/**
 * I9, the cart: each effect changed each line by exactly what was asked, as far as the line, the stock and the limits
 * allow, and nothing else did.
 */
export async function cartAddsUp(h: History, effects: readonly Effect[]): Promise<void> {
  const lines = new Map<string, { num: number; ticked: boolean; later: boolean }>()
  const ordered = new Set<string>()
  for (const e of effects.filter((f) => f.kind === 'accepted')) {
    const deltas = asked(e)
    const p = e.payload as Payload<'order.place'>
    const again = placesOrder(e.name) && ordered.has(`${p.clientOrderId}:${p.shopId}`)
    if (placesOrder(e.name)) ordered.add(`${p.clientOrderId}:${p.shopId}`)
    const stated = new Map<string, number>(
      e.rows.flatMap((c) => (c.table === 'cartLines' ? [[lineKey(c.row), c.row.num]] : [])),
    )
    const agreed = agreedOn(e)
    for (const key of new Set<string>([...deltas.keys(), ...agreed.keys(), ...stated.keys()])) {
      const ref = `${e.user_id} ${key}`
      const before = lines.get(ref)
      const delta = again ? 0 : (deltas.get(key) ?? 0)
      const least = agreed.get(key)
      // A line that was never there is not set, only added to, or agreed on.
      const due =
        least !== undefined
          ? Math.max(before?.num ?? 0, least)
          : !before && e.name !== 'cart.add'
            ? 0
            : clampNum(before?.num ?? 0, delta, e.available ?? undefined)
      const num = stated.get(key) ?? before?.num ?? 0
      if (num !== due)
        h.say(
          'I9',
          `${e.name} ${e.incarnation}:${e.seq} asked ${delta} of ${ref}, of which ${before?.num ?? 0} were there and ${e.available} could be had, and made it ${num} instead of ${due}`,
        )
      const added = e.name === 'cart.add'
      const kept = before && least === undefined && (added ? before.num > 0 && !before.later : true)
      const mark = kept ? { ticked: before.ticked, later: before.later } : { ticked: true, later: false }
      if (before || stated.has(key)) lines.set(ref, { num, ...mark })
    }
    if (e.name === 'cart.tick') {
      const { on, ...line } = e.payload as Payload<'cart.tick'>
      const at = lines.get(`${e.user_id} ${lineKey(line)}`)
      if (at) Object.assign(at, { ticked: on, later: at.later && !on })
    }
    if (e.name === 'cart.later') {
      const { on, ...line } = e.payload as Payload<'cart.later'>
      const at = lines.get(`${e.user_id} ${lineKey(line)}`)
      if (at) Object.assign(at, { ticked: !on, later: on })
    }
  }
  const now = await whileBusy(() =>
    h.shop.market.db
      .selectFrom('cart_lines')
      .selectAll()
      .where(
        'user_id',
        'in',
        h.persons.map((p) => p.uid),
      )
      .execute(),
  )
  const held = new Map(
    now.map((l) => [
      `${l.user_id} ${lineKey({ id: l.product_id, shopId: l.store_id, variantId: l.variant_id })}`,
      { num: l.num, ticked: l.ticked, later: l.later },
    ]),
  )
  differences(h, 'cart line', lines, held)
}

/** Says where two maps differ. */
function differences(
  h: History,
  what: string,
  due: ReadonlyMap<string, object>,
  held: ReadonlyMap<string, object>,
): void {
  for (const ref of new Set([...due.keys(), ...held.keys()])) {
    if (!isDeepStrictEqual(due.get(ref), held.get(ref)))
      h.say(
        'I9',
        `${what} ${ref} is ${JSON.stringify(held.get(ref))}; the effects come to ${JSON.stringify(due.get(ref))}`,
      )
  }
}

/** I9, registers: each has the value at the market that was set last. */
export async function registersAreLastSet(h: History, effects: readonly Effect[]): Promise<void> {
  const due = new Map<string, { on: boolean }>()
  for (const e of effects) {
    if (e.kind !== 'accepted') continue
    if (e.name === 'favourite.set' || e.name === 'follow.set') {
      const { id, on } = e.payload as Payload<'favourite.set'>
      due.set(`${e.name.split('.')[0]} ${e.user_id} ${id}`, { on })
    }
    if (e.name === 'favourite.clear') {
      for (const id of (e.payload as Payload<'favourite.clear'>).ids)
        if (due.has(`favourite ${e.user_id} ${id}`)) due.set(`favourite ${e.user_id} ${id}`, { on: false })
    }
  }
  const { db } = h.shop.market
  const uids = h.persons.map((p) => p.uid)
  const favourites = await whileBusy(() =>
    db
      .selectFrom('favourites')
      .select(['user_id', 'product_id as id', 'is_on as on'])
      .where('user_id', 'in', uids)
      .execute(),
  )
  const follows = await whileBusy(() =>
    db
      .selectFrom('follows')
      .select(['user_id', 'store_id as id', 'is_on as on'])
      .where('user_id', 'in', uids)
      .execute(),
  )
  const refs = (kind: string, rows: readonly { user_id: string; id: number; on: boolean }[]) =>
    rows.map((r) => [`${kind} ${r.user_id} ${r.id}`, { on: r.on }] as const)
  differences(h, 'register', due, new Map([...refs('favourite', favourites), ...refs('follow', follows)]))
}

const texts = ['country', 'city', 'detail', 'zip', 'recipient'] as const

/** I9, addresses: each field has the value that was accepted last, and deleted addresses are gone. */
export async function addressesAreLastPut(h: History, effects: readonly Effect[]): Promise<void> {
  const due = new Map<string, Record<string, unknown>>()
  for (const e of effects) {
    if (e.kind !== 'accepted' || (e.name !== 'address.put' && e.name !== 'address.del')) continue
    const { id, patch } = e.payload as Payload<'address.put'>
    const before = due.get(`${e.user_id} ${id}`)
    const blank = { deleted: false, ...Object.fromEntries(texts.map((f) => [f, ''])) }
    if (e.name === 'address.put')
      due.set(`${e.user_id} ${id}`, {
        ...(before?.['deleted'] === false ? before : blank),
        ...Object.fromEntries(texts.flatMap((f) => (patch[f] === undefined ? [] : [[f, patch[f]]]))),
      })
    else if (before) due.set(`${e.user_id} ${id}`, { ...blank, deleted: true })
  }
  const rows = await whileBusy(() =>
    h.shop.market.db
      .selectFrom('addresses')
      .select(['user_id', 'id', 'deleted', ...texts])
      .where(
        'user_id',
        'in',
        h.persons.map((p) => p.uid),
      )
      .execute(),
  )
  differences(h, 'address', due, new Map(rows.map(({ user_id, id, ...row }) => [`${user_id} ${id}`, row])))
}

/**
 * I9, the bank test: the ledger adds up, nobody is below zero, stock is where it belongs, each order is there once; and
 * nobody has more or less than they began with.
 */
export async function moneyAndStock(h: History, effects: readonly Effect[]): Promise<void> {
  const { db } = h.shop.market
  // `made` also counts the pieces that members put on the shelf, or took off it.
  const shelves = await whileBusy(() => goodsByUid(h))
  const made = new Map(h.made)
  for (const e of effects) {
    const { id, by } = e.payload as Payload<'goods.stock'>
    const product = e.name === 'goods.stock' && e.kind === 'accepted' ? shelves.get(id) : undefined
    if (product !== undefined) made.set(product, made.get(product)! + by)
  }
  for (const fault of await whileBusy(() => unsound(db, made))) h.say('I9', fault)
  const orders = await whileBusy(() =>
    db
      .selectFrom('orders')
      .selectAll()
      .where(
        'user_id',
        'in',
        h.persons.map((p) => p.uid),
      )
      .execute(),
  )
  const placed = new Set(
    effects
      .filter((e) => placesOrder(e.name) && e.kind === 'accepted')
      .map((e) => {
        const p = e.payload as Payload<'order.place'>
        return `${p.clientOrderId}:${p.shopId}`
      }),
  )
  if (placed.size !== orders.length) h.say('I9', `${placed.size} orders were placed and ${orders.length} are there`)
  for (const { uid } of h.persons) {
    const paid = orders.filter((o) => o.user_id === uid && o.paid_at !== null)
    const spent = paid.filter(({ asset }) => asset === 'tUSDT').reduce((sum, o) => sum + o.due - o.refunded, 0)
    const left = await whileBusy(() => moneyOn(db, available(uid)))
    if (left + spent !== MONEY) h.say('I9', `${uid} has ${left} and has spent ${spent} of ${MONEY}`)
    const inEther = paid.filter(({ asset }) => asset === 'tETH')
    const ether = await whileBusy(() => balance(db, available(uid), 'tETH'))
    const units = inEther.reduce(
      (sum, o) => sum + BigInt(o.paid_units!) - shareOfUnits(BigInt(o.paid_units!), o.refunded, o.due),
      0n,
    )
    // Each part of an order is rounded down by less than a unit, and the last one takes the rest.
    const off = ETHER - ether - units
    const most = BigInt(inEther.length * PARTS_MAX)
    if (off < -most || off > most) h.say('I9', `${uid} has ${ether} wei and has spent ${units}`)
  }
}

/** The ids of the stores' products by their uids, which their stores use. */
async function goodsByUid({ shop, stores }: History): Promise<Map<string, number>> {
  const rows = await shop.market.db
    .selectFrom('products')
    .select(['id', 'uid'])
    .where(
      'id',
      'in',
      stores.flatMap(({ ids }) => ids),
    )
    .execute()
  return new Map(rows.map(({ id, uid }) => [uid, id]))
}
