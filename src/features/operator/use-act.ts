import type { OperatorEndpointName } from '#contract/registry.ts'
import { useCall, type CallInput, type CallOutput } from '../../data/use-call.ts'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { useToast } from '../../ui/layers/toast.tsx'
import { useBecame } from './use-became.ts'

/**
 * Does something at the server and says what came of it: done, waiting for a second operator, or why not. Resolves to
 * the answer; undefined when it was not done.
 */
export function useAct<N extends OperatorEndpointName>(
  name: N,
): { act(input: CallInput<N>): Promise<CallOutput<N> | undefined>; busy: boolean } {
  const toast = useToast()
  const failureText = useFailureText()
  const toastOf = useBecame()
  const { call, busy } = useCall(name)
  const act = async (input: CallInput<N>): Promise<CallOutput<N> | undefined> => {
    const outcome = await call(input)
    if (outcome.kind !== 'accepted') {
      if (outcome.kind !== 'sessionGone') toast({ text: failureText(outcome), kind: 'bad' })
      return undefined
    }
    toast(toastOf(outcome.data))
    return outcome.data
  }
  return { act, busy }
}
