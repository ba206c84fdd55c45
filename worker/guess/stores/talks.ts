import type { Payload } from '#contract/registry.ts'
import type { StoreTalk, StoreTalkLine } from '#contract/sync/schema-store-rows.ts'
import type { GuessesFor } from '../guess.ts'

/** The guess for an answer in a store's conversation, until the server has it. The server says who wrote it (`by`). */
function answered(
  row: StoreTalk | StoreTalkLine | null,
  p: Payload<'talk.answer'>,
  { key, at }: { key: string; at: number },
) {
  if (key === p.talk) return row && { ...(row as StoreTalk), askedAt: null, at }
  const files = p.pictures.length > 0 && { files: p.pictures }
  return row ?? { id: key, n: 0, mine: true, by: null, text: p.text, ...files, at, deleted: false }
}

export const storeTalkGuesses: GuessesFor<'talk.answer' | 'talk.seen'> = {
  'talk.answer': answered,
  'talk.seen': (row, p) =>
    row && { ...row, readTo: Math.max(row.readTo, p.upTo), unread: p.upTo >= row.last ? 0 : row.unread },
}
