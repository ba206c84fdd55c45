import { isDeepStrictEqual } from 'node:util'
import { mutationOf } from '#contract/registry.ts'
import type { Effect } from '../effect-log.ts'
import type { History } from '../history.ts'
import type { Fate } from '../watch.ts'

/** The devices' intents by their ids on the wire. */
export function byWireId(h: History): Map<string, Fate> {
  const found = new Map<string, Fate>()
  for (const phone of h.phones)
    for (const fate of phone.watch.fates.values())
      if (fate.row.seq !== undefined) found.set(`${fate.row.incarnation}:${fate.row.seq}`, fate)
  return found
}
export const wireId = (e: Effect): string => `${e.incarnation}:${e.seq}`

/**
 * The gesture behind an intent, under whichever ids it went: merged from a guest's or a file's, or asked again. What
 * undoes a merge is one of its own.
 */
const gestureOf = (intentId: string): string => /^.*-undone/.exec(intentId)?.[0] ?? intentId.split(/[@~]/)[0]!

/**
 * I3: each id had at most one effect, each gesture too, under whichever ids it went; and it was the one that was asked
 * for. I6: for the person who asked.
 */
export function atMostOnce(h: History, effects: readonly Effect[]): void {
  const known = byWireId(h)
  const seen = new Set<string>()
  const gestures = new Map<string, string>()
  for (const e of effects) {
    if (e.seq === null) continue
    const id = wireId(e)
    if (seen.has(id)) h.say('I3', `intent ${id} (${e.name}) was carried out more than once`)
    seen.add(id)
    if (h.forged.has(id)) continue
    const fate = known.get(id)
    if (!fate) {
      h.say('I3', `${e.name} had an effect under ${id}, an id that no device has given to anything`)
      continue
    }
    const gesture = gestureOf(fate.row.intentId)
    if (e.kind === 'accepted' && gestures.has(gesture))
      h.say(
        'I3',
        `gesture ${gesture} (${e.name}) took effect twice: as ${gestures.get(gesture)} and as ${id} (${fate.row.intentId} of ${fate.row.uid})`,
      )
    if (e.kind === 'accepted') gestures.set(gesture, id)
    if (fate.row.uid !== e.user_id) h.say('I6', `intent ${id} of ${fate.row.uid} had its effect on ${e.user_id}`)
    const sealed = mutationOf(e.name).sealed
    if (fate.row.name !== e.name || (!sealed && !isDeepStrictEqual(fate.row.payload, e.payload))) {
      h.say(
        'I3',
        `intent ${id} took effect as ${e.name} ${JSON.stringify(e.payload)}, but is ${fate.row.name} ${JSON.stringify(fate.row.payload)}`,
      )
    }
  }
}

/** I5: within a lane, effects came in the order of the gestures. */
export function inOrder(h: History, effects: readonly Effect[]): void {
  const last = new Map<string, number>()
  const aside = new Set(
    h.phones.flatMap((phone) =>
      [...phone.watch.fates.values()]
        .filter((f) => h.spoilt(f.row.intentId) && f.history.includes('quarantined@quarantine'))
        .map((f) => `${f.row.incarnation}:${f.row.seq}`),
    ),
  )
  for (const e of effects) {
    // What cannot be opened any more is set aside, and holds its lane no longer, though a copy of it may still be on
    // its way.
    if (e.seq === null || h.forged.has(wireId(e)) || aside.has(wireId(e))) continue
    for (const lane of mutationOf(e.name).lanes(e.payload)) {
      const key = `${e.user_id} ${e.incarnation} ${lane}`
      const before = last.get(key) ?? 0
      if (e.seq <= before) h.say('I5', `in lane ${lane} intent ${e.seq} (${e.name}) took effect after ${before}`)
      last.set(key, e.seq)
    }
  }
  for (const phone of h.phones) {
    const saved = [...h.asked.values()]
      .filter((a) => a.device === phone.number && a.said === 'saved')
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
