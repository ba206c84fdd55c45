import { useContext, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, type Failed } from '../../../data/use-call.ts'
import { useReachable } from '../../../data/use-status.ts'
import { DeskContext } from '../../../data/stores/use-store.ts'
import { useErrors } from '../../../parts/forms/use-errors.ts'
import { useFailureText } from '../../../parts/failures/use-failure-text.ts'
import { useHeldText } from '../held-notice.tsx'
import { amountFault, useAmountFaultText } from '../withdraw-amount.ts'
import type { FormFaults, ProofProps } from './withdraw-steps.ts'

const order = ['compared', 'password', 'factor'] as const
type Typed = Exclude<(typeof order)[number], 'compared'>

/** The failure of a submission, in words; `needsFactor` leads to where a second factor is set up. */
interface Failure {
  text: string
  needsFactor?: boolean
}

/** The fields that prove who asks for a withdrawal, their errors, and the call. */
export function useAsk({ method, withdrawing, balance, review, onEdit, onAsked }: ProofProps) {
  const { t } = useTranslation()
  const reachable = useReachable()
  const failureText = useFailureText()
  const heldText = useHeldText(withdrawing.heldUntil)
  const amountText = useAmountFaultText(method)
  const { call, busy } = useCall('withdraw.ask', useContext(DeskContext)?.id)
  const errors = useErrors(order)
  const [form, setForm] = useState({ password: '', factor: '' })
  const [compared, setCompared] = useState(false)
  const [asksFactor, setAsksFactor] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const { network, asset, fee } = method
  const { id, address, units, lookalike } = review
  const { refresh } = withdrawing

  const failed = (f: Failed) => {
    const text = f.kind === 'unreachable' ? t('withdraw.unsure') : failureText(f)
    const { reason = '', params } = f.kind === 'refused' ? f.refusal : {}
    if (reason === 'factorNeeded') return setAsksFactor(true)
    const field = params?.['of'] === 'factor' ? 'factor' : OF_PASSWORD.has(reason) ? 'password' : undefined
    if (field) return void errors.show({ [field]: text })
    const fault = faultOf[reason]
    if (reason === 'withdrawalLeast') void refresh()
    if (fault) return onEdit({ [fault]: text })
    // The profile brings the new terms, or the way to set a fund password.
    if (OF_PROFILE.has(reason)) void refresh()
    setFailure({ text, needsFactor: reason === 'withdrawalFactor' })
  }
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    setFailure(undefined)
    if (!reachable) return setFailure({ text: t('refusals.needsNetwork') })
    if (heldText !== undefined) return setFailure({ text: heldText })
    // The terms or the balance may have changed since the form was checked.
    const amount = amountText(amountFault(units, method, balance))
    if (amount !== undefined) return onEdit({ amount })
    const { password, factor } = form
    const wrong = errors.show({
      ...(lookalike !== undefined && !compared && { compared: t('withdraw.compareFirst') }),
      ...(!password && { password: t('pay.enterPassword') }),
      ...(asksFactor && !factor.trim() && { factor: t('factor.enterCode') }),
    })
    if (wrong) return
    const outcome = await call({
      ...{ id, network, asset, address, amount: String(units), fee: String(fee), password },
      ...(asksFactor && { factor }),
    })
    if (outcome.kind === 'accepted') onAsked()
    else failed(outcome)
  }
  const bind = (name: Typed) =>
    errors.bind(name, form[name], (text) => setForm((typed) => ({ ...typed, [name]: text })))
  const compare = (on: boolean) => {
    setCompared(on)
    errors.clear('compared')
  }
  return { bind, errors, submit, busy, failure, asksFactor, compared, compare }
}

/** The refusals that are about the fund password. */
const OF_PASSWORD: ReadonlySet<string> = new Set(['wrongFundPassword', 'fundPasswordLocked'])

/** The refusals after which the profile says something else. */
const OF_PROFILE: ReadonlySet<string> = new Set([
  'withdrawalFee',
  'withdrawalHeld',
  'withdrawalOff',
  'fundPasswordNeeded',
])

/** The form's field that a refusal is about. */
const faultOf: Partial<Record<string, keyof FormFaults>> = {
  withdrawalAddress: 'address',
  withdrawalOwn: 'address',
  withdrawalLeast: 'amount',
  withdrawalShort: 'amount',
  withdrawalClaimable: 'amount',
}
