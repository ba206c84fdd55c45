import PackageCheck from 'lucide-react/icons/package-check'
import Truck from 'lucide-react/icons/truck'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isDone, leftToShip } from '#contract/orders/parts.ts'
import { mostOfParcel } from '#contract/reports/refunds.ts'
import { members } from '#localdb/queries/stores/centre.ts'
import type { SaleItem } from '#localdb/queries/stores/sales.ts'
import { useStoreLive } from '../../../data/stores/use-store.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useStore } from '../../../parts/stores/open-desk.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { RelativeTime } from '../../../ui/time.tsx'
import { PartList } from './part-list.tsx'
import { PartRefundSheet } from './part-refund-sheet.tsx'
import styles from './sale.module.css'

type Parcel = NonNullable<SaleItem['parcels']>[number]

/**
 * The parcels that have left, each with its contents, its carrier and the member who sent it, and the goods that have
 * not left.
 */
export function SaleParcels({ sale }: { sale: SaleItem }) {
  const { t } = useTranslation()
  const parcels = sale.parcels ?? []
  if (parcels.length === 0) return null
  const left = leftToShip(sale)
  return (
    <Card className={styles.headed}>
      <Section title={t('orders.parcels')}>
        <ul className={styles.parts}>
          {parcels.map((parcel) => (
            <li key={parcel.n} className={styles.part}>
              <ParcelRow sale={sale} parcel={parcel} />
            </li>
          ))}
          {left.length > 0 && (
            <li className={styles.part}>
              <h3 className={styles.name}>{t('orders.toShip')}</h3>
              <PartList sale={sale} parts={left} />
            </li>
          )}
        </ul>
        {sale.short && <p className={styles.soft}>{t('orders.short')}</p>}
      </Section>
    </Card>
  )
}

function ParcelRow({ sale, parcel }: { sale: SaleItem; parcel: Parcel }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { role } = useStore()
  const [paying, setPaying] = useState(false)
  const { carrier, tracking, receivedAt, replaces, amount, refunded, by } = parcel
  const name = useStoreLive(members)?.find(({ id }) => id === by)?.name
  const state = receivedAt !== null ? 'orders.arrived' : isDone(parcel) ? 'orders.givenBack' : 'orders.onItsWay'
  const facts: [string, string | undefined][] = [
    [t('orders.tracking'), [carrier, tracking].filter(Boolean).join(' ')],
    [t('centre.sentBy'), name],
    [t('centre.share'), replaces === null && sale.due ? format.money(amount - refunded, sale.due.currency) : undefined],
  ]
  return (
    <>
      <div className={styles.head}>
        <h3 className={styles.name}>
          {replaces === null ? t('orders.parcelOf', { n: format.number(parcel.n) }) : t('orders.replacementOf')}
        </h3>
        <span className={styles.state}>
          {receivedAt === null ? <Truck aria-hidden="true" /> : <PackageCheck aria-hidden="true" />}
          {t(state)} · <RelativeTime at={receivedAt ?? parcel.at} />
        </span>
      </div>
      <PartList sale={sale} parts={parcel.lines} />
      <dl className={styles.facts}>
        {facts.map(
          ([what, value]) =>
            value && (
              <div key={what}>
                <dt>{what}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
      {role === 'owner' && sale.due && mostOfParcel(sale, parcel.n) > 0 && (
        <>
          <Button kind="quiet" small className={styles.start} onClick={() => setPaying(true)}>
            {t('centre.part.ask')}
          </Button>
          <PartRefundSheet sale={sale} parcel={parcel} open={paying} onClose={() => setPaying(false)} />
        </>
      )}
    </>
  )
}
