import CheckCheck from 'lucide-react/icons/check-check'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import type { ImportFault } from '#contract/products/raw.ts'
import type { PlanKind, PlanRow, PlanShown } from '../../../data/stores/use-store.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { ChipButton, ChipRow } from '../../../ui/controls/chip.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { VirtualList } from '../../../ui/scrolling/virtual-list.tsx'
import { PlanChanges } from './plan-changes.tsx'
import styles from '../products/goods-plan.module.css'
import { usePlanRows } from './use-goods-plan.ts'
import { usePartText } from '../products/use-part-text.tsx'

const kinds = ['new', 'changed', 'fault'] as const

/**
 * The plan for many goods before anything is done: the new ones, the changed ones, and those left out with the reason.
 */
export function PlanView({ plan, bulk = false }: { plan: PlanShown; bulk?: boolean }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const there = kinds.filter((kind) => plan[kind] > 0)
  const [chosen, choose] = useState<PlanKind>()
  const kind = chosen ?? there[0]
  return (
    <div className={styles.plan}>
      <p role="status" className={styles.soft}>
        {t('goodsFile.stays', { n: number(plan.same) })}
      </p>
      {kind === undefined ? (
        <EmptyState
          icon={<CheckCheck />}
          title={t('goodsFile.noChange')}
          text={t(bulk ? 'goodsFile.noChangeBulk' : 'goodsFile.noChangeFile')}
        />
      ) : (
        <>
          <ChipRow label={t('goodsFile.preview')}>
            {there.map((one) => (
              <ChipButton key={one} on={one === kind} onPress={() => choose(one)}>
                {t(`goodsFile.kind.${one}`)} {number(plan[one])}
              </ChipButton>
            ))}
          </ChipRow>
          <PlanRows key={`${plan.plan} ${kind}`} plan={plan} kind={kind} bulk={bulk} />
        </>
      )}
    </div>
  )
}

function PlanRows({ plan, kind, bulk }: { plan: PlanShown; kind: PlanKind; bulk: boolean }) {
  const { t } = useTranslation()
  const { rows, lost, more } = usePlanRows(plan, kind, plan[kind])
  const parts = usePartText('')
  if (lost) return <p className={styles.soft}>{t('goodsFile.lost')}</p>
  if (!rows) return <Skeleton height="16rem" />
  return (
    <div className={styles.sheet}>
      <VirtualList
        items={rows}
        itemKey={(row) => row.row}
        label={t(`goodsFile.kind.${kind}`)}
        memory={`plan ${plan.plan} ${kind}`}
        estimate={kind === 'changed' ? 96 : 64}
        layout="table"
        onEnd={more}
        render={(row) => <Row row={row} bulk={bulk} parts={parts} />}
      />
    </div>
  )
}

function Row({ row, bulk, parts }: { row: PlanRow; bulk: boolean; parts: ReturnType<typeof usePartText> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const at = bulk ? undefined : t('goodsFile.row', { n: format.number(row.row) })
  if (row.kind === 'fault')
    return (
      <article className={styles.row}>
        <span className={styles.title}>
          {bulk ? <bdi>{textIn(row.title, format.locale)}</bdi> : [at, row.column].filter(Boolean).join(' · ')}
        </span>
        <span className={styles.bad}>{t(`storeGoods.fault.${row.fault as ImportFault}`)}</span>
        {!bulk && row.value !== '' && (
          <span className={styles.soft}>
            <bdi>{row.value}</bdi>
          </span>
        )}
      </article>
    )
  if (row.kind === 'changed')
    return (
      <article className={styles.row}>
        <span className={styles.title}>
          <bdi>{textIn(row.title, format.locale)}</bdi>
        </span>
        <PlanChanges changes={row.changes} currency={row.currency} parts={parts} />
      </article>
    )
  const facts = [
    at,
    row.code,
    row.price === undefined ? t('storeGoods.noPrice') : format.money(row.price, row.currency),
    t('storeGoods.left', { n: format.number(row.stock) }),
    row.state === 'listed' ? t('storeGoods.view.listed') : t(`storeGoods.state.${row.state}`),
  ]
  return (
    <article className={styles.row}>
      <span className={styles.title}>
        <bdi>{textIn(row.title, format.locale)}</bdi>
      </span>
      <span className={styles.soft}>{facts.filter(Boolean).join(' · ')}</span>
    </article>
  )
}
