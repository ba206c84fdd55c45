import Inbox from 'lucide-react/icons/inbox'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applicationStates, isReviewLate, reviewDue, type ApplicationState } from '#contract/merchants/states.ts'
import type { ListedApplication } from '#contract/merchants/schema-operator.ts'
import { knownOr } from '#contract/wire/open.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { Badge } from '../../../ui/blocks/badge.tsx'
import { Chip, ChipRow } from '../../../ui/controls/chip.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { exactTime, useNow } from '../../../ui/time.tsx'
import { ApplicationDetail } from './application-detail.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import { FindField } from '../find-field.tsx'
import styles from '../operator.module.css'
import { useOperatorCall } from '../use-operator-call.ts'

/** The queue of those who want to sell here, and one application of it. */
export function ApplicationsDesk() {
  const { t } = useTranslation()
  const [state, setState] = useState<ApplicationState>()
  const [open, setOpen] = useState<string>()
  const [find, setFind] = useState('')
  const asked = useOperatorCall('operator.applications', { find: useDeferredValue(find), ...(state && { state }) })
  const { data } = asked
  if (open !== undefined)
    return (
      <ApplicationDetail
        key={open}
        id={open}
        onClose={() => {
          setOpen(undefined)
          asked.again()
        }}
      />
    )
  return (
    <div className={styles.stack}>
      <FindField label={t('applications.find')} value={find} onChange={setFind} />
      <ChipRow label={t('applications.states')}>
        <Chip on={state === undefined} onChange={() => setState(undefined)}>
          {t('applications.waiting')}
        </Chip>
        {applicationStates
          .filter((one) => one !== 'submitted' && one !== 'inReview')
          .map((one) => (
            <Chip key={one} on={state === one} onChange={() => setState(one)}>
              {t(`applications.state.${one}`)}
            </Chip>
          ))}
      </ChipRow>
      {asked.failure && <AskedFailure failure={asked.failure} busy={asked.busy} again={asked.again} />}
      {!data && !asked.failure && <Skeleton height="12rem" />}
      {data?.applications.length === 0 &&
        (find.trim() === '' ? (
          <EmptyState icon={<Inbox />} title={t('applications.empty')} text={t('applications.emptyText')} />
        ) : (
          <EmptyState icon={<Inbox />} title={t('applications.noneFound')} />
        ))}
      {data && data.applications.length > 0 && (
        <List label={t('desks.applications')}>
          {data.applications.map((one) => (
            <Listed key={one.id} one={one} onOpen={() => setOpen(one.id)} />
          ))}
        </List>
      )}
    </div>
  )
}

function Listed({ one, onOpen }: { one: ListedApplication; onOpen(): void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const now = useNow()
  const state = knownOr(applicationStates, one.state, undefined)
  const waits = one.decidedAt === null && state !== 'changes'
  const time = (at: number): string => (now === undefined ? '' : exactTime(at, language))
  return (
    <ListRow
      title={<bdi>{one.storeName}</bdi>}
      text={
        waits
          ? t('applications.due', { at: time(one.at), by: time(reviewDue(one)) })
          : t('applications.sentAt', { at: time(one.at) })
      }
      end={
        now !== undefined && isReviewLate(one, now) ? (
          <Badge tone="bad">{t('applications.late')}</Badge>
        ) : (
          state && <Badge>{t(`applications.state.${state}`)}</Badge>
        )
      }
      onPress={onOpen}
    />
  )
}
