import Check from 'lucide-react/icons/check'
import MapPin from 'lucide-react/icons/map-pin'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import type { StoreRow, StoreState } from '#localdb/queries/stores.ts'
import { Freshness } from '../../parts/freshness.tsx'
import { StoreLogo } from '../../parts/store-logo.tsx'
import { SyncMark } from '../../parts/sync-mark.tsx'
import { useCountryName } from '../../parts/use-areas.ts'
import { useFollow } from '../../parts/use-follow.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { StoreFigures } from './store-figures.tsx'
import styles from './stores.module.css'

/**
 * The head of a store's screen: its name, a button to follow it (for guests too, and offline), and its figures with
 * their meaning.
 */
export function StoreHead({ store, follow }: { store: StoreRow; follow: StoreState['follow'] }) {
  const { t } = useTranslation()
  const country = useCountryName()
  const set = useFollow()
  const act = t(follow.on ? 'store.following' : 'store.follow')
  return (
    <Card className={styles.head}>
      <div className={styles.who}>
        <StoreLogo store={store} size={64} />
        <div className={styles.names}>
          <p className={styles.name}>
            <bdi>{store.name}</bdi> {follow.pending > 0 && <SyncMark />}
          </p>
          <p className={styles.marks}>
            {store.demo && <Badge>{t('store.demoBadge')}</Badge>}
            {store.area && (
              <span className={styles.area}>
                <MapPin aria-hidden="true" />
                {t('store.shipsFrom', { country: country(store.area) })}
              </span>
            )}
          </p>
        </div>
      </div>
      <StoreFigures store={store}>
        <Button
          kind={follow.on ? 'secondary' : 'primary'}
          icon={follow.on ? <Check /> : <Plus />}
          aria-pressed={follow.on}
          aria-label={t('store.followOf', { act, name: store.name })}
          onClick={() => set(store.id, !follow.on)}
        >
          {act}
        </Button>
      </StoreFigures>
      <Freshness at={store.at} />
    </Card>
  )
}
