import { ProductCardsSkeleton } from '../../lists/product-cards-skeleton.tsx'
import { Screen } from '../../parts/screen/screen.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import styles from './stores.module.css'

/** Placeholder for a store that is loading. */
export function StoreSkeleton() {
  return (
    <Screen>
      <Card className={styles.head}>
        <div className={styles.who}>
          <Skeleton width="4rem" height="4rem" />
          <div className={styles.names}>
            <Skeleton width="60%" height="1.25rem" />
            <Skeleton width="40%" height="0.875rem" />
          </div>
        </div>
        <Skeleton height="3rem" />
      </Card>
      <ProductCardsSkeleton />
    </Screen>
  )
}
