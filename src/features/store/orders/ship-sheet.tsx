import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { noteKey } from '#contract/orders/line-notes.ts'
import { leftToShip } from '#contract/orders/parts.ts'
import { ownCode } from '#contract/products/own-code.ts'
import type { SaleItem } from '#localdb/queries/stores/sales.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { usePieceTitle } from '../../../parts/orders/use-piece-title.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import { Stepper } from '../../../ui/controls/stepper.tsx'
import centre from '../centre.module.css'
import { LeavingFields } from './leaving-fields.tsx'
import styles from './sale.module.css'
import { useSaleActs, type Leaving } from './use-sale-acts.ts'

/** Sends a parcel of an order: how many of each line are in it, and how it is followed. */
export function ShipSheet({ sale, open, onClose }: { sale: SaleItem; open: boolean; onClose(): void }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const titleOf = usePieceTitle()
  const acts = useSaleActs()
  const form = useId()
  const [nums, setNums] = useState<Readonly<Record<string, number>>>({})
  const [how, setHow] = useState<Leaving>({ carrier: '', tracking: '' })
  const [error, setError] = useState(false)
  const left = leftToShip(sale)
  const lines = left.map((part) => ({ ...part, num: Math.min(part.num, nums[noteKey(part)] ?? part.num) }))
  const ship = async (e: FormEvent) => {
    e.preventDefault()
    const packed = lines.filter(({ num }) => num > 0)
    if (packed.length === 0) return setError(true)
    setError(false)
    if (!(await acts.ship(sale, packed, how))) return
    setNums({})
    setHow({ ...how, tracking: '' })
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('centre.shipParcel')}
      footer={
        <Button type="submit" form={form} wide>
          {t('centre.shipNow')}
        </Button>
      }
    >
      <form id={form} className={centre.form} onSubmit={(e) => void ship(e)}>
        <ul className={styles.packed}>
          {left.map((part, n) => {
            const line = sale.lines.find(({ id, variantId }) => id === part.id && variantId === part.variantId)
            const title = titleOf(line)
            const own = line && ownCode(line)
            return (
              <li key={noteKey(part)}>
                <span dir="auto">{title}</span>
                {own && <bdi className={centre.soft}>{own}</bdi>}
                <span className={styles.of}>
                  <Stepper
                    label={t('centre.inParcel', { title })}
                    value={lines[n]!.num}
                    min={0}
                    max={part.num}
                    format={number}
                    onChange={(num) => setNums({ ...nums, [noteKey(part)]: num })}
                  />
                  <span className={centre.soft}>{t('centre.ofLeft', { n: number(part.num) })}</span>
                </span>
              </li>
            )
          })}
        </ul>
        {error && (
          <p role="alert" className={styles.bad}>
            {t('centre.nothingPacked')}
          </p>
        )}
        <LeavingFields how={how} onChange={setHow} />
      </form>
    </Sheet>
  )
}
