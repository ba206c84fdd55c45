import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Store } from '#contract/catalogue/schema.ts'
import { links } from '../../links/links.ts'
import { FollowButton } from '../favourites/follow-button.tsx'
import { useFollowMark } from '../favourites/marks.tsx'
import { MoneyText } from '../money/price.tsx'
import styles from './store-card.module.css'
import { StoreLogo } from './store-logo.tsx'
import { SyncMark } from '../sync/sync-mark.tsx'
import { useFormat } from '../format/use-format.ts'

/** A store with its credit score and turnover; leads to its page and can be followed, also offline. */
export const StoreCard = memo(function StoreCard({ store }: { store: Store }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { on, pending } = useFollowMark(store.id)
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <StoreLogo store={store} />
        <span className={styles.words}>
          <span className={styles.title}>
            <a href={links.store(store.id)} className={styles.name}>
              <bdi>{store.name}</bdi>
            </a>
            {pending > 0 && <SyncMark />}
          </span>
          <span className={styles.soft}>
            {store.closed ? t('store.closedShort') : t('store.products', { count: store.products })}
            {store.followers > 0 && ` · ${t('store.followers', { count: store.followers })}`}
          </span>
        </span>
      </div>
      {store.sales > 0 || store.credit > 0 ? (
        <dl className={styles.figures}>
          {store.credit > 0 && (
            <div>
              <dt>{t('store.credit')}</dt>
              <dd title={t('store.creditScore', { n: format.number(store.credit) })}>{format.number(store.credit)}</dd>
            </div>
          )}
          {store.turnover > 0 && (
            <div>
              <dt>{t('store.turnover')}</dt>
              <dd>
                <MoneyText amount={store.turnover} currency={store.currency} />
              </dd>
            </div>
          )}
        </dl>
      ) : (
        <p className={styles.soft}>{t('store.new')}</p>
      )}
      <div className={styles.follow}>
        <FollowButton store={store} on={on} kinds={['secondary', 'quiet']} />
      </div>
    </article>
  )
})
