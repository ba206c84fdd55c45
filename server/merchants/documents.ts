import { sql } from 'kysely'
import { DOCUMENT_DAYS, documentPictures, type DocumentPicture } from '#contract/merchants/rules.ts'
import type { Db } from '../db/tables/tables.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { releaseFiles } from '../files/claim-files.ts'
import { openContent } from '../files/contents.ts'
import { forgetFiles } from '../files/purge.ts'
import { keysOf } from '../keys/keys-of.ts'
import { sealingOf, type MarketKeys } from '../keys/market-keys.ts'
import { openAs, sealAs } from '../keys/seal.ts'
import { ifOpen } from '../keys/sealed-text.ts'
import type { Application } from './application.ts'

/** The subject under which an application uses a picture. */
export const pictureSubject = (id: string, which: string): string => `merchant:${id}:${which}`

/** The name under which a document's number is sealed. */
const identityAs = (id: string): string => `identity ${id}`

/**
 * A document's number as it is stored.
 *
 * @throws KeyAway
 */
export const sealNumber = (keys: MarketKeys, id: string, documentNumber: string): Buffer =>
  sealAs(sealingOf(keys), identityAs(id), Buffer.from(documentNumber))

/**
 * A document's number in clear; undefined once it was deleted.
 *
 * @throws KeyAway
 * @throws NotOpened
 */
export const openNumber = (keys: MarketKeys, { id, identity }: Application): string | undefined =>
  identity ? openAs(sealingOf(keys), identityAs(id), identity).toString() : undefined

/** A document's picture in clear (WebP); undefined once it was deleted, and where the key is away or another. */
export async function openDocument(
  db: Db,
  { user_id, files }: Application,
  which: DocumentPicture,
): Promise<Uint8Array | undefined> {
  const id = files[which]
  if (id === null) return undefined
  const content = await db
    .selectFrom('file_contents')
    .select(['id', 'bytes', 'sealed'])
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('sealed', '=', true)
    .executeTakeFirst()
  return content && ifOpen(() => openContent(keysOf(db), content))
}

/** The most applications cleared in one round. */
const ROUND = 200

/**
 * Deletes the documents of the applications that were decided long enough ago: pictures and number. Returns the number
 * of these applications.
 */
export async function clearDocuments(db: Db, now: number): Promise<number> {
  const { rows } = await sql<{ id: string; user_id: string }>`
    select id, user_id from merchant_applications where cleared_at is null
      and decided_at < ${new Date(now - DOCUMENT_DAYS * 86_400_000)}::timestamptz
    order by decided_at limit ${sql.lit(ROUND)}`.execute(db)
  for (const { id, user_id: userId } of rows)
    await ownerTransaction(db, userId, async ({ tx, rev }) => {
      const { files } = await tx
        .selectFrom('merchant_applications')
        .select('files')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      for (const which of documentPictures) await releaseFiles(tx, userId, pictureSubject(id, which))
      await forgetFiles(
        tx,
        userId,
        documentPictures.flatMap((which) => files[which] ?? []),
      )
      const left = JSON.stringify({ ...files, front: null, back: null, holding: null })
      await tx
        .updateTable('merchant_applications')
        .set({ identity: null, files: left, cleared_at: new Date(now), rev })
        .where('id', '=', id)
        .execute()
    })
  return rows.length
}
