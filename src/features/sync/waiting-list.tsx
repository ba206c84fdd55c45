import Clock from 'lucide-react/icons/clock'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { waitingChanges } from '#localdb/queries/sync/changes.ts'
import { sendsWhenClosed } from '../../data/device/browser-limits.ts'
import { useCall } from '../../data/use-call.ts'
import { useLive } from '../../data/use-live.ts'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import { ChangeList } from './change-list.tsx'
import styles from './sync.module.css'
import { useReasonText } from './use-change-text.ts'
import { useUndo } from './use-undo.ts'

const PAGE = 50

/** The waiting changes, each with its reason and a button to take it back. */
export function WaitingList({ total, guest }: { total: number; guest: boolean }) {
  const { t } = useTranslation()
  const why = useReasonText()
  const [limit, setLimit] = useState(PAGE)
  const changes = useLive((db) => waitingChanges(db, limit), [limit])
  return (
    <ChangeList
      title={t('sync.waitingList')}
      changes={changes}
      total={total}
      more={() => setLimit(limit + PAGE)}
      none={t('sync.waitingNone')}
      hint={guest || sendsWhenClosed() ? undefined : t('sync.openToSend')}
      when={(c) => ({ at: c.since })}
    >
      {(change, subjectText) => (
        <div className={styles.waits}>
          <p className={styles.why}>
            <Clock />
            <span>{why(change)}</span>
          </p>
          <TakeBack intentId={change.intentId} subjectText={subjectText} />
        </div>
      )}
    </ChangeList>
  )
}

function TakeBack({ intentId, subjectText }: { intentId: string; subjectText: string }) {
  const { t } = useTranslation()
  const toast = useToast()
  const failureText = useFailureText()
  const cancel = useCall('intent.cancel')
  const undo = useUndo()
  const takeBack = async () => {
    const outcome = await cancel.call({ intentId })
    if (outcome.kind === 'accepted') {
      const { became } = outcome.data
      toast(
        became === 'cancelled'
          ? { text: t('sync.said.takenBack'), kind: 'good', action: undo(intentId, 'waiting') }
          : { text: t(became === 'accepted' ? 'sync.said.tooLate' : 'sync.said.elsewhere'), kind: 'bad' },
      )
    } else
      toast({ text: outcome.kind === 'unreachable' ? t('sync.said.unreachable') : failureText(outcome), kind: 'bad' })
  }
  return (
    <Button
      kind="quiet"
      small
      busy={cancel.busy}
      aria-label={t('sync.of', { act: t('sync.takeBack'), thing: subjectText })}
      onClick={() => void takeBack()}
    >
      {t('sync.takeBack')}
    </Button>
  )
}
