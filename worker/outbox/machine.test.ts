import { describe, expect, it } from 'vitest'
import type { IntentState } from '#localdb/schema.ts'
import { follow, next, type IntentEvent, type Next } from './machine.ts'

// Every cell written by hand, in words, not read from the machine's table.
// .: nothing changes · !: only a bug can bring it here · else the state that follows.
const events: IntentEvent[] = [
  'send',
  'accepted',
  'refused',
  'needsConsent',
  'notTried',
  'busy',
  'lost',
  'sessionGone',
  'signedIn',
  'updateNeeded',
  'updated',
  'restart',
  'absorb',
  'cancelUnsent',
  'voided',
  'replace',
  'dismiss',
  'quarantine',
  'reused',
  'forgotten',
]

const cells: Record<IntentState, string[]> = {
  //            send       accepted refused     needsConsent notTried   busy       lost       sessionGone signedIn
  // updateNeeded updated    restart    absorb        cancelUnsent voided       replace       dismiss      quarantine
  // reused       forgotten
  pending: [
    'sending',
    'acked',
    'rejected',
    'conflict',
    '.',
    '.',
    '.',
    '.',
    '.',
    '.',
    '.',
    '.',
    'superseded',
    'cancelled',
    'cancelled',
    '!',
    '!',
    'quarantined',
    '.',
    '!',
  ],
  sending: [
    '!',
    'acked',
    'rejected',
    'conflict',
    'pending',
    'waiting',
    'unknown',
    'held',
    '.',
    'held',
    '.',
    'unknown',
    '!',
    '!',
    'cancelled',
    '!',
    '!',
    'quarantined',
    'pending',
    '!',
  ],
  waiting: [
    'sending',
    'acked',
    'rejected',
    'conflict',
    '.',
    '.',
    '.',
    '.',
    '.',
    '.',
    '.',
    '.',
    '!',
    '!',
    'cancelled',
    '!',
    '!',
    'quarantined',
    'pending',
    '!',
  ],
  unknown: [
    'sending',
    'acked',
    'rejected',
    'conflict',
    '.',
    '.',
    '.',
    '.',
    '.',
    '.',
    '.',
    '.',
    '!',
    '!',
    'cancelled',
    '!',
    '!',
    'quarantined',
    'pending',
    '!',
  ],
  held: [
    '!',
    'acked',
    'rejected',
    'conflict',
    '.',
    '.',
    '.',
    '.',
    'unknown',
    '.',
    'unknown',
    '.',
    '!',
    '!',
    'cancelled',
    '!',
    '!',
    'quarantined',
    'pending',
    '!',
  ],
  conflict: [
    '!',
    'acked',
    'rejected',
    '.',
    '.',
    '.',
    '.',
    '.',
    '.',
    '.',
    '.',
    '.',
    '!',
    '!',
    'cancelled',
    'superseded',
    'cancelled',
    'quarantined',
    '.',
    '!',
  ],
  rejected: [
    '!',
    '.',
    '.',
    '.',
    '.',
    '.',
    '.',
    '.',
    '.',
    '.',
    '.',
    '.',
    '!',
    '!',
    '.',
    'superseded',
    'cancelled',
    'quarantined',
    '.',
    '!',
  ],
  acked: ['!', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', 'unknown'],
  superseded: ['!', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.'],
  cancelled: ['!', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.'],
  quarantined: ['!', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.'],
}

const meaning = (cell: string): Next => (cell === '.' ? 'same' : cell === '!' ? 'impossible' : (cell as IntentState))

describe('the life of an intent', () => {
  for (const [state, row] of Object.entries(cells)) {
    row.forEach((cell, i) => {
      it(`${state} × ${events[i]} → ${cell}`, () => {
        expect(next(state as IntentState, events[i]!)).toBe(meaning(cell))
      })
    })
  }

  it('names every event in every row', () => {
    for (const row of Object.values(cells)) expect(row).toHaveLength(events.length)
  })

  it('throws where only a bug can lead', () => {
    expect(() => follow('sending', 'send')).toThrow('sending')
    expect(follow('acked', 'refused')).toBe('acked')
  })
})
