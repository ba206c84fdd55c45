import MapPin from 'lucide-react/icons/map-pin'
import MessageCircle from 'lucide-react/icons/message-circle'
import { useTranslation } from 'react-i18next'
import type { StoreRow, StoreState } from '#localdb/queries/stores/store.ts'
import { links } from '../../links/links.ts'
import { later } from '../../data/loading/later.tsx'
import { FollowButton } from '../../parts/favourites/follow-button.tsx'
import { Freshness } from '../../parts/sync/freshness.tsx'
import { LeastText } from '../../parts/stores/least-text.tsx'
import { StoreLogo } from '../../parts/stores/store-logo.tsx'
import { SyncMark } from '../../parts/sync/sync-mark.tsx'
import { useCountryName } from '../../parts/addresses/use-country-name.ts'
import { Badge } from '../../ui/blocks/badge.tsx'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { PackButton } from './pack-button.tsx'
import { StoreAbout } from './store-about.tsx'
import { StoreFigures } from './store-figures.tsx'
import { StoreSays } from './store-says.tsx'
import styles from './stores.module.css'

const AnswerTime = later('figures', async () => (await import('./figures-later.tsx')).AnswerTime)

/**
 * The head of a store's screen: its name, a button to follow it (for guests too, and offline), and its figures with
 * their meaning.
 */
export function StoreHead({ store, follow }: { store: StoreRow; follow: StoreState['follow'] }) {
  const { t } = useTranslation()
  const country = useCountryName()
  return (
    <Card className={styles.head}>
      <div className={styles.who}>
        <StoreLogo store={store} size="l" />
        <div className={styles.names}>
          <p className={styles.name}>
            <bdi>{store.name}</bdi> {follow.pending > 0 && <SyncMark />}
          </p>
          <p className={styles.marks}>
            {store.demo && <Badge>{t('store.demoBadge')}</Badge>}
            {!store.sales && !store.credit && <Badge tone="brand">{t('store.new')}</Badge>}
            {store.followers > 0 && <span>{t('store.followers', { count: store.followers })}</span>}
            <LeastText store={store} />
            {store.area && (
              <span className={styles.area}>
                <MapPin aria-hidden="true" />
                {t('store.shipsFrom', { country: country(store.area) })}
              </span>
            )}
          </p>
        </div>
      </div>
      {store.description && <StoreAbout description={store.description} />}
      {store.closed && <Notice tone="warn">{t('store.closed')}</Notice>}
      {store.terms && <StoreSays terms={store.terms} />}
      <StoreFigures store={store}>
        <FollowButton store={store} on={follow.on} kinds={['primary', 'secondary']} />
        <ButtonLink
          kind="secondary"
          small
          icon={<MessageCircle />}
          href={links.ask(store.id, { kind: 'store', id: store.id })}
        >
          {t('talks.ask')}
        </ButtonLink>
        <PackButton store={store} />
      </StoreFigures>
      {store.answersIn && (
        <p className={styles.soft}>
          <AnswerTime hours={store.answersIn} instead={'\u00a0'} />
        </p>
      )}
      <Freshness at={store.at} />
    </Card>
  )
}
