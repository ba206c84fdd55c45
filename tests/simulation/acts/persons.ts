import { placesOrder } from '#contract/orders/placing.ts'
import { mutations } from '#contract/mutations.ts'
import type { Payload } from '#contract/registry.ts'
import { GUEST, userDbName } from '#localdb/schema.ts'
import type { Random } from '#server/seed/random.ts'
import { operate } from '#server/operator/commands/operate.ts'
import type { Gesture } from '#worker/api/worker-api.ts'
import { gestures, orderOf, weights, type PersonsMutation } from '../gestures/gestures.ts'
import type { History } from '../history/history.ts'
import type { Phone } from '../device/phone.ts'
import { sightOf, uuidFrom, type Sight } from '../gestures/sight.ts'
import { turns, whileBusy } from '../device/stage.ts'
import type { Act } from './act.ts'

/** The rows and prices that a person sees; now and then a price is out of date. */
export const sight = (h: History, phone: Phone, random: Random): Sight =>
  sightOf(
    phone,
    h.stores,
    (id) => (random.chance(0.15) ? h.oldPrices.get(id) : undefined) ?? h.prices.get(id) ?? 500,
    random,
  )

/** Pays orders in ether, at the market's quote. */
async function payInEther(tab: ReturnType<History['tabOf']>, ids: string[], password: string): Promise<unknown> {
  const answer = await tab.call('order.payQuote', { ids })
  const quote = answer.kind === 'accepted' ? answer.data.quotes.find(({ asset }) => asset === 'tETH') : undefined
  return quote ? tab.call('order.pay', { ids, quote: quote.id, password }) : answer
}

const names = (Object.keys(gestures) as PersonsMutation[]).flatMap((name) =>
  Array.from({ length: weights[name] ?? 1 }, () => name),
)

/** One gesture out of what the screen offers. */
export function drawn(h: History, phone: Phone, random: Random): Gesture[] {
  const s = sight(h, phone, random)
  for (let i = 0; i < 6; i++) {
    const name = random.pick(names)
    if (s.guest && !mutations[name].guest) continue
    const payload = gestures[name](s)
    if (payload === undefined) continue
    const gesture = [{ intentId: uuidFrom(random), name, payload } as Gesture]
    if (placesOrder(name) && random.chance(0.5))
      gesture.push(...otherPart(s, payload as Payload<'order.place'>, uuidFrom(random)))
    return gesture
  }
  return [{ intentId: uuidFrom(random), name: 'cart.add', payload: gestures['cart.add'](s)! }]
}

/** The other shop's part of the same checkout. */
function otherPart(s: Sight, p: Payload<'order.place'>, intentId: string): Gesture[] {
  const lines = s.shown('cartLines').filter((l) => l.num > 0 && l.shopId !== p.shopId)
  return lines.length === 0
    ? []
    : [{ intentId, name: 'order.place', payload: orderOf(s, p.clientOrderId, lines[0]!.shopId, p.addressId, lines) }]
}

const signOut =
  (unsent: 'send' | 'keep' | 'discard'): Act =>
  (h, phone, random) => {
    const tab = h.tabOf(phone, random)
    // The person on its screen: a page that has not heard of a newer sign-in signs nobody else out.
    const uid = tab.page.shows ?? phone.person
    if (uid === GUEST) return undefined
    const raw = phone.disk.databases.get(userDbName(uid))
    if (unsent === 'discard' && raw)
      for (const any of phone.disk.databases.values())
        // The intents that wait at the person's desks are given up, too.
        if (any === raw || any.name.endsWith(`.${uid}`)) h.forgone.add(any)
    h.strike(`signOut:${unsent}`)
    return tab.call('user.logout', { unsent })
  }

/** Signs somebody in on a tab. */
export const signIn = (h: History, phone: Phone, uid: string, tab = h.tabOf(phone, h.random)): Promise<unknown> => {
  const { email, password } = h.persons.find((p) => p.uid === uid)!
  return tab.call('user.login', { email, password })
}

/** Ships an order if it is paid. */
const ship = (h: History, id: string): Promise<void> =>
  whileBusy(async () => {
    const { db } = h.shop.market
    const order = await db.selectFrom('orders').select('state').where('id', '=', id).executeTakeFirst()
    if (order?.state === 'paid') await operate(db, ['ship', id], h.time.now)
  })

