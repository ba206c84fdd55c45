import { useFailureText } from '../parts/failures/use-failure-text.ts'
import type { Failed } from '../data/use-call.ts'
import { ErrorState } from '../ui/blocks/empty-state.tsx'

/** Why nothing could be fetched, in the words for it. */
export function FailureState({ failure, retry }: { failure: Failed; retry: { label: string; run(): void } }) {
  return <ErrorState title={useFailureText()(failure)} retry={retry} />
}
