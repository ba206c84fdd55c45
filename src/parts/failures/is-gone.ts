import type { Failed } from '../../data/use-call.ts'

const forNow: readonly string[] = ['tooManyAttempts', 'busy', 'requestFailed', 'updateNeeded', 'wrongOwner']

/** Whether a read failed because what it asks for is not there, rather than for the moment. */
export const isMissing = (failure: Failed | undefined): boolean =>
  failure?.kind === 'refused' && !forNow.includes(failure.refusal.reason)

/** Whether a product's read failed because its store is closed for now. */
export const isOfClosedStore = (failure: Failed | undefined): boolean =>
  failure?.kind === 'refused' && failure.refusal.params?.['closed'] === 1
