import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { PASSWORD_MIN } from '#contract/wire/limits.ts'
import { useSearchParams } from 'wouter'
import type { Open } from '#contract/wire/open.ts'
import type { RefusalReason } from '#contract/wire/refusal-reasons.ts'
import { useCall, type Failed } from '../../data/use-call.ts'
import { useLanguage } from '../../data/texts/use-language.ts'
import { useErrors } from '../../parts/forms/use-errors.ts'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { useToast } from '../../ui/layers/toast.tsx'
import { mayBeEmail } from './email.ts'
import { useAccountDraft } from './use-account-draft.ts'

const order = ['email', 'code', 'username', 'password', 'confirm', 'invitation'] as const
type Name = (typeof order)[number]
/** The values of the registration form. */
export type Registration = Record<Name, string>

/** The field that a refusal is about. */
const named: Partial<Record<RefusalReason, Name>> = {
  emailInvalid: 'email',
  emailTaken: 'email',
  mailFailed: 'email',
  codeWrong: 'code',
  codeExpired: 'code',
  passwordTooShort: 'password',
  passwordMismatch: 'confirm',
  invitationUnknown: 'invitation',
}
const fieldOf = (reason: Open<RefusalReason>): Name | undefined => (named as Partial<Record<string, Name>>)[reason]

/** The registration form: its values, its errors and its submission; `onDone` runs once the account exists. */
export function useRegistration(onDone: () => void) {
  const { t } = useTranslation()
  const toast = useToast()
  const language = useLanguage()
  const register = useCall('user.register')
  const failureText = useFailureText()
  const { draft, set, forget } = useAccountDraft()
  const [params] = useSearchParams()
  const { username = '', email = '', code = '', invitation = params.get('invite') ?? '' } = draft
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const [failure, setFailure] = useState<string>()
  const errors = useErrors(order)

  const emailError = (): string | undefined =>
    !email.trim() ? t('register.enterEmail') : mayBeEmail(email) ? undefined : t('refusals.emailInvalid')
  const check = (): Partial<Record<Name, string>> => {
    const wrongEmail = emailError()
    return {
      ...(!username.trim() && { username: t('register.enterUsername') }),
      ...(wrongEmail !== undefined && { email: wrongEmail }),
      ...(!code ? { code: t('register.enterCode') } : code.length !== 6 && { code: t('register.codeShape') }),
      ...(!password
        ? { password: t('register.enterPassword') }
        : password.length < PASSWORD_MIN && { password: t('refusals.passwordTooShort', { min: PASSWORD_MIN }) }),
      ...(!confirm
        ? { confirm: t('register.enterConfirm') }
        : confirm !== password && { confirm: t('refusals.passwordMismatch') }),
    }
  }
  const failed = (f: Failed) => {
    const refusal = f.kind === 'refused' ? f.refusal : undefined
    const path = refusal?.reason === 'invalid' ? order.find((name) => name === refusal.params?.['path']) : undefined
    const field = path ?? (refusal && fieldOf(refusal.reason))
    if (field) errors.show({ [field]: path === 'email' ? t('refusals.emailInvalid') : failureText(f) })
    else setFailure(failureText(f))
  }
  const address = (): string | undefined => {
    const wrong = emailError()
    setFailure(undefined)
    errors.show(wrong === undefined ? {} : { email: wrong })
    return wrong === undefined ? email : undefined
  }
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    setFailure(undefined)
    if (errors.show(check())) return
    const outcome = await register.call({
      username,
      email,
      code,
      password,
      language,
      ...(invitation.trim() && { invitation }),
    })
    if (outcome.kind !== 'accepted') return failed(outcome)
    forget()
    toast({ text: t('register.welcome', { name: username.trim() }), kind: 'good' })
    onDone()
  }
  return {
    form: { username, email, code, password, confirm, invitation } satisfies Registration,
    set: (name: Name, text: string) =>
      name === 'password' ? setPassword(text) : name === 'confirm' ? setConfirm(text) : set(name, text),
    errors,
    failure,
    busy: register.busy,
    failed,
    address,
    submit,
  }
}
