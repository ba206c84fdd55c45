import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REVIEW_PICTURES_MAX, REVIEW_TEXT_MAX } from '#contract/reviews/rules.ts'
import { matchLocale } from '#contract/text/locales.ts'
import type { OrderLine } from '#contract/sync/schema-rows.ts'
import { useMutate } from '../../data/use-mutate.ts'
import { PicturePicker } from '../../parts/pictures/picture-picker.tsx'
import { useDraft } from '../../parts/forms/use-draft.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { ReviewedLine } from './reviewed-line.tsx'
import styles from './reviews.module.css'
import { StarsField } from './stars-field.tsx'

interface Draft {
  /** 0 before any was chosen. */
  rating: number
  text: string
  pictures: string[]
}
const blank: Draft = { rating: 0, text: '', pictures: [] }

/** Stars, words and pictures for one product of an order; saved here at once, and sent when it can be. */
export function ReviewForm({ orderId, line }: { orderId: string; line: OrderLine }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const mutate = useMutate()
  const id = useId()
  const { draft, change, forget } = useDraft<Draft>(`review:${orderId}:${line.id}`, blank)
  const { rating, text, pictures } = draft
  const [missing, setMissing] = useState(false)
  const put = (part: Partial<Draft>) => change((now) => ({ ...now, ...part }))
  const show = (next: (files: readonly string[]) => string[]) =>
    change((now) => ({ ...now, pictures: next(now.pictures) }))
  const send = async () => {
    setMissing(rating === 0)
    if (rating === 0) return
    const saved = await mutate(
      'review.write',
      { orderId, productId: line.id, rating, text: text.trim(), language: matchLocale([locale]), pictures },
      { text: t('reviews.done'), kind: 'good' },
    )
    if (saved) forget()
  }
  return (
    <Card className={styles.card}>
      <ReviewedLine line={line} />
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <StarsField
          value={rating}
          error={missing && rating === 0 ? t('reviews.starsMissing') : undefined}
          onChange={(stars) => put({ rating: stars })}
        />
        <label className={styles.words} htmlFor={id}>
          {t('reviews.text')}
          <textarea
            id={id}
            rows={4}
            dir="auto"
            maxLength={REVIEW_TEXT_MAX}
            value={text}
            onChange={(event) => put({ text: event.target.value })}
          />
        </label>
        <PicturePicker files={pictures} most={REVIEW_PICTURES_MAX} onChange={show} />
        <Button type="submit" wide>
          {t('reviews.send')}
        </Button>
      </form>
    </Card>
  )
}
