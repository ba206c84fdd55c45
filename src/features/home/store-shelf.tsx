import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Store } from '#contract/catalogue/schema.ts'
import { links } from '../../links/links.ts'
import { MoneyText } from '../../parts/money/price.tsx'
import { StoreLogo } from '../../parts/stores/store-logo.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { Section } from '../../ui/blocks/card.tsx'
import styles from './home.module.css'

/**
 * Stores that sell well, each with its logo, its name, its credit and its turnover (spec §7); nothing when there are
 * none.
 */
export const StoreShelf = memo(function StoreShelf({ stores }: { stores: readonly Store[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (stores.length === 0) return null
  return (
    <Section title={t('home.stores')}>
      <ul className={styles.stores}>
        {stores.map((store) => (
          <li key={store.id}>
            <a href={links.store(store.id)} className={styles.store}>
              <StoreLogo store={store} size="s" />
              <span className={styles.storeName}>
                <bdi>{store.name}</bdi>
              </span>
              <span className={styles.soft}>
                {store.credit > 0 && `${t('store.credit')} ${format.number(store.credit)} · `}
                {store.turnover > 0 ? (
                  <MoneyText amount={store.turnover} currency={store.currency} />
                ) : (
                  t('store.products', { count: store.products })
                )}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
})
