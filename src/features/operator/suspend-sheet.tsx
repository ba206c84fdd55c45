import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import styles from './operator.module.css'
import { useAct } from './use-act.ts'
import { ReasonField } from './reason-field.tsx'

/** Suspends a person or a store for a reason, or ends that; `whom` is an address or a store's id. */
export function SuspendSheet({
  whom,
  name,
  suspended,
  onClose,
  onDone,
}: {
  whom: string
  name: string
  suspended: string | null
  onClose(): void
  onDone(): void
}) {
  const { t } = useTranslation()
  const { act, busy } = useAct('operator.suspend')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const go = async () => {
    if (suspended === null && !reason.trim()) return setError(t('operator.reasonNeeded'))
    if (!(await act({ whom, reason: suspended === null ? reason : null }))) return
    onDone()
    onClose()
  }
  return (
    <Sheet open onClose={onClose} title={name}>
      <div className={styles.stack}>
        {suspended === null ? (
          <>
            <p>{t('operator.suspendText')}</p>
            <ReasonField
              value={reason}
              error={error}
              onChange={(typed) => {
                setReason(typed)
                setError(undefined)
              }}
            />
          </>
        ) : (
          <Notice tone="warn">{t('operator.suspendedFor', { reason: suspended })}</Notice>
        )}
        <Button kind={suspended === null ? 'danger' : 'primary'} wide busy={busy} onClick={() => void go()}>
          {t(suspended === null ? 'operator.suspend' : 'operator.unsuspend')}
        </Button>
      </div>
    </Sheet>
  )
}
