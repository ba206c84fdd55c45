import { useTranslation } from 'react-i18next'
import { ANSWER_WEEK } from '#contract/stores/first-answers.ts'

/** Says how soon a store usually gives its first answer, by the hours that the market has reckoned. */
export function AnswerTime({ hours }: { hours: number }) {
  const { t } = useTranslation()
  if (hours > ANSWER_WEEK) return <>{t('answerTime.slow')}</>
  const days = hours / 24
  return <>{days > 1 ? t('answerTime.days', { count: days }) : t('answerTime.hours', { count: hours })}</>
}
