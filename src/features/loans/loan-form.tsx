import { useId, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { LOAN_PURPOSE_MAX, type LoanTerms } from '#contract/rules/loans.ts'
import { parseMinor } from '#contract/rules/money.ts'
import { useMutate } from '../../data/use-mutate.ts'
import { useReachable } from '../../data/use-status.ts'
import { useDraft } from '../../parts/use-draft.ts'
import { useErrors } from '../../parts/use-errors.ts'
import { useFormat } from '../../parts/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip, ChipRow } from '../../ui/chip.tsx'
import { Field } from '../../ui/field.tsx'
import { RepaymentTable } from './repayment.tsx'
import styles from './loans.module.css'

const order = ['amount', 'name', 'mobile', 'purpose'] as const

/** The application: how much, for how long, who, and what for. It is kept here at once, and sent when it can be. */
export function LoanForm({ uid, terms }: { uid: string; terms: LoanTerms }) {
  const { t } = useTranslation()
  const format = useFormat()
  const mutate = useMutate()
  const reachable = useReachable()
  const id = useId()
  const errors = useErrors(order)
  const { draft, change, forget } = useDraft(`loan ${uid}`, {
    amount: '',
    months: terms.months[0]!,
    name: '',
    mobile: '',
    purpose: '',
  })
  const { currency, least, most, rate } = terms
  const amount = parseMinor(draft.amount.replace(',', '.'), currency)
  const within = amount !== undefined && amount >= least && amount <= most
  const months = terms.months.includes(draft.months) ? draft.months : terms.months[0]!
  const range = { least: format.money(least, currency), most: format.money(most, currency) }

  const submit = async (e: FormEvent) => {
    e.preventDefault()
    const wrong = errors.show({
      ...(!within && { amount: t('loans.range', range) }),
      ...(!draft.name.trim() && { name: t('loans.enterName') }),
      ...(draft.mobile.trim().length < 4 && { mobile: t('loans.enterMobile') }),
      ...(!draft.purpose.trim() && { purpose: t('loans.enterPurpose') }),
    })
    if (wrong || !within) return
    const saved = await mutate(
      'loan.apply',
      {
        id: crypto.randomUUID(),
        amount,
        currency,
        months,
        rate,
        purpose: draft.purpose.trim(),
        mobile: draft.mobile.trim(),
        name: draft.name.trim(),
      },
      { text: t(reachable ? 'loans.sent' : 'loans.kept'), kind: 'good' },
    )
    if (saved) forget()
  }
  const bind = (name: 'amount' | 'name' | 'mobile') =>
    errors.bind(name, draft[name], (text) => change((typed) => ({ ...typed, [name]: text })))
  const purposeError = errors.of('purpose').error
  return (
    <Card className={styles.card}>
      <h2>{t('loans.apply')}</h2>
      <form className={styles.form} noValidate onSubmit={(e) => void submit(e)}>
        <Field
          label={t('loans.howMuch', { currency })}
          hint={t('loans.range', range)}
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          required
          {...bind('amount')}
        />
        <ChipRow label={t('loans.term')}>
          {terms.months.map((n) => (
            <Chip key={n} on={n === months} onChange={() => change((typed) => ({ ...typed, months: n }))}>
              {t('loans.months', { count: n, n: format.number(n) })}
            </Chip>
          ))}
        </ChipRow>
        <div aria-live="polite">
          {within && <RepaymentTable amount={amount} currency={currency} months={months} rate={rate} />}
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
        <label className={styles.words} htmlFor={id}>
          {t('loans.purpose')}
          <textarea
            id={id}
            rows={4}
            dir="auto"
            maxLength={LOAN_PURPOSE_MAX}
            required
            aria-invalid={purposeError !== undefined || undefined}
            aria-describedby={purposeError === undefined ? undefined : `${id}-error`}
            value={draft.purpose}
            onChange={(e) => {
              change((typed) => ({ ...typed, purpose: e.target.value }))
              errors.clear('purpose')
            }}
          />
          {purposeError !== undefined && (
            <span id={`${id}-error`} className={styles.bad}>
              {purposeError}
            </span>
          )}
        </label>
        <p className={styles.soft}>{t('loans.noFee')}</p>
        <Button type="submit" wide>
          {t('loans.send')}
        </Button>
      </form>
    </Card>
  )
}
