import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { LOAN_PURPOSE_MAX, type LoanTerms } from '#contract/loans/rules.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { Chip, ChipRow } from '../../ui/controls/chip.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { RepaymentTable } from './repayment.tsx'
import styles from './loans.module.css'
import { useLoanForm } from './use-loan-form.ts'

/** The application: how much, for how long, who, and what for. It is kept here at once, and sent when it can be. */
export function LoanForm({ uid, terms }: { uid: string; terms: LoanTerms }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { amount, months, range, purpose, choose, bind, submit } = useLoanForm(uid, terms)
  const { currency, rate } = terms
  return (
    <Card className={styles.card}>
      <h2 className={styles.title}>{t('loans.apply')}</h2>
      <form className={styles.form} noValidate onSubmit={(e) => void submit(e)}>
        <Field
          label={t('loans.howMuch', { currency })}
          hint={range}
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          required
          {...bind('amount')}
        />
        <ChipRow label={t('loans.term')}>
          {terms.months.map((n) => (
            <Chip key={n} on={n === months} onChange={() => choose(n)}>
              {t('loans.months', { count: n, n: format.number(n) })}
            </Chip>
          ))}
        </ChipRow>
        <div aria-live="polite">
          {amount !== undefined && <RepaymentTable amount={amount} currency={currency} months={months} rate={rate} />}
        </div>
        <Field label={t('loans.name')} autoComplete="name" maxLength={100} required {...bind('name')} />
        <Field
          label={t('loans.mobile')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={40}
          required
          {...bind('mobile')}
        />
        <Purpose {...purpose} onChange={bind('purpose').onChange} />
        <p className={styles.soft}>{t('loans.noFee')}</p>
        <Button type="submit" wide>
          {t('loans.send')}
        </Button>
      </form>
    </Card>
  )
}

function Purpose({
  value,
  error,
  onChange,
}: {
  value: string
  error: string | undefined
  onChange(e: { target: { value: string } }): void
}) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <label className={styles.words} htmlFor={id}>
      {t('loans.purpose')}
      <textarea
        id={id}
        rows={4}
        dir="auto"
        maxLength={LOAN_PURPOSE_MAX}
        required
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        value={value}
        onChange={onChange}
      />
      {error !== undefined && (
        <span id={`${id}-error`} className={styles.bad}>
          {error}
        </span>
      )}
    </label>
  )
}
