import { openUserDb, type IdbEnv } from '#localdb/open.ts'
import type { DeviceStore } from '#localdb/device.ts'
import type { MutationName, Payload } from '#contract/registry.ts'
import { GUEST, type ArchivedIntent, type IntentRow } from '#localdb/schema.ts'
import { withRows, type PadRow } from '#contract/pads/rows.ts'
import type { SeenProduct } from '#localdb/rows/seen.ts'
import type { Env } from '../env/env.ts'
import { isKnownMutation, knownMutation } from '../guess/all.ts'
import { commit, mergedId } from '../outbox/enqueue/commit.ts'
import { readMeta } from '../outbox/fence.ts'
import { newIncarnation } from '../outbox/incarnation.ts'
import { isPending } from '#localdb/intent-states.ts'
import { mergeSearches } from '../search/history.ts'
import { newestSeen } from './seen.ts'
import { closeFence, finishWipes, markForWipe } from './wipe.ts'
import { openUserStore, type UserStore } from './user-store.ts'

/**
 * Records a guest's waiting intents again as the person's own, each under an intentId derived from the guest's, so that
 * a crash in the middle repeats harmlessly. Takes over the searches, the opened products and the pad; only then is the
 * guest's database deleted. The work becomes one person's: should another have signed in before the merge was done, it
 * is still done for the first.
 */
export async function mergeGuest(s: { env: Env; idb: IdbEnv; store: DeviceStore }, person: UserStore): Promise<void> {
  const guest = await openUserDb(GUEST, s.idb)
  // Closed in the transaction that reads it: an intent that another tab still recorded would be deleted unseen.
  const { into, ...left } = await guest.transaction(
    'rw',
    [guest.outbox, guest.archive, guest.quarantine, guest.meta],
    async () => {
      const into = (await readMeta(guest, 'fence'))?.into ?? person.uid
      await closeFence(guest, GUEST, into)
      const [rows, ended, aside] = await Promise.all([
        guest.outbox.toArray(),
        guest.archive.toArray(),
        guest.quarantine.toArray(),
      ])
      const searches = (await readMeta(guest, 'searches'))?.texts ?? []
      const seen = (await readMeta(guest, 'seen'))?.products ?? []
      const pad = (await readMeta(guest, 'pad'))?.rows ?? []
      const absorbed = ended.filter(({ by }) => by !== null)
      const there = new Set([...rows, ...absorbed].map((row) => row.intentId))
      return {
        into,
        rows: rows.filter((row) => isPending(row.state)),
        absorbed: absorbed.filter(({ by }) => there.has(by!)),
        aside,
        searches,
        seen,
        pad,
      }
    },
  )
  guest.close()
  if (into === person.uid) await takeOver(person, left, s.env.now())
  else {
    const heir = await openUserStore(s.env, into, undefined, () => undefined)
    await takeOver(heir, left, s.env.now()).finally(() => heir.db.close())
  }
  await markForWipe(s.store, GUEST, true)
  // A merge that another person's sign-in has asked for is theirs to end.
  await s.store.write('session', (old) => (old?.uid === person.uid ? { ...old, mergeGuest: false } : (old ?? null)))
  await finishWipes(s.store, s.idb)
}

/**
 * The data that a guest leaves: intents that wait, those that another took in, rows that were set aside, the searches,
 * the opened products, and the quick-order pad.
 */
interface Left {
  rows: IntentRow[]
  absorbed: ArchivedIntent[]
  aside: { id: string; reason: string; row: unknown; at: number }[]
  searches: string[]
  seen: SeenProduct[]
  pad: PadRow[]
}

