import { useTranslation } from 'react-i18next'
import type { Store } from '#contract/schema/catalogue.ts'
import { links } from '../../app/links.ts'
import { FollowButton } from '../../parts/follow-button.tsx'
import { StoreLogo } from '../../parts/store-logo.tsx'
import { SyncMark } from '../../parts/sync-mark.tsx'
import { useFormat } from '../../parts/use-format.ts'
import { Badge } from '../../ui/badge.tsx'
import styles from './store-line.module.css'

/** A store in one line: its logo, name and figures, and a button to follow it (for guests too, and offline). */
export function StoreLine({ store, follow }: { store: Store; follow: { on: boolean; pending: number } }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={styles.store}>
      <div className={styles.line}>
        <StoreLogo store={store} size="s" />
        <p className={styles.name}>
          <a href={links.store(store.id)}>
            <bdi>{store.name}</bdi>
          </a>{' '}
          {store.demo && <Badge>{t('store.demoBadge')}</Badge>} {follow.pending > 0 && <SyncMark />}
        </p>
        <FollowButton store={store} on={follow.on} kinds={['secondary', 'quiet']} />
      </div>
      <p className={styles.figures}>
        <span>
          {store.credit > 0 ? t('goods.credit', { n: format.number(store.credit) }) : !store.sales && t('store.new')}
        </span>
        <span>{t('goods.storeProducts', { n: format.number(store.products) })}</span>
        {store.followers > 0 && <span>{t('goods.followers', { n: format.number(store.followers) })}</span>}
        {store.demo && <span>{t('store.demo')}</span>}
      </p>
    </div>
  )
}
