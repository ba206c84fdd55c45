import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { decimalOf } from '#contract/currencies/money.ts'
import { mostOfParcel } from '#contract/reports/refunds.ts'
import { REPORT_TEXT_MAX } from '#contract/reports/rules.ts'
import type { SaleItem } from '#localdb/queries/stores/sales.ts'
import { PiecesBack } from '../../../parts/orders/pieces-back.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import styles from '../centre.module.css'
import { typedAmount } from '../../../parts/forms/typed-price.ts'
import { useSaleActs } from './use-sale-acts.ts'

interface PartRefundSheetProps {
  sale: SaleItem
  parcel: NonNullable<SaleItem['parcels']>[number]
  open: boolean
  onClose(): void
}

/** Pays back a part of what was paid for a parcel: for some of its pieces, or any amount, and why. */
export function PartRefundSheet({ sale, parcel, open, onClose }: PartRefundSheetProps) {
  const { t } = useTranslation()
  const { money } = useFormat()
  const acts = useSaleActs()
  const form = useId()
  const currency = sale.due?.currency ?? sale.currency
  const most = mostOfParcel(sale, parcel.n)
  const [typed, setTyped] = useState('')
  const [words, setWords] = useState('')
  const [wrong, setWrong] = useState<{ amount?: boolean; words?: boolean }>({})
  const amount = typedAmount(typed, currency) ?? 0
  const pay = async (e: FormEvent) => {
    e.preventDefault()
    const bad = { amount: amount <= 0 || amount > most, words: words.trim() === '' }
    setWrong(bad)
    if (bad.amount || bad.words) return
    if (await acts.refundPart(sale, parcel.n, amount, words.trim())) onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('centre.part.title')}
      footer={
        <Button type="submit" form={form} kind="danger" wide>
          {amount > 0 && amount <= most
            ? t('centre.back.now', { money: money(amount, currency) })
            : t('centre.part.pay')}
        </Button>
      }
    >
      <form id={form} className={styles.form} noValidate onSubmit={(e) => void pay(e)}>
        <p>{t(parcel.receivedAt === null ? 'centre.part.heldText' : 'centre.part.earnedText')}</p>
        <PiecesBack order={sale} parcel={parcel} onReckon={(back) => setTyped(decimalOf(back, currency))} />
        <Field
          label={t('centre.amountIn', { currency })}
          hint={t('centre.atMost', { money: money(most, currency) })}
          error={wrong.amount ? t('centre.amountWrong', { money: money(most, currency) }) : undefined}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={(e) => setTyped(e.target.value)}
        />
        <Field
          label={t('centre.words')}
          hint={t('centre.part.wordsHint')}
          error={wrong.words ? t('centre.part.wordsMissing') : undefined}
          value={words}
          maxLength={REPORT_TEXT_MAX}
          autoComplete="off"
          onChange={(e) => setWords(e.target.value)}
        />
      </form>
    </Sheet>
  )
}
