import type { ReactNode } from 'react'
import styles from './moment.module.css'

/** A moment of success: the mark has come over its dunes, with a sign of what was reached. */
export const Moment = ({ sign }: { sign: ReactNode }) => (
  <span className={styles.moment} aria-hidden="true">
    <span className={styles.mark} />
    <span className={styles.sign}>{sign}</span>
  </span>
)
