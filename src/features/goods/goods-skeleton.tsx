import { Screen } from '../../parts/screen/screen.tsx'
import { Skeleton, SkeletonText } from '../../ui/blocks/skeleton.tsx'
import styles from './goods.module.css'

/** Placeholder for a product that is loading. */
export function GoodsSkeleton() {
  return (
    <Screen>
      <div className={styles.body} aria-busy="true">
        <div className={styles.pictures}>
          <div className={styles.wide}>
            <Skeleton height="100%" />
          </div>
        </div>
        <div className={styles.side}>
          <Skeleton width="8rem" height="1.75rem" />
          <SkeletonText lines={2} />
          <Skeleton height="4rem" />
        </div>
      </div>
    </Screen>
  )
}
