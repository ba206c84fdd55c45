import type { Db } from '../db/tables.ts'
import { fileNameIn } from './claim-files.ts'

const shownFile = (db: Db, name: string) =>
  db
    .selectFrom('files as f')
    .innerJoin('file_contents as c', 'c.id', 'f.id')
    .where('f.name', '=', name)
    .where('f.state', '=', 'here')
    .where('c.sealed', '=', false)

/** The picture at a `src`, as it was made of a person's file; undefined when there is none that is shown. */
export async function readPicture(db: Db, src: string): Promise<Uint8Array | undefined> {
  const name = fileNameIn(src)
  if (name === undefined) return undefined
  return (await shownFile(db, name).select('c.bytes').executeTakeFirst())?.bytes
}

/** Whether there is one; its bytes stay where they are. */
export async function hasPicture(db: Db, src: string): Promise<boolean> {
  const name = fileNameIn(src)
  return name !== undefined && (await shownFile(db, name).select('f.id').executeTakeFirst()) !== undefined
}
