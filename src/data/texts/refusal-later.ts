import type { i18n } from 'i18next'
import type { RefusalReason } from '#contract/wire/refusal-reasons.ts'
import type { Refusal } from '#contract/wire/schema-refusals.ts'

/** A refusal in words: the server's own where it has said some (spec §8), else this app's. */
export const refusalText = (translator: i18n, { reason, params, msg }: Refusal): string =>
  msg ??
  (translator.exists(`refusals.${reason}`)
    ? translator.t(`refusals.${reason as RefusalReason}`, { ...params })
    : translator.t('refusals.updateNeeded'))
