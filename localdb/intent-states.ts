import { intentStates, type IntentState } from './schema.ts'

/** The states of intents that have ended: they take no part in the fold. */
export const endedStates = ['acked', 'rejected', 'cancelled', 'superseded', 'quarantined'] as const
const ended: ReadonlySet<IntentState> = new Set(endedStates)

/** Whether an intent in this state takes part in the fold. A conflict does, marked. */
export const isPending = (state: IntentState): boolean => !ended.has(state)

/** The states of intents that have not ended. */
export const pendingStates: readonly IntentState[] = intentStates.filter(isPending)

/** The states of intents that wait for the server, or for a session or an update; a conflict waits for the person. */
export const waitingStates: readonly IntentState[] = pendingStates.filter((state) => state !== 'conflict')

/** The states of intents that the sender has something to do with: a held one waits for a session or an update. */
export const sendingStates: readonly IntentState[] = waitingStates.filter((state) => state !== 'held')
