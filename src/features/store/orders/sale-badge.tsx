import { useTranslation } from 'react-i18next'
import { knownOr } from '#contract/wire/open.ts'
import { orderStages, stageOf } from '#contract/orders/stages.ts'
import { canShip, isLate } from '#contract/stores/sales.ts'
import type { SaleItem } from '#localdb/queries/stores/sales.ts'
import { Badge } from '../../../ui/blocks/badge.tsx'

/** Where an order is, as its store says it. */
export function SaleBadge({ sale, now }: { sale: SaleItem; now: number | undefined }) {
  const { t } = useTranslation()
  const stage = knownOr(orderStages, stageOf(sale), 'newer')
  const late = now !== undefined && isLate(sale, now)
  const tone = late || stage === 'disputed' ? 'bad' : canShip(sale) ? 'warn' : 'plain'
  return <Badge tone={tone}>{late && stage === 'paid' ? t('centre.late') : t(`centre.stage.${stage}`)}</Badge>
}
