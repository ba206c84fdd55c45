import type { CachedListRow } from '#localdb/queries/catalogue/lists.ts'

// Whose rows a list shows. The server's rows are better and the device's are there at once, but a list must not change
// under the eyes of somebody who reads it. The states are named for what the screen shows; `listSource` is the only
// place that moves from one to another.
//
//   state    shows                         its rows change
//   waiting  a skeleton                    as soon as either side has rows that may be shown
//   device   the device's rows, for now    when the server's rows come
//   kept     the device's rows             when the person asks for the server's
//   server   the server's rows             when newer ones come while nobody has scrolled down
//   former   the server's earlier rows     when the person asks for the newer ones, or is at the top again
//
//   event          waiting            device              kept           server             former
//   serverRows     server             server              kept           server / former¹   former
//    … gone        waiting / device²  device              kept           waiting / device²  waiting / device²
//   deviceRows     waiting / device²  device              kept           server             former
//    … none        waiting / device³  waiting / device³   as if not kept server             former
//   asked, failed  device⁴            device              kept           server             former
//   patienceOver   device⁵            kept⁵               kept           server             former
//   scrolled down  waiting            kept⁵               kept           server             former
//    … to the top  waiting            device              kept           server             server
//   chosen device  kept               kept                kept           kept               kept
//    … server      waiting            device              server / ²     server             server
//
//   1 `former` when somebody has scrolled down and the rows are newer than the shown ones.
//   2 `device` when the device has rows, and the list is a search, or patience is over, or the server did not answer.
//   3 `device` when the server did not answer: then an empty list is all that can be said.
//   4 once the device has counted its own rows.
//   5 if the device has rows; patience that ends in `waiting` is remembered for when it has.
//
// The side whose rows were read stays with the history entry, so that Back finds the same rows.

/**
 * How long the server's rows may take to replace the device's by themselves, and how long a plain list waits before it
 * shows the device's.
 */
export const PATIENCE_MS = 2500

/** Whose rows are on the screen. */
export type RowsSource = 'server' | 'device'

export type ListStep = 'waiting' | 'device' | 'kept' | 'server' | 'former'

/** A list's state: what the screen shows, and the facts that it follows from. */
export interface ListState {
  key: string
  step: ListStep
  /** The list in the server's order, as far as it was fetched; undefined until the device has looked. */
  server: { newest: CachedListRow | undefined; shown: CachedListRow | undefined } | undefined
  /** How many rows the device has of its own; undefined until it has looked. */
  count: number | undefined
  /** The server could not be asked. */
  failed: boolean
  /** The device's rows may be shown while the server has not answered: always in a search. */
  impatient: boolean
  /** The person is reading the device's rows, or asked for them. */
  kept: boolean
  /** Somebody has scrolled down. */
  scrolled: boolean
  /** The person has come back to the list and finds it as they left it. */
  returning: boolean
}

export type ListEvent =
  /** Another list. `before` is the side whose rows its history entry showed when it was last on the page. */
  | { type: 'opened'; key: string; searching: boolean; before: RowsSource | undefined }
  /** The server's list as the device has it now. */
  | { type: 'serverRows'; row: CachedListRow | undefined }
  /** How many rows the device has of its own now; undefined while it looks. */
  | { type: 'deviceRows'; count: number | undefined }
  | { type: 'asked'; failed: boolean }
  /** `PATIENCE_MS` have passed since `runsOut` became true. */
  | { type: 'patienceOver' }
  | { type: 'scrolled'; down: boolean }
  /** The person pressed for the rows of one side. */
  | { type: 'chosen'; source: RowsSource }

/** The state of a list of which nothing is known yet. */
export const openedList = ({
  key,
  searching,
  before,
}: Omit<Extract<ListEvent, { type: 'opened' }>, 'type'>): ListState =>
  decided({
    key,
    step: 'waiting',
    server: undefined,
    count: undefined,
    failed: false,
    impatient: searching,
    kept: before === 'device',
    scrolled: false,
    returning: before !== undefined,
  })

/** The next state of a list: a pure function. The same state, if nothing changed. */
export function listSource(state: ListState, event: ListEvent): ListState {
  switch (event.type) {
    case 'opened':
      return openedList(event)
    case 'serverRows': {
      if (state.server && state.server.newest === event.row) return state
      const { shown } = state.server ?? {}
      const holds = state.scrolled && shown && event.row && event.row.at > shown.at
      return decided({ ...state, server: { newest: event.row, shown: holds ? shown : event.row } })
    }
    case 'deviceRows':
      return state.count === event.count ? state : decided({ ...state, count: event.count })
    case 'asked':
      return state.failed === event.failed ? state : decided({ ...state, failed: event.failed })
    case 'patienceOver':
      return decided(state.step === 'device' && state.count ? { ...state, kept: true } : { ...state, impatient: true })
    case 'scrolled':
      if (state.scrolled === event.down) return state
      return decided({ ...(event.down ? state : newestShown(state)), scrolled: event.down })
    case 'chosen':
      return decided(event.source === 'device' ? { ...state, kept: true } : { ...newestShown(state), kept: false })
  }
}

/** Whose rows a state shows; undefined for a skeleton. */
export function sourceOf({ step }: Pick<ListState, 'step'>): RowsSource | undefined {
  if (step === 'waiting') return undefined
  return step === 'server' || step === 'former' ? 'server' : 'device'
}

/** Whether newer rows, or the server's own, are there for the person to ask for. */
export const offersServer = ({ step, server }: ListState): boolean =>
  step === 'former' || (sourceOf({ step }) === 'device' && server?.shown !== undefined)

/** Whether the device's own rows are needed: the server's list is not here, or is not what is read. */
export const needsDevice = ({ server, kept }: ListState): boolean =>
  server !== undefined && (server.newest === undefined || kept)

/** Whether `PATIENCE_MS` is running: the server's rows are awaited, or the device's are on the page for now. */
export const runsOut = ({ step, server, count, failed, impatient }: ListState): boolean =>
  step === 'device' ? count !== 0 : step === 'waiting' && server !== undefined && !failed && !impatient

const newestShown = (state: ListState): ListState =>
  state.server ? { ...state, server: { ...state.server, shown: state.server.newest } } : state

/** The step that follows from a state's facts. Somebody who has scrolled through the device's rows is reading them. */
function decided(state: ListState): ListState {
  const step = stepOf(state)
  if (step === 'device' && state.scrolled && state.count) return { ...state, step: 'kept', kept: true }
  return { ...state, step, kept: state.kept && step !== 'server' && step !== 'former' }
}

function stepOf({ server, count, failed, impatient, kept }: ListState): ListStep {
  if (kept && count !== 0) return 'kept'
  if (!server) return 'waiting'
  if (server.newest) return server.shown === server.newest ? 'server' : 'former'
  if (count === undefined) return 'waiting'
  return failed || (count > 0 && impatient) ? 'device' : 'waiting'
}
