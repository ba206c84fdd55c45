import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntranceCode } from '#contract/operator/schema-acts.ts'
import type { StaffMember } from '#contract/operator/schema-desks.ts'
import { DIGEST_HOURS_MAX } from '#contract/operator/desk-waits.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Badge } from '../../../ui/blocks/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ListRow } from '../../../ui/blocks/list.tsx'
import { EntranceNotice } from '../entrance-notice.tsx'
import { FoundList } from '../found-list.tsx'
import { HoursSetting } from '../hours-setting.tsx'
import styles from '../operator.module.css'
import { rightsIn, StaffSheet } from './staff-sheet.tsx'
import { useOperatorCall } from '../use-operator-call.ts'

/** The operators and what each may do. */
export function StaffDesk() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const asked = useOperatorCall('operator.staff', {})
  const digest = asked.data?.digest
  const [chosen, setChosen] = useState<StaffMember | 'new'>()
  const [entrance, setEntrance] = useState<EntranceCode>()
  return (
    <div className={styles.stack}>
      <EntranceNotice entrance={entrance} />
      <FoundList asked={asked} label={t('desks.staff')} rows={asked.data?.staff} empty={t('operator.nobody')}>
        {(one) => (
          <ListRow
            key={one.id}
            title={<bdi>{one.name}</bdi>}
            text={
              <bdi>
                {one.email} ·{' '}
                {rightsIn(one.rights)
                  .map((right) => t(`operatorRights.${right}`))
                  .join(', ')}
              </bdi>
            }
            end={!one.entered && <Badge>{t('operator.hasCode')}</Badge>}
            onPress={() => setChosen(one)}
          />
        )}
      </FoundList>
      <Button kind="secondary" wide onClick={() => setChosen('new')}>
        {t('operator.addStaff')}
      </Button>
      {digest !== undefined && (
        <HoursSetting
          key={digest}
          call="operator.digestSet"
          hours={digest}
          least={0}
          most={DIGEST_HOURS_MAX}
          label={t('operator.digest')}
          hint={t('operator.digestHint', { max: number(DIGEST_HOURS_MAX) })}
          wrong={t('operator.digestWrong', { max: number(DIGEST_HOURS_MAX) })}
          onDone={asked.again}
        />
      )}
      {chosen && (
        <StaffSheet
          member={chosen === 'new' ? undefined : chosen}
          onClose={() => setChosen(undefined)}
          only={asked.data?.only === true}
          onDone={(made) => {
            if (made) setEntrance(made)
            setChosen(undefined)
            asked.again()
          }}
        />
      )}
    </div>
  )
}
