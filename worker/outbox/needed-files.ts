import { HERE_MS } from '#contract/rules/files.ts'
import { isMutationName, mutationOf, type MutationName } from '#contract/registry.ts'
import type { Refusal } from '#contract/schema/refusals.ts'
import type { UserDb } from '#localdb/open.ts'
import type { FileRow, IntentRow } from '#localdb/schema.ts'

// An intent that names files is sent once the server has them all. Who makes one keeps its files first
// (worker/files/keep-file.ts); who sends, sends them before it (worker/files/send-piece.ts).

/** An intent names a file that is not on this device. */
export class FileNotHere extends Error {
  override name = 'FileNotHere'
}

/** The files that a payload names, each once. */
export const filesNamed = (name: MutationName, payload: unknown): string[] => [
  ...new Set((isMutationName(name) ? mutationOf(name).files?.of(payload as never) : undefined) ?? []),
]

/**
 * Has the files of new intents sent; within a transaction over `files`.
 *
 * @throws FileNotHere
 */
export async function waitForFiles(db: UserDb, rows: readonly IntentRow[]): Promise<void> {
  const ids = [...new Set(rows.flatMap((row) => row.files ?? []))]
  if (ids.length === 0) return
  const found = await db.files.bulkGet(ids)
  const waiting = found.map((file): FileRow => {
    if (!file) throw new FileNotHere()
    const at = Math.max(file.at, ...rows.filter((row) => row.files?.includes(file.id)).map((row) => row.createdAt))
    if (file.state === 'here' || file.state === 'waiting') return { ...file, at }
    return { ...file, at, state: 'waiting', sent: file.state === 'refused' ? 0 : file.sent }
  })
  await db.files.bulkPut(waiting)
}

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
