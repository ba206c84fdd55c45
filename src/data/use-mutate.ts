import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { MutationName, Payload } from '#contract/registry.ts'
import type { Gesture, MutateOutcome } from '#worker/api.ts'
import { useToast } from '../ui/toast.tsx'
import { wakeForRecorded } from './background-sync.ts'
import { usePerson } from './use-person.ts'
import { ask } from './worker-client.ts'

/** One change of a gesture; `replaces` names the conflict that it settles with the person's consent. */
export type Act<N extends MutationName = MutationName> = {
  [K in N]: { name: K; payload: Payload<K>; replaces?: string | undefined }
}[N]

/**
 * Records the durable changes of one gesture with their visible effects, all or none; resolves when they are on this
 * device's disk. Each change has one intentId, however often the worker has to be asked. It acts for the person whose
 * screen it is: another tab may have signed somebody else in.
 */
export function useMutateAll(): (acts: readonly Act[]) => Promise<MutateOutcome> {
  const toast = useToast()
  const { t } = useTranslation()
  const uid = usePerson()?.uid
  return useCallback(
    async (acts) => {
      const gesture = acts.map((act): Gesture => ({ ...act, intentId: crypto.randomUUID() }))
      const outcome = await ask((api) => api.mutate(gesture, uid))
      if (outcome.kind === 'saved') wakeForRecorded()
      if (outcome.kind === 'refused')
        toast({ text: t(`refusals.${outcome.refusal.reason}`, outcome.refusal.params ?? {}), kind: 'bad' })
      return outcome
    },
    [toast, t, uid],
  )
}

/** Records one change (useMutateAll). */
export function useMutate(): <N extends MutationName>(name: N, payload: Payload<N>) => Promise<MutateOutcome> {
  const mutateAll = useMutateAll()
  return useCallback((name, payload) => mutateAll([{ name, payload } as Act]), [mutateAll])
}
