import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trader } from '#contract/operator/schema-acts.ts'
import { useErrors } from '../../../parts/forms/use-errors.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import styles from '../operator.module.css'
import { useAct } from '../use-act.ts'
import { ReasonField } from '../reason-field.tsx'

/** Suspends a person or a store for a reason, or ends that; a person's lost second factor is removed here, too. */
export function SuspendSheet({
  trader,
  name,
  suspended,
  onClose,
  onDone,
}: {
  trader: Trader
  name: string
  suspended: string | null
  onClose(): void
  onDone(): void
}) {
  const { t } = useTranslation()
  const { act, busy } = useAct('operator.suspend')
  const errors = useErrors(['reason'])
  const [reason, setReason] = useState('')
  const go = async () => {
    if (suspended === null && !reason.trim()) return void errors.show({ reason: t('operator.reasonNeeded') })
    if (!(await act({ trader, reason: suspended === null ? reason : null }))) return
    onDone()
    onClose()
  }
  return (
    <Sheet open onClose={onClose} title={name}>
      <div className={styles.stack}>
        {suspended === null ? (
          <>
            <p>{t('operator.suspendText')}</p>
            <ReasonField {...errors.bind('reason', reason, setReason)} />
          </>
        ) : (
          <Notice tone="warn">{t('operator.suspendedFor', { reason: suspended })}</Notice>
        )}
        <Button kind={suspended === null ? 'danger' : 'primary'} wide busy={busy} onClick={() => void go()}>
          {t(suspended === null ? 'operator.suspend' : 'operator.unsuspend')}
        </Button>
        {'person' in trader && <LostFactor person={trader.person} onDone={onClose} />}
      </div>
    </Sheet>
  )
}

/** Removes the second factor of somebody who cannot sign in any more; asked twice. */
function LostFactor({ person, onDone }: { person: string; onDone(): void }) {
  const { t } = useTranslation()
  const { act, busy } = useAct('operator.endFactor')
  const [sure, setSure] = useState(false)
  const go = async () => {
    if (!sure) return setSure(true)
    if (await act({ person })) onDone()
  }
  return (
    <>
      {sure && <Notice>{t('operator.endFactorText')}</Notice>}
      <Button kind="quiet" wide busy={busy} onClick={() => void go()}>
        {t('operator.endFactor')}
      </Button>
    </>
  )
}
