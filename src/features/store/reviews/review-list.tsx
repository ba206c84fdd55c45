import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { STORE_REVIEWS_MAX } from '#contract/reviews/rules.ts'
import { members } from '#localdb/queries/stores/centre.ts'
import { storeReviewFilters, reviewsUnder, type StoreReviewFilter } from '#localdb/queries/stores/answers.ts'
import { useStoreLive } from '../../../data/stores/use-store.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Section } from '../../../ui/blocks/card.tsx'
import { Chip, ChipRow } from '../../../ui/controls/chip.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import styles from '../answers.module.css'
import { ReviewItem } from './review-item.tsx'
import { useShown } from '../use-shown.ts'

const A_PAGE = 20

/** The reviews of the store's products. At first only those that nobody has answered are shown. */
export function ReviewList() {
  const [filter, show] = useShown(storeReviewFilters, 'unanswered')
  return <List key={filter} filter={filter} onShow={show} />
}

function List({ filter, onShow }: { filter: StoreReviewFilter; onShow(filter: StoreReviewFilter): void }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [pages, setPages] = useState(1)
  const query = useMemo(() => reviewsUnder(filter, pages * A_PAGE), [filter, pages])
  const list = useStoreLive(query)
  const staff = useStoreLive(members)
  return (
    <Section title={t('asks.reviews')}>
      <ChipRow label={t('asks.showReviews')}>
        {storeReviewFilters.map((one) => (
          <Chip key={one} on={one === filter} onChange={() => onShow(one)}>
            {t(`asks.reviewFilter.${one}`)}
            {list && one !== 'all' && list.counts[one] > 0 && ` (${number(list.counts[one])})`}
          </Chip>
        ))}
      </ChipRow>
      {!list ? (
        <Skeleton height="8rem" />
      ) : list.items.length === 0 ? (
        <p className={styles.soft}>{t(`asks.noReviews.${list.counts.all === 0 ? 'all' : filter}`)}</p>
      ) : (
        <ul className={styles.reviews} aria-label={t('asks.reviews')}>
          {list.items.map((review) => (
            <ReviewItem key={review.id} review={review} who={staff?.find(({ id }) => id === review.by)?.name} />
          ))}
        </ul>
      )}
      {list && list.counts[filter] > list.items.length && (
        <Button kind="secondary" onClick={() => setPages(pages + 1)}>
          {t('orders.showMore')}
        </Button>
      )}
      {list && list.counts.all >= STORE_REVIEWS_MAX && (
        <p className={styles.soft}>{t('asks.latest', { n: number(STORE_REVIEWS_MAX) })}</p>
      )}
    </Section>
  )
}
