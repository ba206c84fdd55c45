import Star from 'lucide-react/icons/star'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import type { StoreReviewItem } from '#localdb/queries/stores/answers.ts'
import { links } from '../../../links/links.ts'
import { useStoreMutate } from '../../../data/stores/use-store.ts'
import { ShownPictures } from '../../../parts/pictures/shown-pictures.tsx'
import { SyncMark } from '../../../parts/sync/sync-mark.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useStoreParam } from '../../../parts/stores/open-desk.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { RelativeTime } from '../../../ui/time.tsx'
import styles from '../answers.module.css'
import { ReplyForm } from './reply-form.tsx'

interface ReviewProps {
  review: StoreReviewItem
  /** The member who replied; undefined for nobody, or until it is read. */
  who: string | undefined
}

/** A review with its reply, and what the store can do about it. */
export function ReviewItem({ review, who }: ReviewProps) {
  const { t } = useTranslation()
  const { number, locale } = useFormat()
  const at = useStoreParam()
  const [replying, setReplying] = useState(false)
  return (
    <li className={styles.review}>
      <p className={styles.who}>
        <bdi>{review.author}</bdi>
        <span className={styles.stars} role="img" aria-label={t('goods.rating', { n: number(review.rating) })}>
          {[1, 2, 3, 4, 5].map((n) => (
            <Star key={n} aria-hidden="true" data-on={n <= review.rating || undefined} />
          ))}
        </span>
        <span className={styles.soft}>
          <RelativeTime at={review.at} /> {review.pending && <SyncMark />}
        </span>
      </p>
      <a href={links.centreProduct(review.goods, at)} className={styles.link} dir="auto">
        {textIn(review.title, locale)}
      </a>
      {review.text !== '' && (
        <p className={styles.text} lang={review.language} dir="auto">
          {review.text}
        </p>
      )}
      <ShownPictures pictures={review.pictures} />
      {replying ? (
        <ReplyForm review={review} onEnd={() => setReplying(false)} />
      ) : (
        <Answered review={review} who={who} onReply={() => setReplying(true)} />
      )}
    </li>
  )
}

function Answered({ review, who, onReply }: ReviewProps & { onReply(): void }) {
  const { t } = useTranslation()
  const mutate = useStoreMutate()
  const remove = () =>
    void mutate(
      'review.reply',
      { id: review.id, n: review.replies + 1, text: '' },
      { text: t('asks.replyRemoved'), kind: 'good' },
    )
  const reply = review.reply !== null && (
    <div className={styles.bubble}>
      <p className={styles.who}>
        {t('centre.weSaid')}
        <span className={styles.soft}>
          {who !== undefined && (
            <>
              <bdi>{who}</bdi> ·{' '}
            </>
          )}
          {review.repliedAt !== null && <RelativeTime at={review.repliedAt} />}
        </span>
      </p>
      <p dir="auto">{review.reply}</p>
    </div>
  )
  if (review.hidden)
    return (
      <>
        {reply}
        <Notice>{t('asks.hidden')}</Notice>
      </>
    )
  const { author } = review
  return (
    <>
      {reply}
      <div className={styles.acts}>
        <Button kind="secondary" small aria-label={t('asks.replyTo', { author })} onClick={onReply}>
          {t(review.reply === null ? 'asks.reply' : 'asks.replyChange')}
        </Button>
        {review.reply !== null && (
          <Button kind="quiet" small onClick={remove}>
            {t('asks.replyRemove')}
          </Button>
        )}
      </div>
    </>
  )
}
