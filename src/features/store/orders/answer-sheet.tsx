import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { decimalOf } from '#contract/currencies/money.ts'
import { backFor } from '#contract/orders/back.ts'
import { REPORT_TEXT_MAX } from '#contract/reports/rules.ts'
import type { SaleItem } from '#localdb/queries/stores/sales.ts'
import { typedAmount } from '../../../parts/forms/typed-price.ts'
import { PiecesBack } from '../../../parts/orders/pieces-back.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import styles from '../centre.module.css'
import { LeavingFields } from './leaving-fields.tsx'
import { useSaleActs, type Leaving } from './use-sale-acts.ts'

export type ReportAnswer = 'decline' | 'replace' | 'offer'

interface AnswerSheetProps {
  sale: SaleItem
  report: NonNullable<SaleItem['reports']>[number]
  /** How it is answered; undefined while it is not. */
  way: ReportAnswer | undefined
  onClose(): void
}

/** Answers a problem: no, in words; goods in its place; or money, at most what is left of its parcel's share. */
export function AnswerSheet({ sale, report, way, onClose }: AnswerSheetProps) {
  const { t } = useTranslation()
  const { money } = useFormat()
  const acts = useSaleActs()
  const form = useId()
  const currency = sale.due?.currency ?? sale.currency
  const parcel = sale.parcels?.find(({ n }) => n === report.parcel)
  const most = parcel ? parcel.amount - parcel.refunded : 0
  const [words, setWords] = useState('')
  const [typed, setTyped] = useState(parcel ? decimalOf(backFor(sale, parcel, [report.line]), currency) : '')
  const [how, setHow] = useState<Leaving>({ carrier: '', tracking: '' })
  const [error, setError] = useState<string>()
  const send = (amount: number): Promise<boolean> => {
    if (way === 'decline') return acts.decline(sale, report.id, words)
    if (way === 'replace') return acts.replace(sale, report.id, how, words)
    return acts.offer(sale, report.id, amount, words)
  }
  const answer = async (e: FormEvent) => {
    e.preventDefault()
    const amount = way === 'offer' ? (typedAmount(typed, currency) ?? 0) : 0
    if (way === 'offer' && (amount <= 0 || amount > most))
      return setError(t('centre.amountWrong', { money: money(most, currency) }))
    if (way === 'decline' && words.trim() === '') return setError(t('centre.wordsMissing'))
    setError(undefined)
    if (await send(amount)) onClose()
  }
  return (
    <Sheet
      open={way !== undefined}
      onClose={onClose}
      title={way ? t(`centre.answer.${way}`) : ''}
      footer={
        <Button type="submit" form={form} wide>
          {t('centre.send')}
        </Button>
      }
    >
      <form id={form} className={styles.form} noValidate onSubmit={(e) => void answer(e)}>
        {way === 'offer' && parcel && (
          <PiecesBack
            order={sale}
            parcel={parcel}
            reported={report.line}
            onReckon={(back) => setTyped(decimalOf(back, currency))}
          />
        )}
        {way === 'offer' && (
          <Field
            label={t('centre.amountIn', { currency })}
            hint={t('centre.atMost', { money: money(most, currency) })}
            error={error}
            inputMode="decimal"
            autoComplete="off"

            value={typed}
            onChange={(e) => setTyped(e.target.value)}
          />
        )}
        {way === 'replace' && <LeavingFields how={how} onChange={setHow} />}
        <Field
          label={t('centre.words')}
          hint={t(way === 'decline' ? 'centre.wordsWhy' : 'centre.wordsHint')}
          error={way === 'decline' ? error : undefined}
          value={words}
          maxLength={REPORT_TEXT_MAX}
          autoComplete="off"
          onChange={(e) => setWords(e.target.value)}
        />
      </form>
    </Sheet>
  )
}
