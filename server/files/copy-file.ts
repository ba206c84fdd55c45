import { sql } from 'kysely'
import type { Tx } from '../db/tables/tables.ts'

/** A file that is shown, and the owner and the name of its copy. */
export interface Copying {
  id: string
  from: string
  to: string
  /** The copy's address (newFileName). */
  name: string
}

/**
 * Gives another owner a file that is shown as one of their own, used by `subject`: it stays when the first owner's
 * account goes.
 */
export async function copyShownFile(tx: Tx, { id, from, to, name }: Copying, subject: string): Promise<void> {
  await sql`insert into files (user_id, id, state, size, have, name, at, tint)
    select ${to}::uuid, id, state, size, have, ${name}::text, at, tint from files
    where user_id = ${from}::uuid and id = ${id}::text and state = 'here'`.execute(tx)
  await sql`insert into file_contents (user_id, id, sealed, bytes)
    select ${to}::uuid, id, sealed, bytes from file_contents
    where user_id = ${from}::uuid and id = ${id}::text and not sealed`.execute(tx)
  await tx.insertInto('file_uses').values({ user_id: to, id, subject, shown: true }).execute()
}
