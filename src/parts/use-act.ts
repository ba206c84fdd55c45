import { useCallback } from 'react'
import type { MutationName, Payload } from '#contract/registry.ts'
import { useMutateAll, type Act } from '../data/use-mutate.ts'
import { useToast, type ToastMessage } from '../ui/toast.tsx'

/**
 * Records the changes of one gesture, all or none, and shows the `done` toast once they are saved on this device (a
 * failure is shown too). Resolves to whether they were saved.
 */
export function useActAll(): (acts: readonly Act[], done?: ToastMessage) => Promise<boolean> {
  const mutateAll = useMutateAll()
  const toast = useToast()
  return useCallback(
    async (acts, done) => {
      const outcome = await mutateAll(acts)
      if (outcome.kind === 'saved' && done) toast(done)
      return outcome.kind === 'saved'
    },
    [mutateAll, toast],
  )
}

/** Records one change (useActAll). */
export function useAct(): <N extends MutationName>(
  name: N,
  payload: Payload<N>,
  done?: ToastMessage,
) => Promise<boolean> {
  const actAll = useActAll()
  return useCallback((name, payload, done) => actAll([{ name, payload } as Act], done), [actAll])
}
