import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refusal } from '#contract/wire/schema-refusals.ts'
import { refusalText } from '../../data/texts/refusal-later.ts'
import type { Failed } from '../../data/use-call.ts'

/** A refusal in words: the server's own where it has said some (spec §8), else this app's. */
export function useRefusalText(): (refusal: Refusal) => string {
  const { i18n } = useTranslation()
  return useCallback((refusal: Refusal) => refusalText(i18n, refusal), [i18n])
}

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
