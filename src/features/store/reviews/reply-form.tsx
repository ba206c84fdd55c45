import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { REPLY_MAX } from '#contract/reviews/rules.ts'
import type { StoreReviewItem } from '#localdb/queries/stores/answers.ts'
import { useStoreMutate } from '../../../data/stores/use-store.ts'
import { useDraft } from '../../../parts/forms/use-draft.ts'
import { Button } from '../../../ui/controls/button.tsx'
import styles from '../answers.module.css'
import centre from '../centre.module.css'
import { TextArea } from '../text-area.tsx'

/** Writes the store's reply under a review, or changes it; what was typed is kept when one looks something up. */
export function ReplyForm({ review, onEnd }: { review: StoreReviewItem; onEnd(): void }) {
  const { t } = useTranslation()
  const mutate = useStoreMutate()
  const { draft, change, forget } = useDraft(`reply ${review.id}`, review.reply ?? '')
  const [tried, setTried] = useState(false)
  const missing = draft.trim() === ''
  const send = async (e: FormEvent) => {
    e.preventDefault()
    setTried(true)
    if (missing) return
    const payload = { id: review.id, n: review.replies + 1, text: draft.trim() }
    if (!(await mutate('review.reply', payload, { text: t('asks.replied'), kind: 'good' }))) return
    forget()
    onEnd()
  }
  return (
    <form className={centre.form} noValidate onSubmit={(e) => void send(e)}>
      <TextArea
        label={t('asks.replyWords')}
        maxLength={REPLY_MAX}
        value={draft}
        error={tried && missing ? t('asks.replyMissing') : undefined}
        onChange={(text) => change(() => text)}
      />
      <p className={styles.soft}>{t('asks.replyHint')}</p>
      <div className={styles.acts}>
        <Button type="submit">{t('asks.replySend')}</Button>
        <Button kind="quiet" onClick={onEnd}>
          {t('quotes.cancel')}
        </Button>
      </div>
    </form>
  )
}
