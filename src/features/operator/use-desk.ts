import { createContext, useContext, useEffect } from 'react'
import type { OperatorEndpointName } from '#contract/registry.ts'
import type { CallInput, CallOutput } from '../../data/use-call.ts'
import { useAsked, type Asked } from '../../data/use-asked.ts'

/** Looks again whether the desks are open: the second factor is asked for once its time is over. */
export const EntranceContext = createContext(() => {})

/** What a desk shows, as `useAsked`; when the session needs its second factor again, the entrance takes its place. */
export function useDesk<N extends OperatorEndpointName>(
  name: N,
  input: CallInput<N> | undefined,
): Asked<CallOutput<N>> {
  const asked = useAsked(name, input)
  const shut = useContext(EntranceContext)
  const reason = asked.failure?.kind === 'refused' ? asked.failure.refusal.reason : undefined
  useEffect(() => {
    if (reason === 'factorNeeded' || reason === 'noRight') shut()
  }, [reason, shut])
  return asked
}
