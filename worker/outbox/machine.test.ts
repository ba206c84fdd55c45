import { describe, expect, it } from 'vitest'
import { intentStates, type IntentState } from '#localdb/schema.ts'
import { applyEvent, next, type IntentEvent, type Next } from './machine.ts'

// Every cell written by hand, in words, not read from the machine's table.
// .: nothing changes · !: only a bug can bring it here · else the state that follows.
type Table = Record<IntentEvent, string>

const live: IntentState[] = ['pending', 'sending', 'waiting', 'unknown', 'held', 'conflict', 'rejected']
// oxfmt-ignore
const ofLive: Table = {
  //             pending      sending      waiting      unknown      held         conflict     rejected
  send:         'sending      !            sending      sending      !            !            !',
  accepted:     'acked        acked        acked        acked        acked        acked        .',
  refused:      'rejected     rejected     rejected     rejected     rejected     rejected     .',
  needsConsent: 'conflict     conflict     conflict     conflict     conflict     .            .',
  notTried:     '.            pending      .            .            .            .            .',
  busy:         '.            waiting      .            .            .            .            .',
  lost:         '.            unknown      .            .            .            .            .',
  sessionGone:  '.            held         .            .            .            .            .',
  signedIn:     '.            .            .            .            unknown      .            .',
  updateNeeded: '.            held         .            .            .            .            .',
  updated:      '.            .            .            .            unknown      .            .',
  restart:      '.            unknown      .            .            .            .            .',
  absorb:       'superseded   !            !            !            !            !            !',
  cancelUnsent: 'cancelled    !            !            !            !            !            !',
  voided:       'cancelled    cancelled    cancelled    cancelled    cancelled    cancelled    .',
  replace:      '!            !            !            !            !            superseded   superseded',
  dismiss:      '!            !            !            !            !            cancelled    cancelled',
  quarantine:   'quarantined  quarantined  quarantined  quarantined  quarantined  quarantined  quarantined',
  reused:       '.            pending      pending      pending      pending      .            .',
  forgotten:    '!            !            !            !            !            !            !',
}

const ended: IntentState[] = ['acked', 'superseded', 'cancelled', 'quarantined']
// oxfmt-ignore
const ofEnded: Table = {
  //             acked    superseded  cancelled  quarantined
  send:         '!        !           !          !',
  accepted:     '.        .           .          .',
  refused:      '.        .           .          .',
  needsConsent: '.        .           .          .',
  notTried:     '.        .           .          .',
  busy:         '.        .           .          .',
  lost:         '.        .           .          .',
  sessionGone:  '.        .           .          .',
  signedIn:     '.        .           .          .',
  updateNeeded: '.        .           .          .',
  updated:      '.        .           .          .',
  restart:      '.        .           .          .',
  absorb:       '.        .           .          .',
  cancelUnsent: '.        .           .          .',
  voided:       '.        .           .          .',
  replace:      '.        .           .          .',
  dismiss:      '.        .           .          .',
  quarantine:   '.        .           .          .',
  reused:       '.        .           .          .',
  forgotten:    'unknown  .           .          .',
}

const cellsOf = (row: string): string[] => row.split(/ +/)
const meaning = (cell: string): Next => (cell === '.' ? 'same' : cell === '!' ? 'impossible' : (cell as IntentState))

describe('the life of an intent', () => {
  for (const [states, table] of [[live, ofLive] as const, [ended, ofEnded] as const]) {
    for (const [event, row] of Object.entries(table) as [IntentEvent, string][]) {
      cellsOf(row).forEach((cell, i) => {
        it(`${states[i]} × ${event} → ${cell}`, () => {
          expect(next(states[i]!, event)).toBe(meaning(cell))
        })
      })
    }
  }

  it('has a cell for every state in every row', () => {
    expect([...live, ...ended].sort()).toEqual([...intentStates].sort())
    for (const row of Object.values(ofLive)) expect(cellsOf(row)).toHaveLength(live.length)
    for (const row of Object.values(ofEnded)) expect(cellsOf(row)).toHaveLength(ended.length)
  })

  it('throws where only a bug can lead', () => {
    expect(() => applyEvent('sending', 'send')).toThrow('sending')
    expect(applyEvent('acked', 'refused')).toBe('acked')
  })
})
