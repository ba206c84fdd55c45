import styles from './frame.module.css'

/** The market's logo (`--logo`), else the app's own. Goods come before it, and where it is hidden it is not loaded. */
export function BrandMark() {
  return <span className={styles.mark} />
}
