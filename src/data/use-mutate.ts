import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { MutationName, Payload } from '#contract/registry.ts'
import type { MutateOutcome } from '#worker/api.ts'
import { useToast } from '../ui/toast.tsx'
import { ask } from './worker-client.ts'

/**
 * Records one durable change and its visible effect; resolves when both are on this device's disk.
 * One call is one gesture: it has one intentId, however often the worker has to be asked.
 */
export function useMutate(): <N extends MutationName>(name: N, payload: Payload<N>) => Promise<MutateOutcome> {
  const toast = useToast()
  const { t } = useTranslation()
  return useCallback(async (name, payload) => {
    const intentId = crypto.randomUUID()
    const outcome = await ask((api) => api.mutate(intentId, name, payload))
    if (outcome.kind === 'refused') toast({ text: t(`refusals.${outcome.refusal.reason}`, outcome.refusal.params ?? {}), kind: 'bad' })
    return outcome
  }, [toast, t])
}
