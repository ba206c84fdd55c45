import { useTranslation } from 'react-i18next'
import { ordersWaiting } from '#localdb/queries/stores/sales.ts'
import { useStoreLive } from '../../data/stores/use-store.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { TabCount } from './tab-count.tsx'

/** How many orders wait for the store. */
export function OrdersWaiting() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const n = useStoreLive(ordersWaiting) ?? 0
  return <TabCount n={n} words={t('centre.tabWaits', { n: number(n) })} />
}
