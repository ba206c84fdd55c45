import type { Payload } from '#contract/registry.ts'
import type { Talk, TalkLine } from '#contract/messages/schema-rows.ts'
import type { GuessesFor } from './guess.ts'

type Sent = Payload<'talk.send'> & { pictures?: string[] }

/** A conversation that is about to begin, as far as this device can say. */
const begun = (p: Sent, at: number): Talk => ({
  id: p.talk,
  to: p.to,
  name: '',
  subject: p.subject,
  title: null,
  last: 0,
  readTo: 0,
  unread: 0,
  at,
  deleted: false,
})

function sentRow(row: Talk | TalkLine | null, p: Sent, { key, at }: { key: string; at: number }) {
  if (key === p.talk) return { ...((row as Talk | null) ?? begun(p, at)), at, deleted: false }
  const files = p.pictures && { files: p.pictures }
  return row ?? { id: key, n: 0, mine: true, text: p.text, ...files, at, deleted: false }
}

export const messageGuesses: GuessesFor<
  'message.read' | 'message.mute' | 'watch.set' | 'talk.send' | 'talk.show' | 'talk.read'
> = {
  'message.read': (row, p) => row && { ...row, read: p.on },
  'message.mute': (row, p, { at }) => ({ topic: p.topic, on: p.on, at: row?.on === p.on ? row.at : at }),
  'watch.set': (row, p, { at }) => ({ ...p, at: row?.on === p.on ? row.at : at }),
  'talk.send': sentRow,
  'talk.show': sentRow,
  'talk.read': (row, p) =>
    row && { ...row, readTo: Math.max(row.readTo, p.upTo), unread: p.upTo >= row.last ? 0 : row.unread },
}
