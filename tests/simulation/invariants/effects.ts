import { mutationOf } from '#contract/mutations.ts'
import { GUEST } from '#localdb/schema.ts'
import { idOf, isEffectOf, wireId, type Effect } from '../history/effect-log.ts'
import type { History } from '../history/history.ts'
import type { RawDatabase } from '../device/raw-database.ts'
import type { Fate } from '../device/watch.ts'

/** The devices' intents by their identity at the market. One intent may be in several copies of a store. */
export function byId(h: History): Map<string, Fate[]> {
  const found = new Map<string, Fate[]>()
  for (const phone of h.phones) {
    for (const fate of phone.watch.all()) {
      if (fate.row.seq === undefined) continue
      const id = idOf(fate.row)
      found.set(id, [...(found.get(id) ?? []), fate])
    }
  }
  return found
}

/**
 * The gesture behind an intent, whatever its id has become: merged from a guest's or a file's, or asked again. The
 * undoing of a merge is a gesture of its own.
 */
const gestureOf = (intentId: string): string => /^.*-undone/.exec(intentId)?.[0] ?? intentId.split(/[@~]/)[0]!

/** The same, for each person by itself where a guest's store was copied: each of them has what the guest did. */
function nameOf(h: History, { row }: Fate): string {
  const gesture = gestureOf(row.intentId)
  const held = h.phones
    .flatMap(({ watch }) => watch.all())
    .filter((f) => f.row.uid === GUEST && f.row.intentId === gesture)
  return new Set(held.map(({ raw }) => raw)).size > 1 ? `${gesture} of ${row.uid}` : gesture
}

const storesThatSent = (fates: readonly Fate[]): Set<RawDatabase> =>
  new Set(fates.filter((f) => f.row.attempts > 0).map((f) => f.raw))

/**
 * I3: each id had at most one effect, and so had each gesture, whatever ids it went under; and the effect was the one
 * that was asked for. I6: it was for the person who asked.
 */
export function atMostOnce(h: History, effects: readonly Effect[]): void {
  const known = byId(h)
  const seen = new Set<string>()
  const gestures = new Map<string, { id: string; again: boolean; stores: Set<RawDatabase> }>()
  for (const e of effects) {
    if (e.seq === null) continue
    const id = wireId(e)
    const key = `${e.incarnation}:${e.seq}`
    if (seen.has(key)) h.say('I3', `intent ${key} (${e.name}) was carried out more than once`)
    seen.add(key)
    if (h.forged.has(id)) continue
    const fates = known.get(id) ?? []
    if (fates.length === 0) {
      h.say('I3', `${e.name} had an effect under ${id}, an id that no device has given to anything`)
      continue
    }
    for (const { row } of fates)
      if (row.uid !== e.user_id) h.say('I6', `intent ${id} of ${row.uid} had its effect on ${e.user_id}`)
    const fate = fates.find(({ row }) => isEffectOf(e, row))
    if (!fate) {
      const label = fates.map(({ row }) => `${row.name} ${JSON.stringify(row.payload)}`).join(' and ')
      h.say('I3', `intent ${id} took effect as ${e.name} ${JSON.stringify(e.payload)}, but is ${label}`)
      continue
    }
    if (e.kind !== 'accepted') continue
    const gesture = nameOf(h, fate)
    const now = { id, again: fate.row.intentId.includes('~'), stores: storesThatSent(fates) }
    const before = gestures.get(gesture)
    gestures.set(gesture, now)
    // One copy of a store does not know what was asked again on another copy.
    if (!before || ((before.again || now.again) && now.stores.isDisjointFrom(before.stores))) continue
    h.say(
      'I3',
      `gesture ${gesture} (${e.name}) took effect twice: as ${before.id} and as ${id} (${fate.row.intentId} of ${fate.row.uid})`,
    )
  }
}

/** I5: within a lane of each store, effects came in the order of the gestures. */
export function inOrder(h: History, effects: readonly Effect[]): void {
  const known = byId(h)
  const last = new Map<RawDatabase, Map<string, number>>()
  for (const e of effects) {
    if (e.seq === null) continue
    const fates = known.get(wireId(e)) ?? []
    // An intent that can no longer be unsealed is set aside and no longer holds its lane there, though another copy of
    // it may still be on its way.
    const setAside = fates.some((f) => h.spoilt(f.row.intentId) && f.history.includes('quarantined@quarantine'))
    // A copy of the store in which it was taken back has let those behind it pass.
    const takenBack = fates.length > 1 && fates.some((f) => f.row.state === 'cancelled')
    for (const { row, raw } of fates) {
      // A store that never sent the intent has left it to its copy. A refused intent no longer holds its lane, though a
      // late copy may go through at a server that has forgotten the refusal.
      if (row.attempts === 0 || h.forgotten.has(wireId(e))) continue
      // An effect that a copy of the store has asked for belongs to the order of that copy.
      if (!isEffectOf(e, row) || setAside || takenBack) continue
      const lanes = last.get(raw) ?? new Map<string, number>()
      last.set(raw, lanes)
      for (const lane of mutationOf(e.name).lanes(e.payload)) {
        const before = lanes.get(lane) ?? 0
        if (e.seq <= before) h.say('I5', `in lane ${lane} intent ${e.seq} (${e.name}) took effect after ${before}`)
        lanes.set(lane, e.seq)
      }
    }
  }
  for (const phone of h.phones) {
    const saved = [...h.asked.values()]
      .filter((a) => a.device === phone.number && a.answer === 'saved')
      .sort((a, b) => a.began - b.began)
    const own = saved.flatMap((a) => {
      const fate = phone.watch.fates.get(a.intentId)
      return fate?.row.seq !== undefined ? [{ a, fate, seq: fate.row.seq }] : []
    })
    for (const later of own) {
      const wrong = own.find((e) => e.a.ended < later.a.began && e.fate.raw === later.fate.raw && e.seq > later.seq)
      if (wrong)
        h.say(
          'I5',
          `${later.a.name} was done after ${wrong.a.name} was saved, but stands before it (${later.seq} < ${wrong.seq})`,
        )
    }
  }
}
