import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PartChange } from '../../../data/stores/use-store.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import styles from '../products/goods-plan.module.css'
import type { usePartText } from '../products/use-part-text.tsx'

/** The changes of a product, part by part: the old value and the new one. */
export function PlanChanges({
  changes,
  currency,
  parts,
}: {
  changes: readonly PartChange[]
  currency: string
  parts: ReturnType<typeof usePartText>
}) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const rowOf = (change: PartChange): { key: string; name: string; from: ReactNode; to: ReactNode } => {
    if ('part' in change) {
      const { part, from, to } = change
      const of = { currency, ...from }
      return {
        key: part,
        name: parts.nameOf(part),
        from: parts.valueOf(part, of),
        to: parts.valueOf(part, { currency, ...to }),
      }
    }
    if ('stock' in change) {
      const name = change.stock === '' ? t('storeGoods.stock') : `${t('storeGoods.stock')} · ${change.stock}`
      return { key: `stock ${change.stock}`, name, from: number(change.from), to: number(change.to) }
    }
    const stands = (state: typeof change.to) =>
      state === 'listed' ? t('storeGoods.view.listed') : t(`storeGoods.state.${state}`)
    return { key: 'state', name: t('goodsFile.stands'), from: stands(change.state), to: stands(change.to) }
  }
  return (
    <dl className={styles.changes}>
      {changes.map(rowOf).map(({ key, name, from, to }) => (
        <div key={key} className={styles.change}>
          <dt>{name}</dt>
          <dd>
            <del className={styles.from}>{from}</del>
            <span aria-hidden="true" className={styles.arrow}>
              →
            </span>
            <span className="visually-hidden">{t('goodsFile.becomes')}</span>
            <ins className={styles.to}>{to}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
