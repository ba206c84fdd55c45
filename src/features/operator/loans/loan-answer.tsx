import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { readPercent } from '#contract/market/fees.ts'
import {
  LOAN_AMOUNT_MAX,
  LOAN_MONTHS_MAX,
  LOAN_NOTE_MAX,
  LOAN_OFFER_DAYS_MAX,
  LOAN_RATE_MAX,
} from '#contract/loans/rules.ts'
import { decimalOf } from '#contract/currencies/money.ts'
import type { AskedLoan } from '#contract/loans/schema-operator.ts'
import { useCall } from '../../../data/use-call.ts'
import { decimalTyped, latin } from '../../../parts/forms/typed-number.ts'
import { typedAmount } from '../../../parts/forms/typed-price.ts'
import { useErrors } from '../../../parts/forms/use-errors.ts'
import { useFailureText } from '../../../parts/failures/use-failure-text.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { useToast } from '../../../ui/layers/toast.tsx'
import styles from '../operator.module.css'
import { useBecame } from '../use-became.ts'

const order = ['amount', 'months', 'percent', 'days', 'note'] as const
type Name = (typeof order)[number]

/** A whole number from 1 to `most`; undefined where it is none. */
function whole(text: string, most: number): number | undefined {
  const plain = latin(text).trim()
  const n = /^\d{1,9}$/.test(plain) ? Number(plain) : 0
  return n >= 1 && n <= most ? n : undefined
}

/** Percent with at most two decimals as basis points; undefined where it is none. */
function basisPoints(text: string): number | undefined {
  const rate = readPercent(decimalTyped(text))
  return rate !== undefined && rate <= LOAN_RATE_MAX ? rate : undefined
}

/** The operator's answer: an offer with its figures, which begin as what was asked for, or a refusal that says why. */
export function LoanAnswer({ loan, offers, onDone }: { loan: AskedLoan; offers: boolean; onDone(): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const toast = useToast()
  const toastOf = useBecame()
  const failureText = useFailureText()
  const answer = useCall('operator.answerLoan')
  const errors = useErrors(order)
  const [failure, setFailure] = useState<string>()
  const [typed, setTyped] = useState<Record<Name, string>>({
    amount: decimalOf(loan.amount, loan.currency),
    months: String(loan.months),
    percent: String(loan.rate / 100),
    days: '14',
    note: '',
  })
  const set = (name: Name) => (text: string) => setTyped((before) => ({ ...before, [name]: text }))
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    setFailure(undefined)
    const amount = typedAmount(typed.amount, loan.currency)
    const fits = amount !== undefined && amount > 0 && amount <= LOAN_AMOUNT_MAX ? amount : undefined
    const [months, rate] = [whole(typed.months, LOAN_MONTHS_MAX), basisPoints(typed.percent)]
    const days = whole(typed.days, LOAN_OFFER_DAYS_MAX)
    const trimmed = typed.note.trim()
    const wrong = errors.show(
      offers
        ? {
            ...(fits === undefined && { amount: t('loansDesk.badAmount') }),
            ...(months === undefined && { months: t('loansDesk.badWhole', { most: format.number(LOAN_MONTHS_MAX) }) }),
            ...(rate === undefined && { percent: t('loansDesk.badPercent') }),
            ...(days === undefined && { days: t('loansDesk.badWhole', { most: format.number(LOAN_OFFER_DAYS_MAX) }) }),
          }
        : { ...(trimmed === '' && { note: t('loansDesk.sayWhy') }) },
    )
    if (wrong) return
    const offer = offers ? { amount: fits!, months: months!, rate: rate!, days: days! } : null
    const outcome = await answer.call({ id: loan.id, person: loan.person, note: trimmed, offer })
    if (outcome.kind !== 'accepted') return setFailure(failureText(outcome))
    const done = offers ? 'loansDesk.offered' : 'loansDesk.refused'
    toast(toastOf(outcome.data, t(done)))
    onDone()
  }
  const number = (name: Exclude<Name, 'note'>, label: string) => (
    <Field label={label} inputMode="decimal" required {...errors.bind(name, typed[name], set(name))} />
  )
  const note = {
    value: typed.note,
    onChange: (text: string) => {
      set('note')(text)
      errors.clear('note')
    },
  }
  return (
    <form className={styles.stack} noValidate onSubmit={(e) => void submit(e)}>
      {offers && (
        <>
          {number('amount', t('loans.howMuch', { currency: loan.currency }))}
          {number('months', t('loansDesk.months'))}
          {number('percent', t('loansDesk.percent'))}
          {number('days', t('loansDesk.days'))}
        </>
      )}
      <Note error={errors.of('note').error} {...note} />
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      <Button type="submit" wide kind={offers ? 'primary' : 'danger'} busy={answer.busy}>
        {t(offers ? 'loansDesk.send' : 'loansDesk.sendRefusal')}
      </Button>
    </form>
  )
}

/** The words to the applicant. */
function Note({ value, error, onChange }: { value: string; error: string | undefined; onChange(text: string): void }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <label className={styles.words} htmlFor={id}>
      {t('loansDesk.note')}
      <textarea
        id={id}
        rows={3}
        dir="auto"
        maxLength={LOAN_NOTE_MAX}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        value={value}
        onChange={(e) => onChange(e.target.value)}
      />
      {error !== undefined && (
        <span id={`${id}-error`} className={styles.bad}>
          {error}
        </span>
      )}
    </label>
  )
}
