import { filePiece } from './schema/files.ts'
import * as sync from './schema/sync.ts'

/** What sends a person's work and brings what others changed, by name: all that a device asks with no page open. */
export const sendingEndpoints = {
  'file.piece': filePiece,
  'sync.push': sync.push,
  'sync.pull': sync.pull,
  'sync.void': sync.voidIntent,
  'sync.adopt': sync.adopt,
  'sync.lost': sync.lost,
} as const
