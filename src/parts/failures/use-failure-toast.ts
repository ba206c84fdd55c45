import type { Failed } from '../../data/use-call.ts'
import { useToast } from '../../ui/layers/toast.tsx'
import { useFailureText } from './use-failure-text.ts'

/** Says in a toast why a call failed that has no place of its own on its screen (spec §8); of others nothing. */
export function useFailureToast(): (outcome: Failed | { kind: 'accepted' }) => void {
  const toast = useToast()
  const failureText = useFailureText()
  return (outcome) => {
    // The login has taken the screen's place, and says that the session is over.
    if (outcome.kind !== 'accepted' && outcome.kind !== 'sessionGone')
      toast({ text: failureText(outcome), kind: 'bad' })
  }
}
