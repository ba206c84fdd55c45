/**
 * A file that was made on this device. Its bytes are in `fileBytes` under the same id, sealed.
 *
 *  kept ─▶ waiting ─▶ here      `waiting` once an intent names it, `here` once the server has it
 *             └─▶ refused       with the intents that name it, in the person's sight
 */
export interface FileRow {
  /** The SHA-256 of its bytes, in hexadecimal. */
  id: string
  state: 'kept' | 'waiting' | 'here' | 'refused'
  size: number
  /** Up to where the server has it. */
  sent: number
  /** When it was made here, or last named (Unix ms). */
  at: number
  /** When the server last said that it has it (Unix ms); 0 before. */
  hereAt: number
}
