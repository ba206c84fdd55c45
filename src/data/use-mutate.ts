import { useCallback } from 'react'
import type { i18n } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { MutationName, Payload } from '#contract/registry.ts'
import type { Refusal } from '#contract/wire/schema-refusals.ts'
import type { Gesture } from '#worker/api/worker-api.ts'
import { useToast, type ToastMessage } from '../ui/layers/toast.tsx'
import { wakeForRecorded } from './worker/background-sync.ts'
import { loadTexts } from './texts/i18n.ts'
import { usePerson } from './use-person.ts'
import { askWorker } from './worker/worker-client.ts'

/** One change of a gesture; `replaces` names the conflict that it settles with the person's consent. */
export type Act<N extends MutationName = MutationName> = {
  [K in N]: { name: K; payload: Payload<K>; replaces?: string | undefined }
}[N]

type MutateAll<A> = (acts: readonly A[], done?: ToastMessage) => Promise<boolean>

/**
 * Records the durable changes of one gesture with their visible effects, all or none, for the person or the desk of
 * that uid. Resolves, once they are on this device's disk, to whether they were saved; shows the `done` toast then, or
 * why they were refused. Each change has one intentId, however often the worker has to be asked.
 */
export function useMutateAllOf<A extends Act>(uid: string | undefined): MutateAll<A> {
  const toast = useToast()
  const { i18n } = useTranslation()
  return useCallback(
    async (acts, done) => {
      const gesture = acts.map((act): Gesture => ({ ...act, intentId: crypto.randomUUID() }))
      const outcome = await askWorker((api, first) => api.mutate(gesture, uid, first))
      if (outcome.kind === 'refused') {
        toast({ text: await inWords(i18n, outcome.refusal), kind: 'bad' })
        return false
      }
      wakeForRecorded()
      if (done) toast(done)
      return true
    },
    [toast, i18n, uid],
  )
}

/** The same for the person whose screen it is: another tab may have signed somebody else in. */
export const useMutateAll = (): MutateAll<Act> => useMutateAllOf(usePerson()?.uid)

/** Records one change (useMutateAll). */
export function useMutate(): <N extends MutationName>(
  name: N,
  payload: Payload<N>,
  done?: ToastMessage,
) => Promise<boolean> {
  const mutateAll = useMutateAll()
  return useCallback((name, payload, done) => mutateAll([{ name, payload } as Act], done), [mutateAll])
}

/** Why nothing was recorded; the words for it are no part of the start. */
export async function inWords(translator: i18n, refusal: Refusal): Promise<string> {
  try {
    const [{ refusalText }] = await Promise.all([import('./texts/refusal-later.ts'), loadTexts('refusal')])
    return refusalText(translator, refusal)
  } catch (error) {
    // On a first visit whose network went away.
    reportError(error)
    return translator.t('refusals.requestFailed')
  }
}
