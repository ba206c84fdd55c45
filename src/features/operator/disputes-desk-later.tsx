import Scale from 'lucide-react/icons/scale'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AskedFailure } from './asked-failure.tsx'
import { DisputeCase } from './dispute-case.tsx'
import styles from './operator.module.css'
import { useDesk } from './use-desk.ts'

/** Problems that buyer and store could not settle, the longest waiting first, each with its decision. */
export function DisputesDesk() {
  const { t } = useTranslation()
  const asked = useDesk('operator.disputes', {})
  const { data } = asked
  return (
    <div className={styles.stack}>
      {asked.failure && <AskedFailure failure={asked.failure} busy={asked.busy} again={asked.again} />}
      {!data && !asked.failure && <Skeleton height="16rem" />}
      {data?.disputes.length === 0 && (
        <EmptyState icon={<Scale />} title={t('disputes.empty')} text={t('disputes.emptyText')} />
      )}
      {data?.disputes.map((dispute) => (
        <DisputeCase key={dispute.report.id} dispute={dispute} onDecided={asked.again} />
      ))}
    </div>
  )
}
