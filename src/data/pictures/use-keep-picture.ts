import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RefusalReason } from '#contract/wire/refusal-reasons.ts'
import { useToast } from '../../ui/layers/toast.tsx'
import type { Shape } from './shrink-picture.ts'
import { usePerson } from '../use-person.ts'
import { askWorker } from '../worker/worker-client.ts'

// Only who has a picture needs it.
const loadShrinking = () => import('./shrink-picture.ts')

interface KeepPicture {
  keep(file: Blob, shape?: Shape): Promise<string | undefined>
  busy: boolean
}

/**
 * Keeps pictures on this device, offline too. `keep` makes one smaller, without what a camera wrote into it, and
 * resolves to the id by which a mutation's payload names it: it is sent before that mutation. Undefined, with the
 * reason as a toast, when it could not be kept. What no mutation names is deleted after a while.
 * `as`: the desk at which it is kept, where it is a store's.
 */
export function useKeepPicture(as?: string): KeepPicture {
  const { t } = useTranslation()
  const toast = useToast()
  const person = usePerson()?.uid
  const uid = as ?? person
  const [running, setRunning] = useState(0)
  const keep = useCallback(
    async (file: Blob, shape?: Shape) => {
      const refused = (reason: RefusalReason): undefined => {
        toast({ text: t(`refusals.${reason}`), kind: 'bad' })
      }
      setRunning((n) => n + 1)
      try {
        const shrinking = await loadShrinking().catch(() => undefined)
        if (!shrinking) {
          toast({ text: t('app.brokenHint'), kind: 'bad' })
          return
        }
        const bytes = await shrinking.shrinkPicture(file, shape)
        if (!bytes) return refused('notAPicture')
        const kept = await askWorker((api) => api.call('file.keep', { bytes }, uid))
        if (kept.kind === 'accepted') return kept.data.id
        return refused(kept.kind === 'refused' ? (kept.refusal.reason as RefusalReason) : 'requestFailed')
      } finally {
        setRunning((n) => n - 1)
      }
    },
    [t, toast, uid],
  )
  return { keep, busy: running > 0 }
}
