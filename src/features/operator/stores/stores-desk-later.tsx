import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { links } from '../../../links/links.ts'
import { Badge } from '../../../ui/blocks/badge.tsx'
import { ListRow } from '../../../ui/blocks/list.tsx'
import { dayIn } from '../figures/day-lists.ts'
import { DayNotice } from '../figures/day-notice.tsx'
import { FindField } from '../find-field.tsx'
import { FoundList } from '../found-list.tsx'
import styles from '../operator.module.css'
import { StorePage } from './store-page.tsx'
import { useOperatorCall } from '../use-operator-call.ts'

/** The stores, found by name (at first by `?find=`); `?id=` shows one. */
export function StoresDesk() {
  const id = Number(useSearchParams()[0].get('id'))
  return Number.isSafeInteger(id) && id > 0 ? <StorePage key={id} id={id} /> : <Stores />
}

function Stores() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const [find, setFind] = useState(params.get('find') ?? '')
  const { day } = dayIn(params)
  const asked = useOperatorCall('operator.stores', { find: useDeferredValue(find), ...(day !== undefined && { day }) })
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
            href={links.operator('stores', { id: store.id })}
          />
        )}
      </FoundList>
    </div>
  )
}
