import { useFormat } from '../../parts/format/use-format.ts'
import styles from './centre.module.css'

/** The count beside a tab's name, and what it counts for those who do not see it; nothing at 0. */
export function TabCount({ n, words }: { n: number; words: string }) {
  const { number } = useFormat()
  if (n === 0) return null
  return (
    <>
      {' '}
      <span className={styles.count} aria-hidden="true">
        {number(n)}
      </span>
      <span className="visually-hidden">{words}</span>
    </>
  )
}
