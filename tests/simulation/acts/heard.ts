import { isPending } from '#localdb/intent-states.ts'
import { GUEST, userDbName, type IntentRow } from '#localdb/schema.ts'
import { mutations } from '#contract/mutations.ts'
import type { Random } from '#server/seed/random.ts'
import { gestures, places } from '../gestures/gestures.ts'
import type { History } from '../history/history.ts'
import type { Phone } from '../device/phone.ts'
import { uuidFrom } from '../gestures/sight.ts'
import { whileBusy } from '../device/stage.ts'
import type { WireFault } from '../device/wire-faults.ts'
import { drawn, sight } from './persons.ts'
import { backedUp } from './backups.ts'
import { shopActs } from './shops.ts'
import type { Act } from './act.ts'

// A device learns the outcome of an intent by other ways than the answer to its push: by a pull, by the answer to a
// cancellation, or from a restored server, while the intent waits, is in doubt, is held or asks for consent.

/** Checks a condition every 250 virtual ms for up to `ms`; returns whether it holds in the end. */
async function until(h: History, ms: number, come: () => boolean): Promise<boolean> {
  for (let passed = 0; passed < ms && !come(); passed += 250) await h.time.wait(250)
  return come()
}

const rows = (phone: Phone): IntentRow[] => phone.disk.rows<IntentRow>(userDbName(phone.person), 'outbox')
const newest = (phone: Phone): IntentRow | undefined => rows(phone).at(-1)
const flush = (h: History, phone: Phone): void => {
  for (const tab of phone.awake) h.begin(tab.worker.flush(true))
}

/** The further faults that leave an intent in each state while its device does not know whether it took effect. */
const left: Record<'unknown' | 'waiting' | 'held' | 'pending', readonly WireFault[]> = {
  unknown: [],
  waiting: ['retrySeconds'],
  held: ['updateDemanded'],
  // The second of two goes back to wait for its turn, and the first is not answered.
  pending: ['tooLarge', 'portal200'],
}

/** Puts an address that lacks fields which the market requires. */
const incomplete = (h: History, phone: Phone, random: Random): Promise<unknown> =>
  h.gesture(phone, h.tabOf(phone, random), [
    {
      intentId: uuidFrom(random),
      name: 'address.put',
      payload: { id: uuidFrom(random), patch: { country: 'DE', detail: 'Quay 2' }, baseRev: 0 },
    },
  ])

const ends = ['accepted', 'refused', 'needsConsent', 'reused', 'takenBack'] as const

export const heardActs = {
  /** The device says that it has no network, though it has, so that it pulls and does not push. */
  heardByPull: async (h, phone, random) => {
    if (phone.person === GUEST || phone.offline) return
    const end = random.pick([...ends, 'refused', 'needsConsent'] as const)
    const state = random.pick(['unknown', 'waiting', 'held', 'pending'] as const)
    phone.offline = true
    if (end === 'reused') await shopActs.keyReused(h, phone)
    const favourite = gestures['favourite.set'](sight(h, phone, random))!
    await h.gesture(phone, h.tabOf(phone, random), [
      { intentId: uuidFrom(random), name: 'favourite.set', payload: favourite },
    ])
    if (end === 'refused') await incomplete(h, phone, random)
    else if (end === 'needsConsent') await (shopActs.dearer(h, phone, random) ?? shopActs.clash(h, phone, random))
    else await h.gesture(phone, h.tabOf(phone, random), drawn(h, phone, random))
    // A push whose id another client has used never arrives. Any other push arrives, and its answer is lost.
    phone.network.nextPushes.push(end === 'reused' ? 'portal200' : 'lostAnswer', ...left[state])
    phone.offline = false
    flush(h, phone)
    await until(h, 20_000, () => phone.network.nextPushes.length === 0)
    phone.offline = true
    await h.time.wait(1_000)
    const last = newest(phone)
    if (end === 'takenBack' && last && isPending(last.state)) {
      h.dismissed.add(last.intentId)
      phone.watch.takenBack.add(last.intentId)
      h.strike('takenBack')
      await h.tabOf(phone, random).call('intent.cancel', { intentId: last.intentId })
    }
    flush(h, phone)
    await h.time.wait(random.whole(21_000, 28_000))
    phone.offline = false
    flush(h, phone)
  },

  /** An intent that is taken back asks for consent already when the answer to the cancellation arrives. */
  takenBackLate: async (h, phone, random) => {
    if (phone.person === GUEST) return
    phone.network.nextPushes.push('lostAnswer')
    await (shopActs.dearer(h, phone, random) ?? shopActs.clash(h, phone, random))
    const last = newest(phone)
    if (!last || !(await until(h, 10_000, () => rows(phone).some((r) => r.seq === last.seq && r.state === 'unknown'))))
      return
    phone.network.slow.set('/api/sync/void', random.whole(8_000, 12_000))
    h.dismissed.add(last.intentId)
    phone.watch.takenBack.add(last.intentId)
    h.strike('takenBack')
    const cancelling = h.tabOf(phone, random).call('intent.cancel', { intentId: last.intentId })
    flush(h, phone)
    await cancelling
  },

  /**
   * A restored server settles a conflict that waits for the person, because a copy of its push arrives late: the intent
   * goes through, since the change that it clashed with is gone, or it is refused.
   */
  askedInLostTime: async (h, phone, random) => {
    const s = sight(h, phone, random)
    const known = s.guest ? [] : s.mirror('addresses').filter((row) => row.server && row.shown && !row.shown.deleted)
    if (known.length === 0) return
    const { key: id, rev: baseRev } = random.pick(known)
    const restore = await backedUp(h)
    const put = (detail: string) => ({ id, patch: { ...places[2]!, detail }, baseRev })
    const token = h.elsewhere.get(phone.person)
    await whileBusy(() => h.shop.market.call(mutations['address.put'].path, put('Their road'), token))
    phone.network.nextPushes.push('reordered')
    const intentId = uuidFrom(random)
    await h.gesture(phone, h.tabOf(phone, random), [{ intentId, name: 'address.put', payload: put('Our road') }])
    flush(h, phone)
    if (!(await until(h, 2_500, () => rows(phone).some((r) => r.intentId === intentId && r.state === 'conflict'))))
      return
    await restore()
    if (random.chance(0.5)) return
    await whileBusy(() => h.shop.market.call(mutations['address.del'].path, { id }, token))
  },
} satisfies Record<string, Act>
