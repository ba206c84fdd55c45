import { intentStates, type IntentState } from '#localdb/schema.ts'
import { next, type IntentEvent } from '#worker/outbox/machine.ts'

declare global {
  /** Called by the machine at each step that it takes. */
  var caravanCell: (state: IntentState, event: IntentEvent) => void
}

const events = Object.keys({
  send: true,
  accepted: true,
  refused: true,
  needsConsent: true,
  notTried: true,
  busy: true,
  lost: true,
  sessionGone: true,
  signedIn: true,
  updateNeeded: true,
  updated: true,
  restart: true,
  reused: true,
  forgotten: true,
  absorb: true,
  cancelUnsent: true,
  voided: true,
  replace: true,
  dismiss: true,
  quarantine: true,
} satisfies Record<IntentEvent, true>) as IntentEvent[]

/** How often each cell of state × event was reached, by `state × event`. */
export const cells: Record<string, number> = {}
globalThis.caravanCell = (state, event) => {
  cells[`${state} × ${event}`] = (cells[`${state} × ${event}`] ?? 0) + 1
}

const NOT_SENT = 'only rows that may be sent are looked at for whether they still fit their schema (take.ts)'

/** Cells in which something would happen and to which nothing leads, each with what keeps them from being reached. */
export const unreachable: Record<string, string> = {
  'held × quarantine': NOT_SENT,
  'conflict × quarantine': NOT_SENT,
  'rejected × quarantine': NOT_SENT,
}

/** Every cell in which something happens. */
export const livingCells = (): string[] =>
  intentStates.flatMap((state) =>
    events
      .filter((event) => !['same', 'impossible'].includes(next(state, event)))
      .map((event) => `${state} × ${event}`),
  )
