import { HERE_MS } from '#contract/pictures/files.ts'
import type { Refusal } from '#contract/wire/schema-refusals.ts'
import type { UserDb } from '#localdb/open.ts'
import type { FileRow, IntentRow } from '#localdb/schema.ts'

/** Has files sent again, or asked for, that a server may have lost; within a transaction over `files`. */
export async function askForFiles(db: UserDb, ids: readonly string[]): Promise<void> {
  const found = await db.files.bulkGet([...new Set(ids)])
  await db.files.bulkPut(found.filter((file) => file !== undefined).map((file) => ({ ...file, state: 'waiting' })))
}

/**
 * How an intent stands with the files that it names; within a transaction over `files`. What the server had long ago it
 * may have deleted since, because nothing named it: it is asked again.
 */
export async function filesOf(db: UserDb, row: IntentRow, now: number): Promise<'met' | 'files' | Refusal> {
  if (!row.files?.length) return 'met'
  const found = await db.files.bulkGet(row.files)
  if (found.some((file) => file === undefined)) return { reason: 'fileMissing' }
  const files = found as FileRow[]
  const old = files.filter((file) => file.state === 'here' && Math.abs(now - file.hereAt) > HERE_MS)
  await askForFiles(
    db,
    old.map((file) => file.id),
  )
  return old.length === 0 && files.every((file) => file.state === 'here') ? 'met' : 'files'
}
