import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { leftToShip, PARCELS_MAX } from '#contract/orders/parts.ts'
import { AddressText } from '../../../parts/addresses/address-text.tsx'
import { useStore } from '../../../parts/stores/open-desk.tsx'
import { useCountryName } from '../../../parts/addresses/use-country-name.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Stepper } from '../../../ui/controls/stepper.tsx'
import { clearAddressOf } from '../orders/address-of.ts'
import { labelParcels, leastParcels } from './label-parcels.ts'
import styles from './sale-papers.module.css'
import type { OpenedSale } from '../orders/use-sales.ts'

/** The labels of some orders, on paper (`className`); of one alone in as many parcels as it is packed in. */
export function SaleLabels({ sales, className }: { sales: readonly OpenedSale[]; className: string }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [wanted, setWanted] = useState(1)
  const [one] = sales.length === 1 ? sales : []
  return (
    <>
      {one && leftToShip(one.sale).length > 0 && (
        <div className={styles.total}>
          <span>{t('centre.labelTotal')}</span>
          <Stepper
            label={t('centre.labelTotal')}
            value={Math.max(wanted, leastParcels(one.sale))}
            min={leastParcels(one.sale)}
            max={PARCELS_MAX}
            format={number}
            onChange={setWanted}
          />
        </div>
      )}
      <div className={className} data-theme="light">
        {sales.flatMap((each) => {
          const { from, total } = labelParcels(each.sale, one ? wanted : 1)
          return Array.from({ length: total - from + 1 }, (_, n) => (
            <Label key={`${each.sale.id} ${from + n}`} {...each} n={from + n} total={total} />
          ))
        })}
      </div>
    </>
  )
}

/** Where a parcel goes, large enough to be read across a room. */
function Label({ sale, clear, n, total }: OpenedSale & { n: number; total: number }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const countryName = useCountryName()
  const { name } = useStore()
  const address = clear ? clearAddressOf(clear) : undefined
  return (
    <article
      className={styles.label}
      aria-label={`${t('centre.paper.label')} ${t('centre.labelParcel', { n: number(n), total: number(total) })}`}
    >
      <p className={styles.soft}>
        {t('papers.seller')}: <bdi>{name}</bdi>
      </p>
      <section className={styles.to}>
        <h3 className={styles.soft}>{t('papers.shipTo')}</h3>
        {address ? (
          <>
            <AddressText address={address} />
            <p className={styles.country}>{countryName(address.country)}</p>
          </>
        ) : (
          <p>{t('centre.noAddress')}</p>
        )}
      </section>
      <p className={styles.number}>
        <bdi dir="ltr">{sale.number}</bdi>
      </p>
      <p>{t('centre.labelParcel', { n: number(n), total: number(total) })}</p>
    </article>
  )
}
