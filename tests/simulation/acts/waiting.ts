import { placesOrder } from '#contract/orders/placing.ts'
import type { Payload } from '#contract/registry.ts'
import { GUEST, userDbName, type IntentRow } from '#localdb/schema.ts'
import { isPending } from '#localdb/intent-states.ts'
import type { CallInput, CallOutcome } from '#worker/api/worker-api.ts'
import type { CheckAt } from '#worker/api/checked.ts'
import { bought, orderOf } from '../gestures/gestures.ts'
import type { Random } from '#server/seed/random.ts'
import type { History } from '../history/history.ts'
import type { Phone } from '../device/phone.ts'
import { uuidFrom } from '../gestures/sight.ts'
import { sight } from './persons.ts'
import type { Act } from './act.ts'

// The acts of a person in the sync centre, on the intents that wait for them.

const PASSPHRASE = 'sand in the shoes'
const waiting = (phone: Phone, fits: (row: IntentRow) => boolean): IntentRow[] =>
  phone.person === GUEST ? [] : phone.disk.rows<IntentRow>(userDbName(phone.person), 'outbox').filter(fits)

/** Agrees to a conflict: the same gesture once more, adjusted to the current prices, stock and revisions. */
export function agree(h: History, phone: Phone, row: IntentRow, random: Random): Promise<unknown> {
  const s = sight(h, phone, random)
  const tab = h.tabOf(phone, random)
  const replaces = row.intentId
  if (placesOrder(row.name)) {
    const p = row.payload as Payload<'order.place'>
    const short = row.last?.reason === 'stockShort' ? Number(row.last.params?.['available']) : Infinity
    const lines = p.lines.map((l) => ({ ...l, num: Math.max(1, Math.min(l.num, short)) }))
    h.strike('agreed')
    const again = orderOf(s, p.clientOrderId, p.shopId, p.addressId, lines)
    const of = { intentId: uuidFrom(random), replaces }
    return h.gesture(phone, tab, [
      row.name === 'order.place'
        ? { ...of, name: 'order.place', payload: again }
        : { ...of, name: row.name === 'order.buy' ? 'order.buy' : 'order.submit', payload: bought(again) },
    ])
  }
  // The key names the address; it is not sealed, as the payload is.
  const id = row.keys[0]!.slice('addresses/'.length)
  const rev = s.mirror('addresses').find((a) => a.key === id)?.rev ?? 0
  h.strike('agreed')
  return h.gesture(phone, tab, [
    {
      intentId: uuidFrom(random),
      name: 'address.put',
      payload: { id, patch: { detail: `Agreed road ${random.whole(1, 99)}` }, baseRev: rev },
      replaces,
    },
  ])
}

/** Does something, and now and then thinks better of it: Undo. */
async function thought(
  h: History,
  phone: Phone,
  random: Random,
  act: Promise<CallOutcome<unknown>>,
  undo: CallInput<'intent.restore'>,
  can = true,
): Promise<void> {
  const outcome = await act
  if (!can || outcome.kind !== 'accepted' || !random.chance(0.4)) return
  await h.time.wait(random.whole(0, 3_000))
  const restored = await h.tabOf(phone, random).call('intent.restore', undo)
  if (restored.kind === 'accepted') h.strike('restored')
}

export const waitingActs: Record<'consent' | 'askAgain' | 'takeBack' | 'exportUnsent' | 'check' | 'free', Act> & {
  importUnsent(...args: Parameters<Act>): Promise<unknown>
} = {
  /** The person agrees to a conflict or gives it up; without conflicts they dismiss a refusal. */
  consent: (h, phone, random) => {
    const conflicts = waiting(phone, (row) => row.state === 'conflict')
    const rows = conflicts.length > 0 ? conflicts : waiting(phone, (row) => row.state === 'rejected')
    if (rows.length === 0) return undefined
    const row = random.pick(rows)
    if (row.state === 'conflict' && random.chance(0.7)) return agree(h, phone, row, random)
    h.dismissed.add(row.intentId)
    h.strike('givenUp')
    const tab = h.tabOf(phone, random)
    return thought(
      h,
      phone,
      random,
      tab.call('intent.dismiss', { intentId: row.intentId }),
      { intentId: row.intentId, was: 'refused' },
      row.state === 'rejected',
    )
  },
  /** The person asks again for a refused intent. */
  askAgain: (h, phone, random) => {
    const rows = waiting(phone, (row) => row.state === 'rejected')
    if (rows.length === 0) return undefined
    h.strike('askedAgain')
    return h.tabOf(phone, random).call('intent.retry', { intentId: random.pick(rows).intentId })
  },
  /** A waiting intent is taken back, wherever it is: unsent, on the wire, or perhaps at the shop already. */
  takeBack: (h, phone, random) => {
    const rows = waiting(phone, (row) => isPending(row.state))
    if (rows.length === 0) return undefined
    const { intentId } = random.pick(rows)
    h.dismissed.add(intentId)
    phone.watch.takenBack.add(intentId)
    if (random.chance(0.3)) phone.network.slow.set('/api/sync/void', random.whole(1_000, 12_000))
    h.strike('takenBack')
    return thought(h, phone, random, h.tabOf(phone, random).call('intent.cancel', { intentId }), {
      intentId,
      was: 'waiting',
    })
  },
  exportUnsent: async (h, phone, random) => {
    const uid = phone.person
    const held = waiting(phone, (row) => isPending(row.state))
    if (held.length === 0) return
    const outcome = await h.tabOf(phone, random).call('unsent.export', { passphrase: PASSPHRASE })
    if (outcome.kind !== 'accepted' || phone.person !== uid) return
    h.strike('exported')
    // Another device may take over any intent in the file, which then counts as taken back on this device.
    for (const row of [...held, ...waiting(phone, (r) => isPending(r.state))]) h.dismissed.add(row.intentId)
    h.files.push({ uid, bytes: outcome.data.bytes })
    const other = h.phones.find((p) => p !== phone && p.person === uid)
    if (other) h.time.later(random.whole(0, 20_000), () => h.begin(waitingActs.importUnsent(h, other, random)))
  },
  /** A file is taken over: by another device of the person's, or by the same one after all was lost. */
  importUnsent: async (h, phone, random) => {
    const mine = h.files.filter((file) => file.uid === phone.person)
    if (mine.length === 0) return
    const outcome = await h
      .tabOf(phone, random)
      .call('unsent.import', { bytes: random.pick(mine).bytes, passphrase: PASSPHRASE })
    if (outcome.kind === 'accepted' && outcome.data.said === 'done') h.strike('imported')
  },
  /**
   * The device checks its stored data, as the person may ask it to at any time. It finds no fault but in the rows that
   * the harness spoilt.
   */
  check: async (h, phone, random) => {
    const tab = h.tabOf(phone, random)
    const database = userDbName(phone.person)
    const raw = phone.disk.databases.get(database)
    for (let at: CheckAt | undefined | null; at !== null;) {
      const block = await tab.call('device.check', at ? { at } : {})
      // Another person or another database is here now, so the check that was begun is not continued.
      if (
        block.kind !== 'accepted' ||
        phone.disk.databases.get(database) !== raw ||
        userDbName(phone.person) !== database
      )
        return
      for (const wrong of block.data.issues) {
        if (wrong.what !== 'fence' && !h.spoilt(wrong.where))
          h.say('I7', `device ${phone.number}'s own check finds ${JSON.stringify(wrong)}`)
      }
      at = block.data.next
    }
  },
  /** Frees storage by dropping data that can be fetched again. */
  free: (h, phone, random) => h.tabOf(phone, random).call('storage.free', { what: 'catalogue' }),
}
