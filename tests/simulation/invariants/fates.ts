import { isDeepStrictEqual } from 'node:util'
import { isPending } from '#localdb/intent-states.ts'
import { idOf, isEffectOf, wireId, type Effect } from '../history/effect-log.ts'
import type { History } from '../history/history.ts'
import type { Phone } from '../device/phone.ts'
import type { Asked } from '../device/record.ts'
import type { Fate } from '../device/watch.ts'
import { whileBusy } from '../device/stage.ts'
import { byId } from './effects.ts'

/** I4: everything that was called saved ended in one of the ways that are allowed, and as the market says. */
export async function nothingVanished(h: History, effects: readonly Effect[]): Promise<void> {
  const purged = await purgedThrough(h)
  const accepted = new Map(effects.filter((e) => e.kind === 'accepted' && e.seq !== null).map((e) => [wireId(e), e]))
  const known = byId(h)
  for (const phone of h.phones) {
    for (const fate of phone.watch.fates.values()) {
      const twins = (known.get(idOf(fate.row)) ?? []).filter((f) => f.raw !== fate.raw)
      judge(h, phone, fate, twins, accepted, purged)
    }
    for (const asked of h.asked.values())
      if (asked.device === phone.number && asked.answer === 'saved') account(h, phone, asked)
  }
}

/** A saved gesture's own intent, or the one it became when a guest's was merged. */
const fatesOf = (phone: Phone, asked: Asked): Fate[] =>
  [...phone.watch.fates.values()].filter(
    (f) => f.row.intentId === asked.intentId || f.row.intentId.startsWith(`${asked.intentId}@`),
  )

function account(h: History, phone: Phone, asked: Asked): void {
  const fates = fatesOf(phone, asked)
  if (fates.length === 0) h.say('I4', `${asked.name} ${asked.intentId} was called saved and is nowhere on the disk`)
  const merged = fates.some((f) => f.row.intentId.includes('@'))
  for (const fate of fates) {
    if (h.spoilt(fate.row.intentId)) continue
    const uid = fate.row.uid
    if (!fate.row.intentId.includes('@') && !asked.persons.has(uid))
      h.say(
        'I6',
        `${asked.name} ${asked.intentId} was done on the screen of ${[...asked.persons].join(' or ')} and recorded for ${uid}`,
      )
    const deleted = phone.disk.databases.get(fate.database) !== fate.raw
    const guests = uid === 'guest' && merged
    if (deleted && fate.where === 'outbox' && isPending(fate.row.state) && !h.forgone.has(fate.raw) && !guests) {
      h.say(
        'I4',
        `${asked.name} ${asked.intentId} was deleted with its database while it was ${fate.row.state} (${fate.history.join(' → ')})`,
      )
    }
  }
}

/**
 * The present state of an intent must be allowed, and agree with what the market did. `twins` are the intents of the
 * same id and moment in other copies of its store.
 */
function judge(
  h: History,
  phone: Phone,
  { row, where, history, database }: Fate,
  twins: readonly Fate[],
  accepted: ReadonlyMap<string, Effect>,
  purged: ReadonlyMap<string, number>,
): void {
  if (h.spoilt(row.intentId)) return
  const id = idOf(row)
  const effect = accepted.get(id)
  const did = effect !== undefined && isEffectOf(effect, row)
  const label = `${row.name} ${row.intentId} (${history.join(' → ')})`
  // A restored server can learn of lost intents only from the device's archive, and not of those that it has purged.
  const archived = phone.disk.row(database, 'archive', row.intentId) !== undefined
  const past = (purged.get(`${row.uid} ${row.incarnation}`) ?? 0) >= row.seq!
  // Another device may have taken the intent over from a file since, and have it done under an id of its own.
  const beyond = h.lost.has(id) && (!archived || past || doneFor(h, row, accepted))
  if (row.state === 'acked' && !did && !beyond) h.say('I4', `${label} is called done, but the market never did it`)
  // A refusal that a restored server has lost stays a refusal on the device. A purged id is refused as purged. An
  // intent that never left this copy of a store may be done by another copy. And a copy that was taken while its app
  // ran may have made another intent of the same id and moment: this one is refused, because its id was reused.
  const others = row.attempts === 0 && twins.some((f) => f.row.attempts > 0)
  const differs = twins.some((f) => f.row.intentId !== row.intentId || !isDeepStrictEqual(f.row.payload, row.payload))
  const isExcused =
    h.forgotten.has(id) || row.last?.reason === 'idPurged' || (row.last?.reason === 'idReused' && differs)
  if ((row.state === 'rejected' || row.state === 'cancelled') && did && !isExcused && !others)
    h.say('I4', `${label} is called ${row.state} (${row.last?.reason}), but the market did it`)
  if (
    row.state === 'superseded' &&
    (where !== 'archive' || !('by' in row) || row.by === null || !phone.watch.fates.has(row.by))
  )
    h.say('I4', `${label} was superseded by nothing that is known`)
  if (
    row.state === 'cancelled' &&
    !h.dismissed.has(row.intentId) &&
    !(row.from && row.last?.params?.['to'] === row.from.incarnation && h.dismissed.has(savedAs(row.intentId))) &&
    !isCopys(h, row) &&
    !('by' in row && row.by !== null && phone.watch.fates.has(row.by))
  )
    h.say('I4', `${label} was taken back by nobody`)
  if (where === 'quarantine') h.say('I4', `${label} was set aside without a reason`)
  if (row.state === 'rejected' && where === 'archive') h.say('I4', `${label} was refused and put away unseen`)
  if (where === 'gone') h.say('I4', `${label} is gone`)
  if (row.state === 'rejected' && row.last?.reason === 'idReused' && history.includes('sending') && !differs)
    h.say('I3', `${label}: its id was used for something else`)
}

/** Whether the market did an intent that was taken over from this one out of a file. */
const doneFor = (h: History, { incarnation, seq }: Fate['row'], accepted: ReadonlyMap<string, Effect>): boolean =>
  h.phones.some(({ watch }) =>
    [...watch.fates.values()].some(
      ({ row }) => row.from?.incarnation === incarnation && row.from.seq === seq && accepted.has(idOf(row)),
    ),
  )

/** Whether it was given to a copy of the guest's store that it stood in: that one has been asked to do it. */
const isCopys = (h: History, { intentId, from, last }: Fate['row']): boolean =>
  last?.reason === 'cancelled' &&
  h.phones.some(({ watch }) =>
    watch
      .all()
      .some(
        ({ row }) =>
          row.intentId === intentId &&
          row.from !== undefined &&
          row.from.to !== from?.to &&
          row.from.to === last.params?.['to'],
      ),
  )

/** The intent in a file that one was taken over from. */
const savedAs = (intentId: string): string => intentId.slice(0, intentId.lastIndexOf('@'))

/** Up to which seq outcomes have been purged, by `uid incarnation`. */
async function purgedThrough(h: History): Promise<Map<string, number>> {
  const rows = await whileBusy(() =>
    h.shop.market.db
      .selectFrom('incarnations')
      .select(['user_id', 'incarnation', 'purged_through'])
      .where('user_id', 'in', h.owning)
      .execute(),
  )
  return new Map(rows.map((r) => [`${r.user_id} ${r.incarnation}`, r.purged_through ?? 0]))
}
