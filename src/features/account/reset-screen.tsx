import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { PASSWORD_MIN } from '#contract/wire/limits.ts'
import type { RefusalReason } from '#contract/wire/refusal-reasons.ts'
import { links } from '../../links/links.ts'
import { useCall, type Failed } from '../../data/use-call.ts'
import { useProfile } from '../../data/use-profile.ts'
import { useDeviceOnline } from '../../data/use-status.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { useErrors } from '../../parts/forms/use-errors.ts'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import styles from './account.module.css'
import { CodeField } from '../../parts/account/code-field.tsx'
import { FactorField } from '../../parts/factors/factor-field.tsx'
import { mayBeEmail } from './email.ts'
import { useAccountDraft } from './use-account-draft.ts'
import { useBack } from './use-back.ts'
import { Welcome } from './welcome.tsx'

const order = ['email', 'code', 'password', 'confirm', 'factor'] as const
type Name = (typeof order)[number]

/** The field that a refusal is about. */
const named: Partial<Record<string, Name>> = {
  emailInvalid: 'email',
  mailFailed: 'email',
  codeWrong: 'code',
  codeExpired: 'code',
  passwordTooShort: 'password',
} satisfies Partial<Record<RefusalReason, Name>>

/** A new password by a mailed code, which signs in (spec §2: /resetPwd). Typed values stay, except the passwords. */
export function ResetScreen() {
  const account = useProfile()
  // The form waits for the account, so that it can start with the person's email.
  if (!account) return <Screen width="narrow">{null}</Screen>
  return <ResetForm known={account.profile?.userinfo.email ?? ''} />
}

function ResetForm({ known }: { known: string }) {
  const { t } = useTranslation()
  const online = useDeviceOnline()
  const back = useBack()
  const { form, bind, set, errors, failure, busy, failed, address, submit, asksFactor } = useReset(known, back.goOn)
  return (
    <Screen>
      <Welcome title={t('reset.hello')} text={t('reset.helloText')}>
        {!online && <Notice>{t('reset.offline')}</Notice>}
        <Card>
          <form className={styles.form} noValidate onSubmit={(e) => void submit(e)}>
            <Field
              label={t('login.email')}
              type="email"
              name="email"
              inputMode="email"
              autoComplete="username"
              {...bind('email')}
            />
            <CodeField
              event="resetpwd"
              value={form.code}
              onChange={(text) => {
                set('code', text)
                errors.clear('code')
              }}
              address={address}
              onFailed={failed}
              {...errors.of('code')}
            />
            <Field
              label={t('reset.newPassword')}
              type="password"
              name="password"
              autoComplete="new-password"
              hint={t('register.passwordHint', { min: PASSWORD_MIN })}
              {...bind('password')}
            />
            <Field
              label={t('reset.repeat')}
              type="password"
              name="confirm"
              autoComplete="new-password"
              {...bind('confirm')}
            />
            {asksFactor && <FactorField {...bind('factor')} />}
            {failure !== undefined && (
              <Notice tone="bad" urgent>
                {failure}
              </Notice>
            )}
            <Button type="submit" wide busy={busy}>
              {t('reset.submit')}
            </Button>
          </form>
        </Card>
        <p className={styles.other}>
          {t('reset.remember')}{' '}
          <ButtonLink kind="quiet" href={`${links.login()}${back.search}`}>
            {t('register.login')}
          </ButtonLink>
        </p>
      </Welcome>
    </Screen>
  )
}

/** The form's values, its errors and its submission; `onDone` runs once the new password is saved. */
function useReset(known: string, onDone: () => void) {
  const { t } = useTranslation()
  const toast = useToast()
  const reset = useCall('user.resetPassword')
  const failureText = useFailureText()
  const { draft, set: keep, forget } = useAccountDraft()
  const [passwords, setPasswords] = useState({ password: '', confirm: '', factor: '' })
  const [asksFactor, setAsksFactor] = useState(false)
  const [failure, setFailure] = useState<string>()
  const errors = useErrors(order)
  const form = { email: draft.login ?? known, code: draft.resetCode ?? '', ...passwords }
  const set = (name: Name, text: string) =>
    name === 'email'
      ? keep('login', text)
      : name === 'code'
        ? keep('resetCode', text)
        : setPasswords((typed) => ({ ...typed, [name]: text }))

  const emailError = (): string | undefined =>
    !form.email.trim() ? t('register.enterEmail') : mayBeEmail(form.email) ? undefined : t('refusals.emailInvalid')
  const check = (): Partial<Record<Name, string>> => {
    const wrongEmail = emailError()
    const { code, password, confirm } = form
    return {
      ...(wrongEmail !== undefined && { email: wrongEmail }),
      ...(!code ? { code: t('register.enterCode') } : code.length !== 6 && { code: t('register.codeShape') }),
      ...(!password
        ? { password: t('reset.enterNew') }
        : password.length < PASSWORD_MIN && { password: t('refusals.passwordTooShort', { min: PASSWORD_MIN }) }),
      ...(!confirm
        ? { confirm: t('register.enterConfirm') }
        : confirm !== password && { confirm: t('refusals.passwordMismatch') }),
    }
  }
  const failed = (f: Failed) => {
    const refusal = f.kind === 'refused' ? f.refusal : undefined
    const field = refusal?.params?.['of'] === 'factor' ? 'factor' : refusal && named[refusal.reason]
    if (refusal?.reason === 'factorNeeded') setAsksFactor(true)
    else if (field) errors.show({ [field]: failureText(f) })
    else setFailure(failureText(f))
  }
  const address = (): string | undefined => {
    const wrong = emailError()
    setFailure(undefined)
    errors.show(wrong === undefined ? {} : { email: wrong })
    return wrong === undefined ? form.email : undefined
  }
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    setFailure(undefined)
    if (errors.show(check())) return
    const { email, code, password, factor } = form
    const outcome = await reset.call({ email, code, password, ...(factor && { factor }) })
    if (outcome.kind !== 'accepted') return failed(outcome)
    forget()
    toast({ text: t('reset.done'), kind: 'good' })
    onDone()
  }
  const bind = (name: Name) => ({ required: true, ...errors.bind(name, form[name], (text) => set(name, text)) })
  return { form, bind, set, errors, failure, busy: reset.busy, failed, address, submit, asksFactor }
}