async function takeOver(
  person: UserStore,
  { rows, absorbed, aside, searches, seen, pad }: Left,
  now: number,
): Promise<void> {
  const own = (intentId: string): string => mergedId(intentId, person.uid)
  // A gesture whose saving was not confirmed may yet be repeated, so intents that another has taken in are known too.
  await person.db.archive.bulkPut(absorbed.map((row) => ({ ...row, intentId: own(row.intentId), by: own(row.by!) })))
  // A copy of the guest's store holds the same: whichever comes first takes effect, for the same person. A name of
  // this merge alone, for the copy may hold the person's store as well.
  const to = newIncarnation()
  // All or nothing: recorded one by one, an intent repeated after a failure would come behind those that followed it.
  await commit(
    person.db,
    person.fence,
    rows.filter(fits).map((row) => ({
      intentId: own(row.intentId),
      name: row.name,
      payload: row.payload,
      createdAt: row.createdAt,
      deps: row.deps.map(own),
      confirmBy: row.confirmBy,
      from: { incarnation: row.incarnation, seq: row.seq!, createdAt: row.createdAt, to, guest: true },
    })),
  )
  // A row that cannot be read keeps nobody from signing in; it is set aside in sight.
  await person.db.quarantine.bulkPut(
    rows.filter((row) => !fits(row)).map((row) => ({ id: own(row.intentId), reason: 'schema', row, at: now })),
  )
  // Rows that were set aside, or lost, and have not been read yet stay in sight.
  await person.db.quarantine.bulkPut(aside)
  if (searches.length > 0) {
    await person.db.transaction('rw', [person.db.meta], async () => {
      await person.db.meta.put({
        key: 'searches',
        texts: mergeSearches(searches, (await readMeta(person.db, 'searches'))?.texts ?? []),
      })
    })
  }
  if (seen.length > 0) {
    await person.db.transaction('rw', [person.db.meta], async () => {
      const before = (await readMeta(person.db, 'seen'))?.products ?? []
      await person.db.meta.put({ key: 'seen', products: newestSeen(seen, before) })
    })
  }
  if (pad.length > 0) {
    await person.db.transaction('rw', [person.db.meta], async () => {
      const before = (await readMeta(person.db, 'pad'))?.rows ?? []
      // After a crash the rows may be there already.
      if (JSON.stringify(before.slice(-pad.length)) === JSON.stringify(pad)) return
      await person.db.meta.put({ key: 'pad', rows: withRows(before, pad).rows })
    })
  }
  const undo = rows
    .filter(fits)
    .toReversed()
    .flatMap((row) => inverse(row).map((act) => ({ ...act, intentId: `${own(row.intentId)}-undone` })))
  if (rows.length > 0) await person.db.meta.put({ key: 'merged', intents: rows.length, at: now, undo })
}

/** The acts that take back an intent of a guest. `cart.clear` has none: it only named lines that the guest had. */
function inverse(row: IntentRow): { name: MutationName; payload: unknown }[] {
  if (row.name === 'cart.add') {
    const { id, shopId, variantId, num } = row.payload as Payload<'cart.add'>
    return [{ name: 'cart.set', payload: { id, shopId, variantId, from: num, to: 0 } satisfies Payload<'cart.set'> }]
  }
  if (row.name === 'cart.set') {
    const p = row.payload as Payload<'cart.set'>
    return [{ name: row.name, payload: { ...p, from: p.to, to: p.from } }]
  }
  if (row.name === 'list.set') {
    const p = row.payload as Payload<'list.set'>
    return [{ name: row.name, payload: { ...p, from: p.to, to: p.from } }]
  }
  // A guest's list was made here, so deleting it takes its first naming back.
  if (row.name === 'list.put') return [{ name: 'list.del', payload: { id: (row.payload as Payload<'list.put'>).id } }]
  if (row.name === 'favourite.set' || row.name === 'follow.set') {
    const p = row.payload as Payload<'favourite.set'>
    return [{ name: row.name, payload: { ...p, on: !p.on } }]
  }
  return []
}

const fits = (row: IntentRow): boolean =>
  isKnownMutation(row.name) && Array.isArray(row.deps) && knownMutation(row.name).payload.safeParse(row.payload).success
