import { cx } from '../cx.ts'
import styles from './picture.module.css'

interface PictureNameProps {
  title: string
  /** Its maker; set apart from what else the title says. */
  brand?: string | null | undefined
  /** A line beneath, for a large picture. */
  note?: string | undefined
}

/** The `fallback` of a Picture where there is no picture: the thing's name, set as large as it goes. */
export function PictureName({ title, brand, note }: PictureNameProps) {
  const by = brand && title.startsWith(brand) ? brand : ''
  const initial = title.match(/[\p{L}\p{N}]/u)?.[0]
  return (
    // One maker's things mostly have one colour.
    <span className={cx(styles.name, styles[`tone${title.charCodeAt(0) % 4}`])} dir="auto">
      <b className={styles.initial}>{initial}</b>
      <span className={styles.by}>{by}</span>
      <b className={styles.words}>{title.slice(by.length).replace(/^[\s–—-]+/, '')}</b>
      {note && <span className={styles.by}>{note}</span>}
    </span>
  )
}
