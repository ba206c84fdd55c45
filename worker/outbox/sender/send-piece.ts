import { PIECE_BYTES } from '#contract/pictures/files.ts'
import type { Output } from '#contract/registry.ts'
import type { Refusal } from '#contract/wire/schema-refusals.ts'
import { fileSealedAs, unsealBytes } from '#localdb/seal.ts'
import type { FileRow } from '#localdb/schema.ts'
import { assertFence, assertLease } from '../fence.ts'
import { isPending } from '#localdb/intent-states.ts'
import type { SenderDeps } from './sender-deps.ts'
import { settleIntents } from '../settle.ts'
import type { WireOutcome } from '../../wire/envelope.ts'
import type { Credentials } from '../../wire/wire.ts'

// One piece of a file at a time, between pushes and pulls, so that a large picture holds nobody up:
//
//   the oldest waiting file ──▶ its piece from `sent` on ──▶ the server says up to where it has it ──▶ … ──▶ here
//
// After a cut, a lost answer or a restart the server's answer says where to go on. A file that the server refuses is
// refused together with the intents that name it, in the person's sight.

/** A file that is being sent, its bytes in clear. */
export interface OpenedFile {
  id: string
  bytes: Uint8Array<ArrayBuffer>
}

/**
 * The result of sending a piece. `none`: no file waits. `moved`: the server has more of the file, or the file was
 * refused. `stayed`: neither.
 */
export type Sent =
  | { kind: 'none' }
  | { kind: 'moved'; outcome: WireOutcome; opened: OpenedFile | undefined }
  | { kind: 'stayed'; outcome: WireOutcome }

/** Sends the next piece of the oldest file that waits. */
export async function sendPiece(
  c: SenderDeps,
  epoch: number,
  speaker: Credentials,
  before: OpenedFile | undefined,
): Promise<Sent> {
  const [file] = await c.db.files.where('state').equals('waiting').sortBy('at')
  if (!file) return { kind: 'none' }
  const opened = before?.id === file.id ? before : await open(c, file)
  if (!opened) {
    await refuse(c, epoch, file, { reason: 'fileMissing' })
    return { kind: 'moved', outcome: { kind: 'accepted', data: {} }, opened: undefined }
  }
  const { id, size } = file
  // For a file that was sent whole and still waits, an empty piece asks the server whether it is there.
  const at = Math.min(file.sent, size)
  const bytes = base64(opened.bytes.subarray(at, at + PIECE_BYTES))
  const outcome = await c.wire.send('file.piece', { uid: c.fence.uid, id, size, at, bytes }, speaker)
  if (outcome.kind === 'refused' || outcome.kind === 'tooLarge') {
    await refuse(c, epoch, file, outcome.kind === 'refused' ? outcome.refusal : { reason: 'tooLarge' })
    return { kind: 'moved', outcome, opened: undefined }
  }
  if (outcome.kind !== 'accepted') return { kind: 'stayed', outcome }
  const moved = await note(c, epoch, file, outcome.data)
  return moved ? { kind: 'moved', outcome, opened } : { kind: 'stayed', outcome }
}

async function open(c: SenderDeps, { id }: FileRow): Promise<OpenedFile | undefined> {
  const kept = await c.db.fileBytes.get(id)
  const bytes = await unsealBytes(c.vault.key, fileSealedAs(c.vault.uid, id), kept?.sealed)
  return bytes && { id, bytes }
}

/** Writes down how much of a file the server has; resolves with whether that is news. */
async function note(c: SenderDeps, epoch: number, file: FileRow, answer: Output<'file.piece'>): Promise<boolean> {
  const { db } = c
  const sent = Math.max(0, Math.min(answer.have, file.size))
  await db.transaction('rw', [db.files, db.meta], async () => {
    await assertFence(db, c.fence)
    await assertLease(db, epoch)
    const now = await db.files.get(file.id)
    if (now) await db.files.put({ ...now, sent, ...(answer.here && { state: 'here', hereAt: c.env.now() }) })
  })
  return answer.here || sent !== file.sent
}

/** Refuses a file and the intents that name it: those first, so that after a crash in between it is refused again. */
async function refuse(c: SenderDeps, epoch: number, { id }: FileRow, refusal: Refusal): Promise<void> {
  const { db } = c
  const naming = await db.outbox.where('files').equals(id).toArray()
  const settlements = naming
    .filter((row) => isPending(row.state))
    .map((row) => ({ seq: row.seq!, event: 'refused' as const, refusal }))
  if (settlements.length > 0) await settleIntents(db, c.fence, epoch, c.env.now(), { settlements, changes: [] })
  await db.transaction('rw', [db.files, db.meta], async () => {
    await assertFence(db, c.fence)
    await assertLease(db, epoch)
    const now = await db.files.get(id)
    if (now?.state === 'waiting') await db.files.put({ ...now, state: 'refused', sent: 0 })
  })
}

const base64 = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
