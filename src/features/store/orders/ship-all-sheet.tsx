import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { CARRIER_MAX, TRACKING_MAX } from '#contract/orders/parts.ts'
import type { SaleItem } from '#localdb/queries/stores/sales.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import styles from '../centre.module.css'
import { useSaleActs } from './use-sale-acts.ts'

interface ShipAllSheetProps {
  sales: readonly SaleItem[]
  open: boolean
  onClose(): void
  onShipped(): void
}

/** Sends all that is left of several orders: one carrier, and each its own tracking. */
export function ShipAllSheet({ sales, open, onClose, onShipped }: ShipAllSheetProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const acts = useSaleActs()
  const form = useId()
  const [carrier, setCarrier] = useState('')
  const [tracking, setTracking] = useState<Readonly<Record<string, string>>>({})
  const ship = async (e: FormEvent) => {
    e.preventDefault()
    const all = sales.map((sale) => ({ sale, how: { carrier, tracking: tracking[sale.id] ?? '' } }))
    if (!(await acts.shipAll(all))) return
    setTracking({})
    onClose()
    onShipped()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('centre.shipAll', { n: number(sales.length) })}
      footer={
        <Button type="submit" form={form} wide>
          {t('centre.shipNow')}
        </Button>
      }
    >
      <form id={form} className={styles.form} onSubmit={(e) => void ship(e)}>
        <p className={styles.soft}>{t('centre.shipAllHint')}</p>
        <Field
          label={t('centre.carrier')}
          value={carrier}
          maxLength={CARRIER_MAX}
          autoComplete="off"
          onChange={(e) => setCarrier(e.target.value)}
        />
        {sales.map((sale) => (
          <Field
            key={sale.id}
            label={t('centre.trackingOf', { number: sale.number })}
            value={tracking[sale.id] ?? ''}
            maxLength={TRACKING_MAX}
            autoComplete="off"
            onChange={(e) => setTracking({ ...tracking, [sale.id]: e.target.value })}
          />
        ))}
      </form>
    </Sheet>
  )
}
