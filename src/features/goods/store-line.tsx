import { useTranslation } from 'react-i18next'
import type { Store } from '#contract/catalogue/schema.ts'
import { links } from '../../links/links.ts'
import { FollowButton } from '../../parts/favourites/follow-button.tsx'
import { LeastText } from '../../parts/stores/least-text.tsx'
import { StoreLogo } from '../../parts/stores/store-logo.tsx'
import { SyncMark } from '../../parts/sync/sync-mark.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { Badge } from '../../ui/blocks/badge.tsx'
import { ButtonLink } from '../../ui/controls/button.tsx'
import styles from './store-line.module.css'

interface StoreLineProps {
  store: Store
  follow: { on: boolean; pending: number }
  /** The product that a question to the store would be about. */
  product: number | undefined
}

/**
 * A store in one line: its logo, name and figures, a button to follow it (for guests too, and offline), and the way to
 * ask it about the product.
 */
export function StoreLine({ store, follow, product }: StoreLineProps) {
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
        <LeastText store={store} />
        <span>{t('goods.storeProducts', { n: format.number(store.products) })}</span>
        {store.followers > 0 && <span>{t('goods.followers', { n: format.number(store.followers) })}</span>}
        {store.demo && <span>{t('store.demo')}</span>}
      </p>
      <div className={styles.asks}>
        <ButtonLink
          kind="quiet"
          small
          href={links.ask(store.id, product === undefined ? undefined : { kind: 'product', id: product })}
        >
          {t('talks.ask')}
        </ButtonLink>
        {product !== undefined && (
          <ButtonLink kind="quiet" small href={links.askPrice(product)}>
            {t('quotes.ask')}
          </ButtonLink>
        )}
        <ButtonLink
          kind="quiet"
          small
          href={links.ask(
            0,
            product === undefined ? { kind: 'store', id: store.id } : { kind: 'product', id: product },
          )}
        >
          {t('talks.report')}
        </ButtonLink>
      </div>
    </div>
  )
}
