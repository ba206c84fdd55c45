import styles from './frame.module.css'

/**
 * The market's mark (`--mark` of src/ui/tokens.css, or its own logo). Goods come before it, and where it is hidden it is
 * not loaded.
 */
export function BrandMark() {
  return <span className={styles.mark} />
}
