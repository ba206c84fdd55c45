import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../data/use-call.ts'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'

/** Asks the market how the application stands; `answerText` is its answer in words. What it decided comes as a row. */
export function useRefresh(): { refresh(): void; busy: boolean; answerText: string } {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const index = useCall('merchant.index')
  const reach = useCall('shop.reach')
  const [answerText, setAnswerText] = useState('')
  const refresh = async () => {
    setAnswerText('')
    const [answer] = await Promise.all([index.call({}), reach.call({})])
    if (answer.kind !== 'accepted') setAnswerText(failureText(answer))
    else if (answer.data.application)
      setAnswerText(
        answer.data.ahead === 0 ? t('merchant.nextInLine') : t('merchant.ahead', { count: answer.data.ahead }),
      )
  }
  return { refresh: () => void refresh(), busy: index.busy || reach.busy, answerText }
}
