import Star from 'lucide-react/icons/star'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProductDetail, Review } from '#contract/catalogue/schema.ts'
import type { ReviewFilter } from '#contract/catalogue/schema-endpoints.ts'
import { goodsReviews } from '#localdb/queries/catalogue/goods.ts'
import { later } from '../../data/loading/later.tsx'
import { useLive } from '../../data/use-live.ts'
import { usePerson } from '../../data/use-person.ts'
import { useWant } from '../../data/use-want.ts'
import { pictureSources } from '../../parts/pictures/picture-sources.ts'
import { PictureViewer } from '../../parts/pictures/picture-viewer.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Chip, ChipRow } from '../../ui/controls/chip.tsx'
import { PictureView } from '../../ui/blocks/picture.tsx'
import { SkeletonText } from '../../ui/blocks/skeleton.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { RatingSummary } from './rating-summary.tsx'
import styles from './reviews.module.css'

/** Code of a person's alone, which no document needs. */
const WaitingReviews = later('waiting', async () => (await import('./waiting-later.tsx')).WaitingReviews)

const filters = [
  ['all', 'goods.filterAll'],
  ['withImage', 'goods.filterWithImage'],
  ['positive', 'goods.filterPositive'],
  ['medium', 'goods.filterMedium'],
  ['negative', 'goods.filterNegative'],
] as const satisfies readonly (readonly [ReviewFilter, string])[]

/** A product's reviews with their filters; pages are fetched on demand. */
export function Reviews({ detail }: { detail: ProductDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const person = usePerson()
  const [filter, setFilter] = useState<ReviewFilter>('all')
  const [after, setAfter] = useState<string>()
  const first = useWant('catalogue.reviews', { id: detail.id, filter })
  const more = useWant(
    'catalogue.reviews',
    { id: detail.id, filter, ...(after !== undefined && { after }) },
    after !== undefined,
  )
  const found = useLive((db) => goodsReviews(db, detail.id, filter), [detail.id, filter])
  const countOf = (f: ReviewFilter) => (f === 'all' ? detail.reviewCount : detail.counts[f])
  const choose = (f: ReviewFilter) => {
    setFilter(f)
    setAfter(undefined)
  }
  return (
    <div className={styles.reviews}>
      <RatingSummary ratings={detail.ratings ?? []} />
      {detail.reviewCount > 0 && (
        <ChipRow label={t('goods.reviewFilters')}>
          {filters.map(([f, key]) => (
            <Chip key={f} on={f === filter} onChange={() => choose(f)}>
              {t(key, { n: format.number(countOf(f)) })}
            </Chip>
          ))}
        </ChipRow>
      )}
      {person && !person.guest && <WaitingReviews productId={detail.id} />}
      {found && found.reviews.length > 0 ? (
        <ul className={styles.list}>
          {found.reviews.map((review) => (
            <li key={review.id} className={styles.review}>
              <ReviewBody review={review} />
            </li>
          ))}
        </ul>
      ) : found?.known || countOf(filter) === 0 ? (
        <p className={styles.none}>{t(detail.reviewCount === 0 ? 'goods.noReviewsYet' : 'goods.noReviews')}</p>
      ) : first.state === 'failed' ? (
        <p className={styles.none}>{t('goods.reviewsOffline')}</p>
      ) : (
        <SkeletonText lines={3} />
      )}
      {found?.next && (
        <Button
          kind="secondary"
          busy={after === found.next && more.state === 'loading'}
          onClick={() => (after === found.next ? more.refresh() : setAfter(found.next ?? undefined))}
        >
          {t('goods.moreReviews')}
        </Button>
      )}
    </div>
  )
}

function ReviewBody({ review }: { review: Review }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [open, setOpen] = useState<number>()
  const pictureName = t('goods.openPicture', { author: review.author })
  return (
    <>
      <p className={styles.head}>
        <span className={styles.author}>
          <bdi>{review.author}</bdi>
        </span>
        <span className={styles.stars} role="img" aria-label={t('goods.rating', { n: format.number(review.rating) })}>
          {[1, 2, 3, 4, 5].map((n) => (
            <Star key={n} aria-hidden="true" data-on={n <= review.rating || undefined} />
          ))}
        </span>
        <span className={styles.when}>
          <RelativeTime at={review.at} />
        </span>
      </p>
      <p className={styles.text} lang={review.language} dir="auto">
        {review.text}
      </p>
      {review.pictures.length > 0 && (
        <div className={styles.pictures}>
          {review.pictures.map((p, n) => (
            <button
              key={p.src}
              type="button"
              className={styles.picture}
              aria-label={pictureName}
              onClick={() => setOpen(n)}
            >
              <PictureView sources={pictureSources(p)} alt="" tint={p.tint} sizes="80px" />
            </button>
          ))}
        </div>
      )}
      {open !== undefined && (
        <PictureViewer pictures={review.pictures} title={pictureName} start={open} onClose={() => setOpen(undefined)} />
      )}
      {review.reply && (
        <div className={styles.reply}>
          <strong>{t('goods.reply')}</strong>
          <p dir="auto">{review.reply}</p>
        </div>
      )}
    </>
  )
}
