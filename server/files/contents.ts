import { sql } from 'kysely'
import type { Db, Tx } from '../db/tables/tables.ts'
import { keysOf } from '../keys/keys-of.ts'
import { sealingOf, type MarketKeys } from '../keys/market-keys.ts'
import { openAs, sealAs } from '../keys/seal.ts'

// A picture that was made of a file lies in clear while something shows it, and sealed while a document has it or
// nothing names it. A file that is both, such as a logo that its owner also sent as a document, has two rows.

/** The name under which the content of a file is sealed. */
const contentAs = (id: string): string => `content ${id}`

/** A picture that was made of a file, as it is stored. */
interface Stored {
  id: string
  bytes: Uint8Array
  sealed: boolean
}

/**
 * A file's picture in clear.
 *
 * @throws KeyAway
 * @throws NotOpened
 */
export const openContent = (keys: MarketKeys, { id, bytes, sealed }: Stored): Uint8Array =>
  sealed ? openAs(sealingOf(keys), contentAs(id), bytes) : bytes

/** A file's picture, sealed. */
export const sealContent = (sealing: Uint8Array, id: string, bytes: Uint8Array): Buffer =>
  sealAs(sealing, contentAs(id), bytes)

interface Keeping {
  tx: Tx
  keys: MarketKeys
}

/** The contents of these files of an owner that are there as `sealed` says, and not the other way. */
const onlyAs = (tx: Tx, userId: string, ids: readonly string[], sealed: boolean): Promise<Stored[]> =>
  tx
    .selectFrom('file_contents as c')
    .select(['c.id', 'c.bytes', 'c.sealed'])
    .where('c.user_id', '=', userId)
    .where('c.id', 'in', [...ids])
    .where('c.sealed', '=', sealed)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('file_contents as other')
            .select('other.id')
            .whereRef('other.user_id', '=', 'c.user_id')
            .whereRef('other.id', '=', 'c.id')
            .where('other.sealed', '=', !sealed),
        ),
      ),
    )
    .execute()

/** Deletes the contents as `sealed` says of files of which no use needs them so. */
const dropUnneeded = (tx: Tx, userId: string, ids: readonly string[], sealed: boolean): Promise<unknown> =>
  sql`delete from file_contents c where c.user_id = ${userId}::uuid and c.id = any(${[...ids]}::text[])
    and c.sealed = ${sealed}::boolean and not exists (select from file_uses u where u.user_id = c.user_id
      and u.id = c.id and u.shown <> ${sealed}::boolean)`.execute(tx)

/** Takes the seal off pictures of files: others are to see it. The caller holds the rows of the files. */
export async function showContents({ tx, keys }: Keeping, userId: string, ids: readonly string[]): Promise<void> {
  for (const content of await onlyAs(tx, userId, ids, true)) {
    const row = { user_id: userId, id: content.id, sealed: false, bytes: openContent(keys, content) }
    await tx.insertInto('file_contents').values(row).execute()
  }
  await dropUnneeded(tx, userId, ids, true)
}

/** Seals pictures of files: nobody but who may open documents is to see it. */
export async function hideContents({ tx, keys }: Keeping, userId: string, ids: readonly string[]): Promise<void> {
  for (const { id, bytes } of await onlyAs(tx, userId, ids, false)) {
    const row = { user_id: userId, id, sealed: true, bytes: sealContent(sealingOf(keys), id, bytes) }
    await tx.insertInto('file_contents').values(row).execute()
  }
  await dropUnneeded(tx, userId, ids, false)
}

/**
 * Seals the documents of a market of before that lie in clear, because somebody else had published equal bytes, where
 * there is a key.
 */
export async function sealDocuments(db: Db): Promise<void> {
  const keys = keysOf(db)
  if (!keys.sealing) return
  const { rows } = await sql<{ user_id: string; id: string }>`
    select u.user_id, u.id from file_uses u where not u.shown and exists (select from file_contents c
      where c.user_id = u.user_id and c.id = u.id and not c.sealed) and not exists (select from file_contents c
      where c.user_id = u.user_id and c.id = u.id and c.sealed)`.execute(db)
  for (const { user_id: userId, id } of rows)
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('files').select('id').where('user_id', '=', userId).where('id', '=', id).forUpdate().execute()
      await hideContents({ tx, keys }, userId, [id])
    })
  // The table's file holds the old rows until it is rewritten.
  if (rows.length > 0) await sql`vacuum (full) file_contents`.execute(db)
}
