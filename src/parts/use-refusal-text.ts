import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refusal } from '#contract/refusals.ts'

/** Puts a refusal into the person's words. */
export function useRefusalText(): (refusal: Refusal) => string {
  const { t } = useTranslation()
  return useCallback((refusal: Refusal) => t(`refusals.${refusal.reason}`, { ...refusal.params }), [t])
}
