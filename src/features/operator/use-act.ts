import { useTranslation } from 'react-i18next'
import type { OperatorEndpointName } from '#contract/registry.ts'
import { useCall, type CallInput, type CallOutput } from '../../data/use-call.ts'
import { useFailureText } from '../../parts/use-failure-text.ts'
import { useToast } from '../../ui/toast.tsx'

/**
 * Does something at the server and says what came of it: done, waiting for a second operator, or why not. Resolves to
 * the answer; undefined when it was not done.
 */
export function useAct<N extends OperatorEndpointName>(
  name: N,
): { act(input: CallInput<N>): Promise<CallOutput<N> | undefined>; busy: boolean } {
  const { t } = useTranslation()
  const toast = useToast()
  const failureText = useFailureText()
  const { call, busy } = useCall(name)
  const act = async (input: CallInput<N>): Promise<CallOutput<N> | undefined> => {
    const outcome = await call(input)
    if (outcome.kind !== 'accepted') {
      if (outcome.kind !== 'sessionGone') toast({ text: failureText(outcome), kind: 'bad' })
      return undefined
    }
    const waits = 'became' in outcome.data && outcome.data.became === 'waits'
    toast({ text: t(waits ? 'operator.waits' : 'operator.done'), kind: waits ? 'plain' : 'good' })
    return outcome.data
  }
  return { act, busy }
}
