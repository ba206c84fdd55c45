import { cx } from '../cx.ts'
import styles from './skeleton.module.css'

/** Placeholder for content that is loading, only where there is nothing yet. Sizes are CSS lengths. */
export function Skeleton({
  width = '100%',
  height = '1em',
  round = false,
}: {
  width?: string
  height?: string
  round?: boolean
}) {
  return (
    <svg
      aria-hidden="true"
      // Attributes, not a style: a document of the server may hold none (its content security policy).
      width={width}
      height={height}
      className={cx(styles.skeleton, round && styles.round)}
    />
  )
}

/** Placeholder for lines of text. */
export function SkeletonText({ lines = 2 }: { lines?: number }) {
  return (
    <span aria-hidden="true" className={styles.text}>
      {Array.from({ length: lines }, (_, n) => (
        <Skeleton key={n} width={n === lines - 1 ? '60%' : '100%'} height="0.875em" />
      ))}
    </span>
  )
}
