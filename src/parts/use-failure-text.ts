import { useTranslation } from 'react-i18next'
import type { Failed } from '../data/use-call.ts'
import { useRefusalText } from './use-refusal-text.ts'

/** Puts the failure of a call into words. */
export function useFailureText(): (failure: Failed) => string {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  return (failure) => {
    if (failure.kind === 'refused') return refusalText(failure.refusal)
    if (failure.kind === 'busy') return t('login.busy', { n: failure.retryAfter })
    return failure.kind === 'sessionGone' ? t('refusals.sessionEnded') : t('login.unreachable')
  }
}
