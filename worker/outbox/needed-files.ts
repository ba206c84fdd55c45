import type { MutationName } from '#contract/registry.ts'
import type { UserDb } from '#localdb/open.ts'
import type { FileRow, IntentRow } from '#localdb/schema.ts'
import { isKnownMutation, knownMutation } from '../guess/known.ts'

// An intent that names files is sent once the server has them all. Who makes one keeps its files first
// (worker/commands/keep-file.ts); who sends, sends them before it (worker/outbox/sender/send-piece.ts).

/** An intent names a file that is not on this device. */
export class FileNotHere extends Error {
  override name = 'FileNotHere'
}

/** The files that a payload names, each once. */
export const filesNamed = (name: MutationName, payload: unknown): string[] => [
  ...new Set((isKnownMutation(name) ? knownMutation(name).files?.of(payload as never) : undefined) ?? []),
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
