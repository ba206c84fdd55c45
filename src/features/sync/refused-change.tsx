import { useTranslation } from 'react-i18next'
import { placesOrder } from '#contract/orders/placing.ts'
import type { NeedingChange } from '#localdb/queries/sync/changes.ts'
import { useCall } from '../../data/use-call.ts'
import { subjectLink } from '../../parts/changes/subject-link.ts'
import { useFailureText, useRefusalText } from '../../parts/failures/use-failure-text.ts'
import { useFailureToast } from '../../parts/failures/use-failure-toast.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import { canRetry } from './retryable.ts'
import styles from './sync.module.css'
import { useUndo } from './use-undo.ts'

/** A change that the server refused, or that can no longer be read: the reason, and the actions. */
export function RefusedChangeRow({ change, subjectText }: { change: NeedingChange; subjectText: string }) {
  const { t } = useTranslation()
  const toast = useToast()
  const refusalText = useRefusalText()
  const failureText = useFailureText()
  const retry = useCall('intent.retry')
  const dismiss = useCall('intent.dismiss')
  const failed = useFailureToast()
  const undo = useUndo()
  const { intentId, kind, name, refusal } = change
  const place = subjectLink(change)
  const away = t(kind === 'lost' ? 'refused.dismiss' : 'sync.discard')
  const named = (act: string) => t('sync.of', { act, thing: subjectText })

  const again = async () => {
    const outcome = await retry.call({ intentId })
    toast(
      outcome.kind === 'accepted'
        ? { text: t('sync.said.retried'), kind: 'good' }
        : { text: failureText(outcome), kind: 'bad' },
    )
  }
  const discard = async () => {
    const outcome = await dismiss.call({ intentId })
    if (outcome.kind !== 'accepted') return failed(outcome)
    // A lost change cannot come back: dismissing it offers no undo.
    if (kind !== 'lost')
      toast({
        text: t('sync.said.discarded'),
        action: undo(intentId, kind === 'unreadable' ? 'unreadable' : 'refused'),
      })
  }
  return (
    <>
      <Notice tone="bad">
        {kind === 'unreadable' ? t('sync.unreadable') : refusalText(refusal)}
        {kind === 'refused' && placesOrder(name) && <> {t('sync.orderRefused')}</>}
      </Notice>
      <div className={styles.actions}>
        {canRetry(change) && (
          <Button kind="secondary" busy={retry.busy} aria-label={named(t('sync.retry'))} onClick={() => void again()}>
            {t('sync.retry')}
          </Button>
        )}
        {place && (
          <ButtonLink kind="quiet" href={place} aria-label={named(t('sync.edit'))}>
            {t('sync.edit')}
          </ButtonLink>
        )}
        <Button kind="quiet" busy={dismiss.busy} aria-label={named(away)} onClick={() => void discard()}>
          {away}
        </Button>
      </div>
    </>
  )
}
