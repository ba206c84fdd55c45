import Star from 'lucide-react/icons/star'
import { useTranslation } from 'react-i18next'
import type { OwnReviewItem } from '#localdb/queries/reviews.ts'
import type { OrderLine } from '#contract/sync/schema-rows.ts'
import { useMutate } from '../../data/use-mutate.ts'
import { ShownPictures } from '../../parts/pictures/shown-pictures.tsx'
import { SyncMark } from '../../parts/sync/sync-mark.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { ReviewedLine } from './reviewed-line.tsx'
import styles from './reviews.module.css'

/** The person's review of a product, marked while it waits to be sent. */
export function OwnReviewSection({ line, review }: { line: OrderLine; review: OwnReviewItem }) {
  const { t } = useTranslation()
  const format = useFormat()
  const mutate = useMutate()
  const { orderId, productId } = review
  return (
    <Card className={styles.card}>
      <ReviewedLine line={line} />
      <p className={styles.head}>
        <span
          className={styles.given}
          role="img"
          aria-label={t('reviews.starsOf', { n: format.number(review.rating) })}
        >
          {[1, 2, 3, 4, 5].map((n) => (
            <Star key={n} aria-hidden="true" data-on={n <= review.rating || undefined} />
          ))}
        </span>
        <span className={styles.when}>
          <RelativeTime at={review.at} />
        </span>
        {review.pending && <SyncMark />}
      </p>
      {review.text !== '' && (
        <p className={styles.text} lang={review.language} dir="auto">
          {review.text}
        </p>
      )}
      <ShownPictures files={review.files} pictures={review.pictures} />
      <div className={styles.actions}>
        <Button
          kind="secondary"
          small
          onClick={() =>
            void mutate('review.delete', { orderId, productId }, { text: t('reviews.deleted'), kind: 'good' })
          }
        >
          {t('reviews.delete')}
        </Button>
      </div>
    </Card>
  )
}
