import BadgePercent from 'lucide-react/icons/badge-percent'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REQUEST_HOURS_MAX } from '#contract/operator/desk-waits.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import { AskedRequestCard } from './asked-request.tsx'
import { FindField } from '../find-field.tsx'
import { HoursSetting } from '../hours-setting.tsx'
import styles from '../operator.module.css'
import { useOperatorCall } from '../use-operator-call.ts'

const which = ['late', 'all'] as const

/**
 * Price requests that stores have left unanswered for too long, the longest wait first: the store is reminded, or the
 * request is closed.
 */
export function RequestsDesk() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [find, setFind] = useState('')
  const [shown, setShown] = useState<(typeof which)[number]>('late')
  const sought = useDeferredValue(find)
  const asked = useOperatorCall('operator.requests', { find: sought, all: shown === 'all' })
  const { data } = asked
  return (
    <div className={styles.stack}>
      <div className={styles.filters}>
        <FindField label={t('requestsDesk.find')} value={find} onChange={setFind} />
        <Select<(typeof which)[number]>
          label={t('operator.state')}
          value={shown}
          choices={which.map((value) => ({ value, label: t(`requestsDesk.which.${value}`) }))}
          onChange={setShown}
        />
      </div>
      {asked.failure && <AskedFailure failure={asked.failure} busy={asked.busy} again={asked.again} />}
      {!data && !asked.failure && <Skeleton height="16rem" />}
      {data?.requests.length === 0 &&
        (sought.trim() === '' ? (
          <EmptyState
            icon={<BadgePercent />}
            title={t('requestsDesk.empty')}
            text={t('requestsDesk.emptyText', { n: number(data.hours) })}
          />
        ) : (
          <EmptyState icon={<BadgePercent />} title={t('requestsDesk.none')} />
        ))}
      {data && data.requests.length > 0 && (
        <ul className={styles.stack} aria-label={t('requestsDesk.list')}>
          {data.requests.map((request) => (
            <AskedRequestCard key={request.id} request={request} onDone={asked.again} />
          ))}
        </ul>
      )}
      {data?.more && <Notice>{t('operator.more')}</Notice>}
      {data && (
        <HoursSetting
          key={data.hours}
          call="operator.requestsSet"
          hours={data.hours}
          least={1}
          label={t('requestsDesk.hours')}
          hint={t('requestsDesk.hoursHint', { max: number(REQUEST_HOURS_MAX) })}
          wrong={t('requestsDesk.hoursWrong', { max: number(REQUEST_HOURS_MAX) })}
          most={REQUEST_HOURS_MAX}
          onDone={asked.again}
        />
      )}
    </div>
  )
}
