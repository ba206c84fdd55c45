import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { interestText, type LoanTerms } from '#contract/loans/rules.ts'
import { decimalOf } from '#contract/currencies/money.ts'
import { decimalTyped, latin } from '../../../parts/forms/typed-number.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import styles from '../operator.module.css'

const names = ['currency', 'least', 'most', 'months', 'rate'] as const
type Typed = Record<(typeof names)[number], string>

/** The terms as they are typed; all empty where the market lends nothing. */
function typedOf(value: string): Typed {
  if (value === '') return { currency: '', least: '', most: '', months: '', rate: '' }
  const { currency, least, most, months, rate } = JSON.parse(value) as LoanTerms
  return {
    currency,
    least: decimalOf(least, currency),
    most: decimalOf(most, currency),
    months: months.join(', '),
    rate: interestText(rate),
  }
}

interface LoanTermsFormProps {
  label: string
  hint: string
  /** As it is kept: JSON, or empty. */
  value: string
  busy: boolean
  save(value: string): Promise<boolean | undefined>
}

/** The terms of loans: the least and the most, the months, and the interest. */
export function LoanTermsForm({ label, hint, value, busy, save }: LoanTermsFormProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(() => typedOf(value))
  const [tried, setTried] = useState(false)
  const empty = names.filter((name) => typed[name].trim() === '')
  const isHalf = empty.length > 0 && empty.length < names.length
  const submit = (e: FormEvent) => {
    e.preventDefault()
    setTried(true)
    if (isHalf) return
    if (empty.length > 0) return void save('')
    const months = latin(typed.months)
      .split(/[\s,،、]+/)
      .filter((one) => one !== '')
    const [least, most, rate] = [typed.least, typed.most, typed.rate].map(decimalTyped)
    void save(`${typed.currency.trim().toUpperCase()} ${least}-${most} ${months.join(',')} ${rate}`)
  }
  return (
    <form className={styles.stack} aria-label={label} noValidate onSubmit={submit}>
      <h3>{label}</h3>
      <p className={styles.soft}>{hint}</p>
      <div className={styles.fields}>
        {names.map((name) => (
          <Field
            key={name}
            label={t(`siteDesk.loan.${name}`)}
            dir="ltr"
            autoComplete="off"
            inputMode={name === 'currency' || name === 'months' ? 'text' : 'decimal'}
            maxLength={name === 'currency' ? 3 : 60}
            value={typed[name]}
            error={tried && isHalf && empty.includes(name) ? t('siteDesk.loan.missing') : undefined}
            onChange={(e) => setTyped((before) => ({ ...before, [name]: e.target.value }))}
          />
        ))}
      </div>
      <Button type="submit" kind="secondary" busy={busy} aria-label={t('operator.saveOne', { name: label })}>
        {t('operator.save')}
      </Button>
    </form>
  )
}
