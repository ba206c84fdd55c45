import type { Open } from '#contract/rules/open.ts'
import type { RefusalReason } from '#contract/rules/refusal-reasons.ts'
import type { Failed } from '../data/use-call.ts'

const gone: ReadonlySet<Open<RefusalReason>> = new Set<RefusalReason>([
  'productGone',
  'storeGone',
  'notFound',
  'invalid',
  'unreadable',
])

/** Whether a read failed because what it asks for is not there, rather than for the moment. */
export const isGone = (failure: Failed | undefined): boolean =>
  failure?.kind === 'refused' && gone.has(failure.refusal.reason)
