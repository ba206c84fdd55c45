import Star from 'lucide-react/icons/star'
import { useTranslation } from 'react-i18next'
import { waitingReviews } from '#localdb/queries/reviews.ts'
import { useLive } from '../../data/use-live.ts'
import { OwnPicture } from '../../parts/pictures/own-picture.tsx'
import { SyncMark } from '../../parts/sync/sync-mark.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import styles from './reviews.module.css'

/** The person's reviews of a product that nobody else can read yet, with their mark. */
export function WaitingReviews({ productId }: { productId: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const own = useLive((db) => waitingReviews(db, productId), [productId])
  if (!own?.length) return null
  return (
    <ul className={styles.list}>
      {own.map((review) => (
        <li key={review.orderId} className={styles.review}>
          <p className={styles.head}>
            <span className={styles.author}>{t('goods.yourReview')}</span>
            <span
              className={styles.stars}
              role="img"
              aria-label={t('goods.rating', { n: format.number(review.rating) })}
            >
              {[1, 2, 3, 4, 5].map((n) => (
                <Star key={n} aria-hidden="true" data-on={n <= review.rating || undefined} />
              ))}
            </span>
            <SyncMark />
          </p>
          <p className={styles.text} lang={review.language} dir="auto">
            {review.text}
          </p>
          {review.files.length > 0 && (
            <div className={styles.pictures}>
              {review.files.map((file, n) => (
                <OwnPicture key={file} file={file} alt={t('pictures.chosen', { n: format.number(n + 1) })} />
              ))}
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
