import type { Db } from '../db/tables.ts'
import { fileNameIn } from './claim-files.ts'

/** The picture at a `src`, as it was made of a person's file; undefined when there is none that is shown. */
export async function readPicture(db: Db, src: string): Promise<Uint8Array | undefined> {
  const name = fileNameIn(src)
  if (name === undefined) return undefined
  const found = await db
    .selectFrom('files as f')
    .innerJoin('file_contents as c', 'c.id', 'f.id')
    .select('c.bytes')
    .where('f.name', '=', name)
    .where('f.state', '=', 'here')
    .where('c.sealed', '=', false)
    .executeTakeFirst()
  return found?.bytes
}
