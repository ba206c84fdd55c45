import { useTranslation } from 'react-i18next'
import { useFormat } from '../../parts/format/use-format.ts'
import { Notice } from '../../ui/blocks/notice.tsx'
import { exactTime, useNow } from '../../ui/time.tsx'

/** Says until when nothing can be withdrawn, and why; undefined where everything can. */
export function useHeldText(until: number | null): string | undefined {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const now = useNow()
  if (until === null || now === undefined || until <= now) return undefined
  return t('withdraw.held', { when: exactTime(until, locale) })
}

/** The same as a notice. */
export function HeldNotice({ until }: { until: number | null }) {
  const text = useHeldText(until)
  return text === undefined ? null : <Notice tone="warn">{text}</Notice>
}
