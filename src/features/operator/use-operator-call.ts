import { createContext, useCallback, useContext, useEffect } from 'react'
import type { OperatorEndpointName } from '#contract/registry.ts'
import type { CallInput, CallOutput } from '../../data/use-call.ts'
import { useAsked, type Asked } from '../../data/use-asked.ts'

/** The context that all desks share. */
interface Desks {
  /** Looks again whether the desks are open: the second factor is asked for once its time is over. */
  shut(): void
  /** Counts the waiting items again. */
  changed(): void
  rights: readonly string[]
}
export const DesksContext = createContext<Desks>({ shut: () => {}, changed: () => {}, rights: [] })

/** Has the entrance take the place of the desks when the session needs its second factor again. */
export function useShut({ failure }: Pick<Asked<unknown>, 'failure'>, shut: () => void): void {
  const reason = failure?.kind === 'refused' ? failure.refusal.reason : undefined
  useEffect(() => {
    if (reason === 'factorNeeded' || reason === 'noRight') shut()
  }, [reason, shut])
}

/**
 * The answer that a desk shows, as `useAsked`. Whenever it is asked again, something may have changed, so the waiting
 * items are counted again.
 */
export function useOperatorCall<N extends OperatorEndpointName>(
  name: N,
  input: CallInput<N> | undefined,
): Asked<CallOutput<N>> {
  const asked = useAsked(name, input)
  const { shut, changed } = useContext(DesksContext)
  useShut(asked, shut)
  const { again: askAgain, put: putIn } = asked
  const again = useCallback(() => {
    askAgain()
    changed()
  }, [askAgain, changed])
  const put = useCallback(
    (data: CallOutput<N>) => {
      putIn(data)
      changed()
    },
    [putIn, changed],
  )
  return { ...asked, again, put }
}
