import type { Edit } from './source-edits.ts'

// Planted bugs (planted.ts) of a server that was restored from a backup, of two copies of one store, and of what goes
// before its time.

const at = (file: string, find: string, put: string): Edit => ({ file, find, put })

export const plantedTimelines: readonly { name: string; breaks: string; edits: readonly Edit[] }[] = [
  {
    name: 'positions-ignored',
    breaks: 'a server that was restored and has grown since passes for the one that was',
    edits: [
      at(
        'server/feed/position.ts',
        "position === undefined || then === stamp ? 'same'",
        "position === undefined || then !== -1 ? 'same'",
      ),
    ],
  },
  {
    name: 'settled-by-seq-alone',
    breaks: "a copy's outcome under the same id is taken for one's own",
    edits: [
      at(
        'worker/outbox/settle.ts',
        'return of !== undefined && of !== createdAt',
        'return of === null && of !== createdAt',
      ),
    ],
  },
  {
    name: 'given-away-twice',
    breaks: "what a copy of a guest's store, or of a file, was given takes effect for another one, too",
    edits: [at('server/sync/spend.ts', "refusal?.params?.['to'] === from.to", "refusal?.params?.['to'] !== undefined")],
  },
  {
    name: 'sent-before-its-time',
    breaks: 'what may still be taken back is sent at once',
    edits: [
      at(
        'worker/outbox/take.ts',
        "row.state === 'pending' && isLater(row, now)",
        "row.state === 'sending' && isLater(row, now)",
      ),
    ],
  },
]
