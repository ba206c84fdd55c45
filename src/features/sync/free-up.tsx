import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, type CallInput } from '../../data/use-call.ts'
import { useFailureToast } from '../../parts/failures/use-failure-toast.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import styles from './sync.module.css'

/** Drops rows that can be fetched again; asks first, since it cannot be undone. */
export function FreeUp({ what, freed }: { what: CallInput<'storage.free'>['what']; freed(): void }) {
  const { t } = useTranslation()
  const toast = useToast()
  const free = useCall('storage.free')
  const failed = useFailureToast()
  const [asking, setAsking] = useState(false)
  const now = useRef<HTMLButtonElement>(null)
  const ask = useRef<HTMLButtonElement>(null)
  const asked = useRef(false)
  // The focus moves to the question when it appears, and back when it is answered.
  useEffect(() => {
    if (asking) now.current?.focus()
    else if (asked.current) ask.current?.focus()
    asked.current = asking
  }, [asking])
  const act = t('sync.free')
  const go = async () => {
    const outcome = await free.call({ what })
    setAsking(false)
    freed()
    if (outcome.kind === 'accepted') toast({ text: t('sync.said.freed'), kind: 'good' })
    else failed(outcome)
  }
  if (!asking)
    return (
      <div className={styles.actions}>
        <Button
          ref={ask}
          kind="secondary"
          small
          aria-label={t('sync.of', { act, thing: t(`sync.${what}`) })}
          onClick={() => setAsking(true)}
        >
          {act}
        </Button>
      </div>
    )
  return (
    <>
      <p className={styles.warn} role="alert">
        {t(what === 'catalogue' ? 'sync.freeCatalogue' : 'sync.freePictures')}
      </p>
      <div className={styles.actions}>
        <Button ref={now} kind="danger" small busy={free.busy} onClick={() => void go()}>
          {t('sync.freeNow')}
        </Button>
        <Button kind="quiet" small onClick={() => setAsking(false)}>
          {t('sync.leave')}
        </Button>
      </div>
    </>
  )
}
