import { useDeferredValue, useState } from 'react'
import Scale from 'lucide-react/icons/scale'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import { DisputeCase } from './dispute-case.tsx'
import { FindField } from '../find-field.tsx'
import styles from '../operator.module.css'
import { useOperatorCall } from '../use-operator-call.ts'

const which = ['brought', 'open'] as const

/** Problems that buyer and store could not settle, the longest waiting first, each with its order and decision. */
export function DisputesDesk() {
  const { t } = useTranslation()
  const [find, setFind] = useState('')
  const [shown, setShown] = useState<(typeof which)[number]>('brought')
  const sought = useDeferredValue(find)
  const asked = useOperatorCall('operator.disputes', { find: sought, open: shown === 'open' })
  const { data } = asked
  return (
    <div className={styles.stack}>
      <div className={styles.filters}>
        <FindField label={t('disputes.find')} value={find} onChange={setFind} />
        <Select<(typeof which)[number]>
          label={t('operator.state')}
          value={shown}
          choices={which.map((value) => ({ value, label: t(`disputes.which.${value}`) }))}
          onChange={setShown}
        />
      </div>
      {asked.failure && <AskedFailure failure={asked.failure} busy={asked.busy} again={asked.again} />}
      {!data && !asked.failure && <Skeleton height="16rem" />}
      {data?.disputes.length === 0 &&
        (sought.trim() === '' ? (
          <EmptyState icon={<Scale />} title={t('disputes.empty')} text={t('disputes.emptyText')} />
        ) : (
          <EmptyState icon={<Scale />} title={t('disputes.noneFound')} />
        ))}
      {data?.disputes.map((dispute) => (
        <DisputeCase key={dispute.report.id} dispute={dispute} onDecided={asked.again} />
      ))}
      {data?.more && <Notice>{t('operator.more')}</Notice>}
    </div>
  )
}
