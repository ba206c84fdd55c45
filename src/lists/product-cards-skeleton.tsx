import { useLabels } from '../ui/labels.ts'
import { Skeleton } from '../ui/blocks/skeleton.tsx'
import styles from './product-cards-skeleton.module.css'

/**
 * Placeholder for product cards that are loading. Not `busy`: for cards that nobody has asked for yet; it then only
 * reserves their space.
 */
export function ProductCardsSkeleton({ count = 8, busy = true }: { count?: number; busy?: boolean }) {
  const labels = useLabels()
  return (
    <div
      className={styles.root}
      {...(busy ? { 'aria-busy': true, role: 'group', 'aria-label': labels.loading } : { 'aria-hidden': true })}
    >
      <div className={styles.grid}>
        {Array.from({ length: count }, (_, n) => (
          <div key={n} className={styles.card}>
            <span className={styles.picture}>
              <Skeleton height="100%" />
            </span>
            <div className={styles.words}>
              <Skeleton height="0.875rem" />
              <Skeleton height="0.875rem" width="70%" />
              <Skeleton height="1.125rem" width="50%" />
              <Skeleton height="0.75rem" width="80%" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
