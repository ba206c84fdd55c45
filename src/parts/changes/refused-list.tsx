import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { needingChanges, type NeedingChange } from '#localdb/queries/sync/changes.ts'
import { useCall } from '../../data/use-call.ts'
import { useLive } from '../../data/use-live.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import styles from './refused-list.module.css'
import { subjectLink } from './subject-link.ts'
import { useRefusalText } from '../failures/use-failure-text.ts'
import { useFailureToast } from '../failures/use-failure-toast.ts'
import { useSubjectText } from './use-subject-text.ts'

/**
 * The changes of the cart, the follows, the own lists or the quotes that the server refused or that can no longer be
 * read: each with its reason, a link to its subject and a button to dismiss it.
 */
export function RefusedList({ of }: { of: 'cart' | 'follow' | 'list' | 'quote' }) {
  const all = useLive((db) => needingChanges(db), [])
  const refused = useMemo(
    () => all?.filter(({ kind, name }) => (kind === 'refused' || kind === 'unreadable') && name.startsWith(`${of}.`)),
    [all, of],
  )
  const subjectTextOf = useSubjectText(refused)
  return refused?.map((change) => (
    <RefusedNotice key={change.intentId} change={change} subjectText={subjectTextOf(change)} />
  ))
}

function RefusedNotice({ change, subjectText }: { change: NeedingChange; subjectText: string }) {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const dismiss = useCall('intent.dismiss')
  const failed = useFailureToast()
  const place = subjectLink(change)
  const named = (act: string) => t('sync.of', { act, thing: subjectText })
  return (
    <Notice tone="bad">
      {t('refused.text', { title: subjectText })} · {refusalText(change.refusal)}
      <div className={styles.actions}>
        {place && (
          <ButtonLink kind="quiet" small href={place} aria-label={named(t('refused.look'))}>
            {t('refused.look')}
          </ButtonLink>
        )}
        <Button
          kind="quiet"
          small
          busy={dismiss.busy}
          aria-label={named(t('refused.dismiss'))}
          onClick={() => void dismiss.call({ intentId: change.intentId }).then(failed)}
        >
          {t('refused.dismiss')}
        </Button>
      </div>
    </Notice>
  )
}
