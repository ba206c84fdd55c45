import { useTranslation } from 'react-i18next'
import { productsByIds } from '#localdb/queries/catalogue/lists.ts'
import { storesByIds } from '#localdb/queries/search/search.ts'
import { useLive } from '../../data/use-live.ts'
import { Freshness, oldestAt } from '../../parts/sync/freshness.tsx'
import { ProductCard } from '../../parts/catalogue/product-card.tsx'
import { StoreCard } from '../../parts/stores/store-card.tsx'
import { Section } from '../../ui/blocks/card.tsx'
import styles from './search.module.css'

/** Shown after the last hit: similar products, and the stores that sell most of the hits. */
export function Related({ storeIds, productIds }: { storeIds: readonly number[]; productIds: readonly number[] }) {
  const { t } = useTranslation()
  const products = useLive((db) => productsByIds(db, productIds), [productIds.join()], [])
  const stores = useLive((db) => storesByIds(db, storeIds), [storeIds.join()], [])
  return (
    <>
      {products.length > 0 && (
        <Section title={t('search.relatedProducts')}>
          <ul className={styles.products}>
            {products.map((p) => (
              <li key={p.id}>
                <ProductCard product={p} heart />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {stores.length > 0 && (
        <Section title={t('search.relatedStores')}>
          <Freshness at={oldestAt(stores)} />
          <ul className={styles.storeRow}>
            {stores.map((s) => (
              <li key={s.id}>
                <StoreCard store={s} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}
