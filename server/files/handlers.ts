import { createHash } from 'node:crypto'
import { pictureUrl } from '#contract/pictures/urls.ts'
import { fileSrc } from './claim-files.ts'
import type { MakePicture } from './picture-maker.ts'
import { createReceive, type Received } from './receive.ts'
import { memberOf } from '../members/members.ts'
import { accepted, refused, type Answer, type HandlersFor } from '../http/handlers.ts'

/** A file that has not come whole, as an answer. */
const unfinished = (received: Exclude<Received, { kind: 'has' }>): Answer<never> =>
  received.kind === 'refused' ? refused(received.reason) : received

/** The calls by which files arrive: piece by piece from devices, at once from others. */
export function fileHandlers(make: MakePicture): HandlersFor<'file.piece' | 'file.upload'> {
  const receive = createReceive(make)
  return {
    'file.piece': async ({ db, user, now }, { uid, id, size, at, bytes }) => {
      if (uid !== user.id && !(await memberOf(db, user.id, uid))) return refused('wrongOwner')
      const received = await receive(db, { userId: uid, id, size, at, bytes: Buffer.from(bytes, 'base64') }, now())
      return received.kind === 'has' ? accepted({ have: received.have, here: received.here }) : unfinished(received)
    },
    'file.upload': async ({ db, user, now }, { file }) => {
      const bytes = Buffer.from(file, 'base64')
      if (bytes.length === 0) return refused('notAPicture')
      const id = createHash('sha256').update(bytes).digest('hex')
      const piece = { userId: user.id, id, size: bytes.length, at: 0, bytes }
      let received = await receive(db, piece, now())
      // It had come in part before, from a device: the rest goes behind it.
      if (received.kind === 'has' && !received.here) {
        const at = received.have
        received = await receive(db, { ...piece, at, bytes: bytes.subarray(at) }, now())
      }
      if (received.kind !== 'has') return unfinished(received)
      const found = await db
        .selectFrom('files')
        .select(['name', 'tint'])
        .where('user_id', '=', user.id)
        .where('id', '=', id)
        .executeTakeFirst()
      if (!found?.tint) return { kind: 'busy', retryAfter: 1000 }
      const src = fileSrc(found.name)
      return accepted({ id, url: pictureUrl(src, 720, 'webp'), picture: { src, tint: found.tint } })
    },
  }
}
