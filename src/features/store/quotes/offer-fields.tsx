import { useTranslation } from 'react-i18next'
import { OFFER_DAYS_MAX, QUOTE_NOTE_MAX } from '#contract/quotes/rules.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Field } from '../../../ui/controls/field.tsx'
import styles from '../answers.module.css'
import centre from '../centre.module.css'
import { TextArea } from '../text-area.tsx'

// The fields of an offer, for answering a request and for drawing up an order.

interface PricedLineProps {
  /**
   * The name of the product or choice. Where nothing distinguishes the line from others, only screen readers read it.
   */
  name: { text: string | undefined; shown: boolean }
  currency: string
  /** The list price of one piece (minor units); undefined while it is not known. */
  list: number | undefined
  line: { num: string; price: string }
  read: { num: number | undefined; price: number | undefined }
  /** The form was submitted, so errors are shown. */
  tried: boolean
  onChange(more: Partial<{ num: string; price: string }>): void
}

/** The quantity of a line and its price per piece, with the list price beside it. */
export function OfferLineFields({ name, currency, list, line, read, tried, onChange }: PricedLineProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <fieldset className={styles.line}>
      <legend dir="auto" className={name.shown ? centre.legend : 'visually-hidden'}>
        {name.text}
      </legend>
      <div className={centre.pair}>
        <Field
          label={t('asks.pieces')}
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
          maxLength={12}
          value={line.num}
          error={tried && read.num === undefined ? t('asks.piecesWrong') : undefined}
          onChange={(e) => onChange({ num: e.target.value })}
        />
        <Field
          label={t('asks.price', { currency })}
          hint={list === undefined ? undefined : t('quotes.listPrice', { amount: format.money(list, currency) })}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          maxLength={20}
          value={line.price}
          error={
            tried && read.price === undefined
              ? t('quotes.targetWrong', { example: format.decimalMoney('4.20', currency) })
              : undefined
          }
          onChange={(e) => onChange({ price: e.target.value })}
        />
      </div>
    </fieldset>
  )
}

interface OfferTermsProps {
  /** The total, in minor units; undefined while it is not known. */
  total: number | undefined
  currency: string | undefined
  typed: { days: string; note: string }
  /** The days as they are read; undefined while they are invalid. */
  days: number | undefined
  /** The form was submitted, so errors are shown. */
  tried: boolean
  onChange(more: Partial<{ days: string; note: string }>): void
}

/** The total of an offer, the days for which it holds, and the note to the buyer. */
export function OfferTerms({ total, currency, typed, days, tried, onChange }: OfferTermsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <p className={styles.sum} role="status">
        <span>{t('quotes.sum')}</span>
        <strong>{total === undefined || currency === undefined ? '–' : format.money(total, currency)}</strong>
      </p>
      <Field
        label={t('asks.days')}
        hint={t('asks.daysHint')}
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
        maxLength={4}
        value={typed.days}
        error={tried && days === undefined ? t('asks.daysWrong', { max: format.number(OFFER_DAYS_MAX) }) : undefined}
        onChange={(e) => onChange({ days: e.target.value })}
      />
      <TextArea
        label={t('asks.note')}
        maxLength={QUOTE_NOTE_MAX}
        value={typed.note}
        onChange={(note) => onChange({ note })}
      />
    </>
  )
}
