import { filePiece } from './pictures/schema-files.ts'
import * as sync from './sync/schema.ts'

/**
 * The calls that send a person's work and bring what others changed, by name: all that a device makes with no page
 * open.
 */
export const sendingEndpoints = {
  'file.piece': filePiece,
  'sync.push': sync.push,
  'sync.pull': sync.pull,
  'sync.void': sync.voidIntent,
  'sync.adopt': sync.adopt,
  'sync.lost': sync.lost,
} as const
