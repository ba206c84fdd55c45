import { Skeleton, SkeletonText } from '../ui/blocks/skeleton.tsx'
import styles from './screen-skeleton.module.css'

/** Shown while the code of a screen is loading. */
export function ScreenSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy="true">
      <Skeleton height="2.75rem" />
      <Skeleton height="9rem" />
      <SkeletonText lines={3} />
      <Skeleton height="9rem" />
    </div>
  )
}