export const personActs = {
  gesture: (h, phone, random) => h.gesture(phone, h.tabOf(phone, random), drawn(h, phone, random)),

  /** One gesture twice: on one tab, or on two. */
  gestureTwice: (h, phone, random) => {
    const gesture = drawn(h, phone, random)
    h.strike('gestureTwice')
    return Promise.all([
      h.gesture(phone, h.tabOf(phone, random), gesture),
      h.gesture(phone, h.tabOf(phone, random), gesture),
    ])
  },

  /** A worker dies over a gesture; its page's supervisor starts another and repeats it. */
  workerDies: async (h, phone, random) => {
    const gesture = drawn(h, phone, random)
    const tab = h.tabOf(phone, random)
    const person = phone.person
    const screen = tab.page.shows
    h.begin(h.gesture(phone, tab, gesture, screen))
    await turns(random.whole(0, 25))
    tab.kill()
    h.strike('workerDies')
    if (phone.person === person) await h.gesture(phone, phone.open(), gesture, screen)
  },

  /** A page newer than its worker. */
  newerPage: async (h, phone, random) => {
    h.strike('newerPage')
    const outcome = await h
      .tabOf(phone, random)
      .worker.mutate([{ intentId: uuidFrom(random), name: 'tomorrow.thing' as never, payload: {} as never }])
    if (outcome.kind !== 'refused') h.say('I4', `a mutation that nobody knows was called ${outcome.kind}`)
  },

  pay: (h, phone, random) => {
    const ids = sight(h, phone, random)
      .shown('orders')
      .filter((o) => o.state === 'unpaid')
      .map((o) => o.id)
    const person = h.persons.find((p) => p.uid === phone.person)
    if (ids.length === 0 || !person) return undefined
    const paid = random.some(ids, 2)
    // The shop ships the order before the answer to the payment arrives.
    if (random.chance(0.6)) {
      const ms = random.whole(1_000, 12_000)
      phone.network.slow.set('/api/order/pay', ms)
      h.time.later(ms / 2, () => h.begin(ship(h, paid[0]!)))
    }
    const tab = h.tabOf(phone, random)
    const { password } = person
    return random.chance(0.5) ? payInEther(tab, paid, password) : tab.call('order.pay', { ids: paid, password })
  },

  /** Another person signs in on a phone while one is signed in, or a person signs in after a guest. */
  accountSwitch: (h, phone, random) => {
    const others = h.persons.filter((p) => p.uid !== phone.person)
    if (others.length === 0) return undefined
    if (phone.person !== GUEST) h.strike('accountSwitch')
    else if (phone.disk.rows(userDbName(GUEST), 'outbox').length > 0) h.strike('guestMerge')
    return signIn(h, phone, random.pick(others).uid, h.tabOf(phone, random))
  },

  /** Two accounts in two tabs: while one signs in, the other acts. */
  twoAccounts: (h, phone, random) => {
    const other = h.persons.find((p) => p.uid !== phone.person)
    if (!other) return undefined
    const one = h.tabOf(phone, random)
    const two = phone.awake.find((t) => t !== one) ?? phone.open()
    h.strike('twoAccounts')
    return Promise.all([
      signIn(h, phone, other.uid, two),
      h.gesture(phone, one, drawn(h, phone, random)),
      h.gesture(phone, one, drawn(h, phone, random)),
    ])
  },

  /** Work as a guest that is then merged. */
  guestMerge: async (h, phone, random) => {
    const person = phone.person
    if (person !== GUEST) await h.tabOf(phone, random).call('user.logout', { unsent: 'keep' })
    for (let n = random.whole(1, 4); n > 0; n--) await h.gesture(phone, h.tabOf(phone, random), drawn(h, phone, random))
    h.strike('guestMerge')
    if (phone.person === GUEST)
      await signIn(h, phone, person === GUEST ? random.pick(h.persons).uid : person, h.tabOf(phone, random))
    if (random.chance(0.3)) await h.tabOf(phone, random).call('merge.settle', { undo: random.chance(0.5) })
  },

  signOutSend: signOut('send'),
  signOutKeep: signOut('keep'),
  signOutDiscard: signOut('discard'),
} satisfies Record<string, Act>
