import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { FILE_BYTES_A_DAY, FILE_BYTES_LEAST } from '#contract/pictures/files.ts'
import type { RefusalReason } from '#contract/wire/refusal-reasons.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { retried } from '../db/retry.ts'
import { keysOf } from '../keys/keys-of.ts'
import { NotOpened, openAs, sealAs } from '../keys/seal.ts'
import { newFileName } from './claim-files.ts'
import { sealContent } from './contents.ts'
import type { MakePicture } from './picture-maker.ts'

// How a file arrives:
//
//   pieces, each behind the last ──▶ complete ──▶ its hash is its id? ──▶ made anew as a picture ──▶ here
//                                                      └────────────────────────┴──▶ refused
//
// Pieces are stored as they come, so that a file goes on where it stopped, whatever dies in between. Nobody knows yet
// whether it is a picture of a product or of a passport: pieces and what is made of them are sealed, until something
// shows them (claim-files.ts).

/** A file of a person, and what of it comes now. */
export interface Piece {
  userId: string
  id: string
  size: number
  at: number
  bytes: Buffer
}

/** Up to where a file has arrived, why it never will, or that it must wait. */
export type Received =
  | { kind: 'has'; have: number; here: boolean }
  | { kind: 'refused'; reason: RefusalReason }
  | { kind: 'busy'; retryAfter: number }

/** When somebody who has sent too much today may ask again (ms). */
const FULL_TODAY = 600_000
const NEXT = 2000
/** The same where the market has no key to seal with. */
const KEY_AWAY = 600_000

export type Receive = (db: Db, piece: Piece, now: number) => Promise<Received>

/** Receives files, of which `make` makes pictures. */
export function createReceive(make: MakePicture): Receive {
  return async (db, piece, now) => {
    const { sealing } = keysOf(db)
    if (!sealing) return { kind: 'busy', retryAfter: KEY_AWAY }
    const stored = await retried(() => db.transaction().execute((tx) => store(tx, piece, now, sealing)))
    if (stored.kind !== 'has' || stored.here || stored.have < piece.size) return stored
    return complete(db, piece, now, make, sealing)
  }
}

/** The name that a piece is sealed under. */
const pieceAs = (userId: string, id: string, at: number): string => `piece ${userId}/${id}/${at}`

async function store(tx: Tx, piece: Piece, now: number, sealing: Uint8Array): Promise<Received> {
  const { userId, id, size, at, bytes } = piece
  const known = await tx
    .selectFrom('files')
    .select(['state', 'size', 'have', 'wasted'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (known?.state === 'here') return { kind: 'has', have: known.size, here: true }
  if (known?.state === 'refused') return { kind: 'refused', reason: 'notAPicture' }
  if (known && known.size !== size) return { kind: 'refused', reason: 'fileDamaged' }
  if (!known || (known.have === 0 && known.wasted > 0)) {
    if ((await bytesToday(tx, userId, now)) + size > FILE_BYTES_A_DAY) return { kind: 'busy', retryAfter: FULL_TODAY }
  }
  if (!known) {
    const begun = await tx
      .insertInto('files')
      .values({ user_id: userId, id, size, name: newFileName(), at: new Date(now) })
      .onConflict((oc) => oc.doNothing())
      .executeTakeFirst()
    // Another call began the same file meanwhile: its row is there to be locked now.
    if (begun.numInsertedOrUpdatedRows === 0n) return store(tx, piece, now, sealing)
  }
  const have = known?.have ?? 0
  if (at !== have || bytes.length === 0) return { kind: 'has', have, here: false }
  if (have + bytes.length > size) return { kind: 'refused', reason: 'fileDamaged' }
  const sealed = sealAs(sealing, pieceAs(userId, id, at), bytes)
  await tx.insertInto('file_pieces').values({ user_id: userId, id, at, bytes: sealed, sealed: true }).execute()
  await tx
    .updateTable('files')
    .set({ have: have + bytes.length })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
  return { kind: 'has', have: have + bytes.length, here: false }
}

/** The bytes of the files that a person began to send within a day, whatever came of them. */
async function bytesToday(tx: Tx, userId: string, now: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(greatest(size, ${FILE_BYTES_LEAST}::int) + wasted), 0)::bigint as bytes from files
      where user_id = ${userId}::uuid and at > ${new Date(now - 86_400_000)}`.execute(tx)
  return Number(rows[0]!.bytes)
}

async function complete(
  db: Db,
  { userId, id, size }: Piece,
  now: number,
  make: MakePicture,
  sealing: Uint8Array,
): Promise<Received> {
  const pieces = await db
    .selectFrom('file_pieces')
    .select(['at', 'bytes', 'sealed'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .orderBy('at')
    .execute()
  const opened = pieces.map((piece) =>
    piece.sealed ? openPiece(sealing, pieceAs(userId, id, piece.at), piece.bytes) : Buffer.from(piece.bytes),
  )
  // Those of a key that is no more: it comes again, from its start.
  if (opened.includes(undefined)) {
    await restart(db, userId, id)
    return { kind: 'has', have: 0, here: false }
  }
  const bytes = Buffer.concat(opened as Buffer[])
  // Another call has completed it meanwhile: it says so to whoever asks again.
  if (bytes.length !== size) return { kind: 'busy', retryAfter: NEXT }
  if (createHash('sha256').update(bytes).digest('hex') !== id) {
    await restart(db, userId, id, new Date(now))
    return { kind: 'refused', reason: 'fileDamaged' }
  }
  const made = await make(bytes, userId)
  if (!made) return { kind: 'busy', retryAfter: NEXT }
  const { picture } = made
  await retried(() =>
    db.transaction().execute(async (tx) => {
      const row = await tx
        .updateTable('files')
        .set({ state: picture ? 'here' : 'refused', tint: picture?.tint ?? null })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      // Its owner may have deleted the account meanwhile.
      if (!row) return
      if (picture) {
        const content = { user_id: userId, id, sealed: true, bytes: sealContent(sealing, id, picture.bytes) }
        await tx
          .insertInto('file_contents')
          .values(content)
          .onConflict((oc) => oc.doNothing())
          .execute()
      }
      await dropPieces(tx, userId, id)
    }),
  )
  return picture ? { kind: 'has', have: size, here: true } : { kind: 'refused', reason: 'notAPicture' }
}

/** A piece in clear; undefined when it does not open. */
function openPiece(sealing: Uint8Array, as: string, bytes: Uint8Array): Buffer | undefined {
  try {
    return openAs(sealing, as, bytes)
  } catch (error) {
    if (error instanceof NotOpened) return undefined
    throw error
  }
}

/** Forgets the pieces of a file, which may be sent again. `wasted`: when they proved to be none of its own. */
const restart = (db: Db, userId: string, id: string, wasted?: Date): Promise<void> =>
  retried(() =>
    db.transaction().execute(async (tx) => {
      await dropPieces(tx, userId, id)
      if (wasted)
        await sql`update files set at = ${wasted}, wasted = wasted + greatest(have, ${FILE_BYTES_LEAST}::int)
          where user_id = ${userId}::uuid and id = ${id}::text`.execute(tx)
      await tx.updateTable('files').set({ have: 0 }).where('user_id', '=', userId).where('id', '=', id).execute()
    }),
  )

async function dropPieces(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.deleteFrom('file_pieces').where('user_id', '=', userId).where('id', '=', id).execute()
}
