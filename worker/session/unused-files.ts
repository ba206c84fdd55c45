import { SENT_FILE_BYTES, SENT_FILES_MS } from '#contract/pictures/files.ts'
import type { UserDb } from '#localdb/open.ts'
import type { FileRow } from '#localdb/schema.ts'

/** The files that nothing waiting names, the newest first. */
export async function unusedFiles(db: UserDb): Promise<FileRow[]> {
  const named = new Set((await db.outbox.orderBy('files').uniqueKeys()).map(String))
  return (await db.files.toArray()).filter((file) => !named.has(file.id)).sort((a, b) => b.at - a.at)
}

/**
 * Deletes the files that nothing waiting names and that are past their time, or beyond the bytes that such may take;
 * `all`: however new they are, but for those that were kept and not named yet, which somebody may be about to.
 */
export async function dropUnused(db: UserDb, now: number, all = false): Promise<void> {
  await db.transaction('rw', [db.outbox, db.files, db.fileBytes], async () => {
    let bytes = 0
    const gone = (await unusedFiles(db)).filter((file) => {
      bytes += file.size
      return bytes > SENT_FILE_BYTES || now - file.at > SENT_FILES_MS || (all && file.state !== 'kept')
    })
    const ids = gone.map((file) => file.id)
    await Promise.all([db.files.bulkDelete(ids), db.fileBytes.bulkDelete(ids)])
  })
}
