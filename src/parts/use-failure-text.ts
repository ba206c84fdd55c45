import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { knownOr } from '#contract/rules/open.ts'
import { refusalReasons } from '#contract/rules/refusal-reasons.ts'
import type { Refusal } from '#contract/schema/refusals.ts'
import type { Failed } from '../data/use-call.ts'

/** Puts a refusal into the person's words; an unknown one is shown in the server's own. */
export function useRefusalText(): (refusal: Refusal) => string {
  const { t } = useTranslation()
  return useCallback(
    ({ reason, params, msg }: Refusal) => {
      const known = knownOr(refusalReasons, reason, undefined)
      return known === undefined ? (msg ?? t('refusals.updateNeeded')) : t(`refusals.${known}`, { ...params })
    },
    [t],
  )
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
