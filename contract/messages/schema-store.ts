import * as z from 'zod/mini'
import { mutation } from '../wire/mutation.ts'
import { FILE_BYTES_MAX } from '../pictures/files.ts'
import { LINE_PICTURES_MAX, LINE_TEXT_MAX } from './rules.ts'
import { storeTalkKey, storeTalkLineKey } from '../wire/store-keys.ts'
import { fileIds } from '../pictures/schema-file-id.ts'
import { Id } from '../wire/schema-id.ts'

// The acts of a store's members in its conversations with buyers; `talk` is the store's id of a conversation.

const lanes = (talk: string): string[] => [`talk:${talk}`]

/** Answers a buyer in the store's name: words, pictures or both. `id` is made on the device: a repeat is one line. */
export const talkAnswer = mutation({
  world: 'store',
  path: '/api/store/talk_answer',
  tables: ['storeTalkLines', 'storeTalks'],
  payload: z.object({
    id: z.uuid(),
    talk: z.uuid(),
    text: z.string().check(z.maxLength(LINE_TEXT_MAX)),
    pictures: fileIds(LINE_PICTURES_MAX),
  }),
  guest: false,
  sealed: { within: undefined, fields: ['text'] },
  files: { kind: 'picture', most: LINE_PICTURES_MAX, bytesMax: FILE_BYTES_MAX, of: (p) => p.pictures },
  lanes: (p) => lanes(p.talk),
  // The line comes first: its text is sealed as that row's.
  keys: (p) => [storeTalkLineKey(p.talk, p.id), storeTalkKey(p.talk)],
})

/** Records up to which line a conversation was seen, by any member; the highest number counts. */
export const talkSeen = mutation({
  world: 'store',
  path: '/api/store/talk_seen',
  tables: ['storeTalks'],
  payload: z.object({ id: z.uuid(), upTo: Id }),
  guest: false,
  lanes: (p) => lanes(p.id),
  keys: (p) => [storeTalkKey(p.id)],
  coalesce: (earlier, later) => ({ ...later, upTo: Math.max(earlier.upTo, later.upTo) }),
})
