import { useCallback } from 'react'
import type { MutationName, Payload } from '#contract/registry.ts'
import { useMutate } from '../data/use-mutate.ts'
import { useToast, type ToastMessage } from '../ui/toast.tsx'

/**
 * Records a change and says `done` once it is saved on this device (a refusal is said by the hook below). Resolves to
 * whether it was saved.
 */
export function useAct(): <N extends MutationName>(
  name: N,
  payload: Payload<N>,
  done?: ToastMessage,
) => Promise<boolean> {
  const mutate = useMutate()
  const toast = useToast()
  return useCallback(
    async (name, payload, done) => {
      const outcome = await mutate(name, payload)
      if (outcome.kind === 'saved' && done) toast(done)
      return outcome.kind === 'saved'
    },
    [mutate, toast],
  )
}
