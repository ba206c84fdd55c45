import Star from 'lucide-react/icons/star'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../parts/format/use-format.ts'
import styles from './reviews.module.css'

/** The mean rating and how many gave each number of stars; nothing without ratings. */
export function RatingSummary({ ratings }: { ratings: readonly number[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const total = ratings.reduce((sum, n) => sum + n, 0)
  if (total === 0) return null
  const mean = ratings.reduce((sum, n, i) => sum + n * (i + 1), 0) / total
  const n = format.number(Math.round(mean * 10) / 10)
  return (
    <div className={styles.summary}>
      <p className={styles.mean} role="img" aria-label={t('goods.ratings', { n })}>
        {n}
        <Star aria-hidden="true" />
      </p>
      <ul className={styles.stars5}>
        {ratings
          .map((count, i) => (
            <li key={i} aria-label={t('goods.starsOf', { stars: format.number(i + 1), n: format.number(count) })}>
              <span aria-hidden="true">{format.number(i + 1)}</span>
              <meter aria-hidden="true" min={0} max={total} value={count} />
              <span aria-hidden="true">{format.number(count)}</span>
            </li>
          ))
          .toReversed()}
      </ul>
    </div>
  )
}
