import { cx } from './cx.ts'
import styles from './picture.module.css'

interface PictureNameProps {
  title: string
  /** Its maker; set apart from what else the title says. */
  brand?: string | null | undefined
  /** A line beneath, where there is room. */
  note?: string | undefined
}

/** What stands where there is no picture, the `fallback` of a Picture: the thing's name, set as large as it goes. */
export function PictureName({ title, brand, note }: PictureNameProps) {
  const by = brand && title.toLowerCase().startsWith(brand.toLowerCase()) ? brand : undefined
  const name = by ? title.slice(by.length).replace(/^[^\p{L}\p{N}]+/u, '') : title
  // One maker's things have one colour.
  const tone = [...(brand ?? title)].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0) % 4
  return (
    <span className={cx(styles.name, styles[`tone${tone}`])} dir="auto">
      <span className={styles.initial}>{/[\p{L}\p{N}]/u.exec(title)?.[0]}</span>
      {by && <span className={styles.by}>{by}</span>}
      {name && <span className={styles.words}>{name}</span>}
      {note && <span className={styles.note}>{note}</span>}
    </span>
  )
}
