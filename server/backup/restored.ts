import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { audit, byCommand } from '../audit/audit.ts'
import type { Db } from '../db/tables/tables.ts'

/** The file by which a restored data folder says that it is one. */
export const RESTORED = 'restored.json'

const Restored = z.object({
  /** The moment of the backup's database (Unix ms). */
  backup: z.number(),
  /** When it was restored (Unix ms). */
  at: z.number(),
  /** Whether the audit log has it. */
  noted: z.boolean(),
})
export type Restored = z.infer<typeof Restored>

/** From which backup a data folder was restored; undefined where it never was. */
export async function readRestored(dataDir: string): Promise<Restored | undefined> {
  const text = await readFile(join(dataDir, RESTORED), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : z.parse(Restored, JSON.parse(text))
}

/** Writes into the audit log that this market was restored from a backup, at its first start. */
export async function noteRestored(db: Db, dataDir: string | undefined): Promise<void> {
  const restored = dataDir === undefined ? undefined : await readRestored(dataDir)
  if (dataDir === undefined || !restored || restored.noted) return
  const { backup, at } = restored
  await db.transaction().execute((tx) =>
    audit(tx, {
      ...byCommand,
      ...{ what: 'market.restore', subject: 'market', before: null },
      after: { backup: new Date(backup).toISOString(), restored: new Date(at).toISOString() },
    }),
  )
  const place = join(dataDir, RESTORED)
  // Beside it first: half a file would keep the market from starting.
  await writeFile(`${place}.part`, `${JSON.stringify({ ...restored, noted: true })}\n`, { mode: 0o600, flush: true })
  await rename(`${place}.part`, place)
}
