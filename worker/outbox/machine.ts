import type { IntentState } from '#localdb/schema.ts'

// The life of an intent, as a table of state × event. Every cell is written out; tests/… hold each one
// by an expectation written by hand, not read from here.
//
//  enqueue ─▶ pending ─▶ sending ─▶ acked
//               ▲  ▲        │
//               │  └ waiting ◀─┤ busy              (same id, same body)
//               │   unknown ◀──┤ lost: it may have had its effect (same id, same body)
//               │      held ◀──┤ sessionGone · updateNeeded (nothing is deleted)
//               │   conflict ◀─┤ needsConsent
//               └── rejected ◀─┘ refused: shown, kept until dealt with
//
//  acked ─▶ unknown: a server restored from an older backup has forgotten it (same id, same body)

/** The events of an intent. Answers may also come late, from a pull, or for an attempt already given up. */
export type IntentEvent =
  | 'send' // taken into a batch
  | 'accepted'
  | 'refused'
  | 'needsConsent'
  | 'notTried'
  | 'busy' // the server's verdicts
  | 'lost' // no usable answer: timeout, reset, HTML, a missing result
  | 'sessionGone'
  | 'signedIn'
  | 'updateNeeded'
  | 'updated' // the server no longer speaks this protocol, or not yet this name; the app has been renewed
  | 'restart' // this device takes the lease: whatever was in flight may or may not have happened
  | 'absorb' // a later one took it in, or it a later one: coalescing
  | 'cancelUnsent' // opposite ones cancelled out
  | 'reused' // its id belongs to another intent, of a copy of this store: it goes on under the next one
  | 'forgotten' // a restored server no longer knows that it was accepted
  | 'voided' // the server confirmed that it will never have an effect
  | 'replace' // consent, or asking again, made a new intent in its place
  | 'dismiss' // the person has read the refusal, or gives up what would need their consent (the server keeps it spent)
  | 'quarantine' // its row no longer fits its schema

/**
 * The state that follows; 'same' when the event changes nothing; 'impossible' when only a bug can bring it (it is
 * thrown).
 */
export type Next = IntentState | 'same' | 'impossible'

type Live = Exclude<IntentState, 'acked' | 'superseded' | 'cancelled' | 'quarantined'>

// A verdict that comes while the intent is not 'sending' belongs to an earlier attempt, or came by a pull: it is as
// true.
const verdicts = { accepted: 'acked', refused: 'rejected', needsConsent: 'conflict' } as const
const inRest = {
  quarantine: 'quarantined',
  reused: 'pending',
  forgotten: 'impossible',
  restart: 'same',
  absorb: 'impossible',
  cancelUnsent: 'impossible',
  replace: 'impossible',
  dismiss: 'impossible',
} as const
const notInFlight = { notTried: 'same', busy: 'same', lost: 'same', sessionGone: 'same', updateNeeded: 'same' } as const

const live: Record<Live, Record<IntentEvent, Next>> = {
  pending: {
    ...verdicts,
    ...notInFlight,
    ...inRest,
    reused: 'same',
    send: 'sending',
    absorb: 'superseded',
    cancelUnsent: 'cancelled',
    voided: 'cancelled',
    signedIn: 'same',
    updated: 'same',
  },
  sending: {
    ...verdicts,
    ...inRest,
    send: 'impossible',
    notTried: 'pending',
    busy: 'waiting',
    lost: 'unknown',
    sessionGone: 'held',
    updateNeeded: 'held',
    restart: 'unknown',
    voided: 'cancelled',
    signedIn: 'same',
    updated: 'same',
  },
  waiting: {
    ...verdicts,
    ...notInFlight,
    ...inRest,
    send: 'sending',
    voided: 'cancelled',
    signedIn: 'same',
    updated: 'same',
  },
  unknown: {
    ...verdicts,
    ...notInFlight,
    ...inRest,
    send: 'sending',
    voided: 'cancelled',
    signedIn: 'same',
    updated: 'same',
  },
  // After a sign-in or an update it may have had its effect in an earlier attempt: checked under the same id.
  held: {
    ...verdicts,
    ...notInFlight,
    ...inRest,
    send: 'impossible',
    voided: 'cancelled',
    signedIn: 'unknown',
    updated: 'unknown',
  },
  conflict: {
    ...notInFlight,
    ...inRest,
    reused: 'same',
    accepted: 'acked',
    refused: 'rejected',
    needsConsent: 'same',
    send: 'impossible',
    replace: 'superseded',
    dismiss: 'cancelled',
    voided: 'cancelled',
    signedIn: 'same',
    updated: 'same',
  },
  rejected: {
    ...notInFlight,
    ...inRest,
    reused: 'same',
    accepted: 'same',
    refused: 'same',
    needsConsent: 'same',
    send: 'impossible',
    replace: 'superseded',
    dismiss: 'cancelled',
    voided: 'same',
    signedIn: 'same',
    updated: 'same',
  },
}

/**
 * The state that follows from an event. An intent that has ended stays as it ended, whatever still arrives. Only a
 * server that was restored to before it makes an accepted one live again.
 */
export function next(state: IntentState, event: IntentEvent): Next {
  if (state === 'acked' && event === 'forgotten') return 'unknown'
  return state in live ? live[state as Live][event] : event === 'send' ? 'impossible' : 'same'
}

/** The intent's new state; throws when the event cannot happen in its state, which is a bug. */
export function applyEvent(state: IntentState, event: IntentEvent): IntentState {
  const to = next(state, event)
  if (to === 'impossible') throw new Error(`an intent that is ${state} cannot meet ${event}`)
  return to === 'same' ? state : to
}
