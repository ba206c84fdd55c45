import { useTranslation } from 'react-i18next'
import { SHIP_WITHIN, shipsBy } from '#contract/orders/stages.ts'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { dayText } from '../../../parts/format/day-text.ts'
import { useFormat } from '../../../parts/format/use-format.ts'

/** When paid orders leave: as the market promises, or the day of the last where one leaves later. */
export function usePaidHint(orders: readonly Pick<OrderItem, 'paidAt' | 'shipBy'>[]): string {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const late = orders.flatMap(({ paidAt, shipBy }) => {
    const by = paidAt === null ? 0 : shipsBy({ paidAt, shipBy })
    return paidAt !== null && by > paidAt + SHIP_WITHIN ? [by] : []
  })
  return late.length > 0 ? t('success.paidHintBy', { date: dayText(Math.max(...late), locale) }) : t('success.paidHint')
}
