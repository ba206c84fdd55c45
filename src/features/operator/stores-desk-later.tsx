import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import type { OperatorStore } from '#contract/schema/operator-desks.ts'
import { Badge } from '../../ui/badge.tsx'
import { ListRow } from '../../ui/list.tsx'
import { dayIn } from './day-lists.ts'
import { DayNotice } from './day-notice.tsx'
import { FindField } from './find-field.tsx'
import { FoundList } from './found-list.tsx'
import styles from './operator.module.css'
import { SuspendSheet } from './suspend-sheet.tsx'
import { useDesk } from './use-desk.ts'

/** The stores, found by name (at first by `?find=`); each can be suspended with its goods, and let go on. */
export function StoresDesk() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const [find, setFind] = useState(params.get('find') ?? '')
  const { day } = dayIn(params)
  const [chosen, setChosen] = useState<OperatorStore>()
  const asked = useDesk('operator.stores', { find: useDeferredValue(find), ...(day !== undefined && { day }) })
  return (
    <div className={styles.stack}>
      <DayNotice desk="stores" day={day} />
      <FindField label={t('operator.findStores')} value={find} onChange={setFind} />
      <FoundList
        asked={asked}
        label={t('desks.stores')}
        rows={asked.data?.stores}
        more={asked.data?.more}
        empty={t('operator.noStore')}
      >
        {(store) => (
          <ListRow
            key={store.id}
            title={<bdi>{store.name}</bdi>}
            text={[
              t('operator.offers', { count: store.products }),
              ...(store.before ? [t('operator.storeBefore', { name: store.before })] : []),
            ].join(' · ')}
            end={
              <>
                {store.closed && <Badge>{t('operator.storeClosed')}</Badge>}
                {store.suspended !== null && <Badge tone="bad">{t('operator.suspended')}</Badge>}
              </>
            }
            onPress={() => setChosen(store)}
          />
        )}
      </FoundList>
      {chosen && (
        <SuspendSheet
          trader={{ store: chosen.id }}
          name={chosen.name}
          suspended={chosen.suspended}
          onClose={() => setChosen(undefined)}
          onDone={asked.again}
        />
      )}
    </div>
  )
}
