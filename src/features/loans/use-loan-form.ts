import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { LoanTerms } from '#contract/loans/rules.ts'
import { useMutate } from '../../data/use-mutate.ts'
import { useReachable } from '../../data/use-status.ts'
import { typedAmount } from '../../parts/forms/typed-price.ts'
import { useDraft } from '../../parts/forms/use-draft.ts'
import { useErrors } from '../../parts/forms/use-errors.ts'
import { useFormat } from '../../parts/format/use-format.ts'

const order = ['amount', 'name', 'mobile', 'purpose'] as const
type Text = (typeof order)[number]

/** The typed values of a loan application, their errors, and sending it. `uid` is the applicant's. */
export function useLoanForm(uid: string, terms: LoanTerms) {
  const { t } = useTranslation()
  const format = useFormat()
  const mutate = useMutate()
  const reachable = useReachable()
  const errors = useErrors(order)
  const empty = { amount: '', months: terms.months[0]!, name: '', mobile: '', purpose: '' }
  const { draft, change, forget } = useDraft(`loan ${uid}`, empty)
  const { currency, least, most, rate } = terms
  const typed = typedAmount(draft.amount, currency)
  const amount = typed !== undefined && typed >= least && typed <= most ? typed : undefined
  const months = terms.months.includes(draft.months) ? draft.months : terms.months[0]!
  const range = t('loans.range', { least: format.money(least, currency), most: format.money(most, currency) })

  const submit = async (e: FormEvent) => {
    e.preventDefault()
    const [name, mobile, purpose] = [draft.name.trim(), draft.mobile.trim(), draft.purpose.trim()]
    const wrong = errors.show({
      ...(amount === undefined && { amount: range }),
      ...(!name && { name: t('loans.enterName') }),
      ...(mobile.length < 4 && { mobile: t('loans.enterMobile') }),
      ...(!purpose && { purpose: t('loans.enterPurpose') }),
    })
    if (wrong || amount === undefined) return
    const loan = { id: crypto.randomUUID(), amount, currency, months, rate, purpose, mobile, name }
    const done = t(reachable ? 'loans.sent' : 'loans.kept')
    if (await mutate('loan.apply', loan, { text: done, kind: 'good' })) forget()
  }
  return {
    amount,
    months,
    range,
    purpose: { value: draft.purpose, error: errors.of('purpose').error },
    choose: (n: number) => change((before) => ({ ...before, months: n })),
    bind: (field: Text) =>
      errors.bind(field, draft[field], (text) => change((before) => ({ ...before, [field]: text }))),
    submit,
  }
}
