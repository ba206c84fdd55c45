import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Badge } from '../../../ui/blocks/badge.tsx'

/** How much waits at a desk, beside its name; nothing at 0. */
export function DeskWaiting({ count }: { count: number }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (count === 0) return null
  return (
    <>
      {' '}
      <span aria-hidden="true">
        <Badge tone="brand">{number(count)}</Badge>
      </span>
      <span className="visually-hidden">{t('operator.waiting', { n: number(count) })}</span>
    </>
  )
}
