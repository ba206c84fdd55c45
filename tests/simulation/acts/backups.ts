import { sql } from 'kysely'
import type { Db } from '#server/db/tables/tables.ts'
import { takeBackup } from '../../support/market/backup.ts'
import { readEffects, wireId } from '../history/effect-log.ts'
import type { History } from '../history/history.ts'
import { whileBusy } from '../device/stage.ts'

/** The ids of intents whose outcome at the market is anything but accepted; those taken back are among them. */
async function refusedIds(db: Db, uids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select incarnation || ':' || seq || ':' || coalesce(result->>'createdAt', 'null') as id from outcomes
    where user_id = any(${uids}::uuid[]) and result->>'outcome' <> 'accepted'`.execute(db)
  return new Set(rows.map((r) => r.id))
}

/** Takes a backup of the market; the returned function starts the server on it. */
export async function backedUp(h: History): Promise<() => Promise<void>> {
  const { db } = h.shop.market
  const uids = h.persons.map((p) => p.uid)
  const backup = await whileBusy(() => takeBackup(db, uids, ['simulated_effects']))
  const made = new Map(h.made)
  const { restored } = h
  return () =>
    whileBusy(async () => {
      // Another restore has happened since. This backup holds effects that it lost, which devices may already know.
      if (h.restored !== restored) return
      h.restored += 1
      const before = await readEffects(db, uids)
      const refused = await refusedIds(db, uids)
      await backup.restore()
      for (const [id, n] of made) h.made.set(id, n)
      const left = new Set((await readEffects(db, uids)).map((e) => e.n))
      const lost = before.filter((e) => !left.has(e.n))
      // An intent that was taken back has no effect to lose. The server has forgotten that it must never take effect.
      const still = await refusedIds(db, uids)
      for (const id of refused) if (!still.has(id)) h.forgotten.add(id)
      if (lost.length === 0) return
      h.strike('serverRestored')
      for (const e of lost) h.lost.add(wireId(e))
      for (const e of lost) if (e.kind !== 'accepted') h.forgotten.add(wireId(e))
    })
}
