import * as z from 'zod/mini'
import { mutation } from '../wire/mutation.ts'
import { FileId } from '../pictures/schema-file-id.ts'

/** The key of a person's only avatar. */
const AVATAR_KEY = 'me'

/** Sets a person's avatar, a square picture, or takes it away (null). The last one wins. */
export const avatarSet = mutation({
  path: '/api/user/avatar',
  tables: ['avatar'],
  payload: z.object({ file: z.nullable(FileId) }),
  guest: false,
  files: { kind: 'picture', most: 1, bytesMax: 500_000, of: (p) => (p.file === null ? [] : [p.file]) },
  lanes: () => ['avatar'],
  keys: () => [`avatar/${AVATAR_KEY}`],
  coalesce: (_earlier, later) => later,
})
