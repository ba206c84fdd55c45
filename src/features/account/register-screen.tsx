import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { PASSWORD_MIN } from '#contract/limits.ts'
import type { Open } from '#contract/open.ts'
import type { RefusalReason } from '#contract/refusal-reasons.ts'
import { links } from '../../app/links.ts'
import { useCall, type Failed } from '../../data/use-call.ts'
import { useLanguage } from '../../data/use-language.ts'
import { useDeviceOnline } from '../../data/use-online.ts'
import { usePerson } from '../../data/use-person.ts'
import { useProfile } from '../../data/use-profile.ts'
import { Screen } from '../../parts/screen.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useToast } from '../../ui/toast.tsx'
import styles from './account.module.css'
import { CodeField } from './code-field.tsx'
import { mayBeEmail } from './email.ts'
import { SignedIn } from './signed-in.tsx'
import { useBack } from './use-back.ts'
import { forgetDrafts, useTextDraft } from './use-text-draft.ts'
import { useErrors } from '../../parts/use-errors.ts'
import { useFailureText } from '../../parts/use-failure-text.ts'

const order = ['username', 'email', 'code', 'password', 'confirm'] as const
type Name = (typeof order)[number]

/** Which field a refusal speaks of. */
const fields: Partial<Record<RefusalReason, Name>> = {
  emailInvalid: 'email',
  emailTaken: 'email',
  mailFailed: 'email',
  codeWrong: 'code',
  codeExpired: 'code',
  passwordTooShort: 'password',
  passwordMismatch: 'confirm',
}
const fieldOf = (reason: Open<RefusalReason>): Name | undefined => (fields as Partial<Record<string, Name>>)[reason]

/** Making an account; nothing to fill in for somebody who has one and is signed in. */
export function RegisterScreen() {
  const person = usePerson()
  const account = useProfile()
  const back = useBack()
  if (!person || !account) return <Screen width="narrow">{null}</Screen>
  if (!person.guest && account.link?.session === 'ok') {
    const known = account.uid === person.uid ? account.profile?.userinfo : undefined
    return <SignedIn name={known?.username} onGoOn={back.goOn} />
  }
  return <RegisterForm back={back} />
}

/** The form, with a code sent by mail. What was typed stays, except the passwords. */
function RegisterForm({ back }: { back: ReturnType<typeof useBack> }) {
  const { t } = useTranslation()
  const toast = useToast()
  const online = useDeviceOnline()
  const { language } = useLanguage()
  const register = useCall('user.register')
  const failureText = useFailureText()
  const [username, setUsername] = useTextDraft('register.username')
  const [email, setEmail] = useTextDraft('register.email')
  const [code, setCode] = useTextDraft('register.code')
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
    const outcome = await register.call({ username, email, code, password, language })
    if (outcome.kind !== 'accepted') return failed(outcome)
    forgetDrafts()
    toast({ text: t('register.welcome', { name: username.trim() }), kind: 'good' })
    back.goOn()
  }
  const bind = (name: Name, value: string, set: (text: string) => void) => ({
    value,
    required: true,
    onChange: (e: { target: { value: string } }) => {
      set(e.target.value)
      errors.clear(name)
    },
    ...errors.of(name),
  })
  return (
    <Screen width="narrow">
      {!online && <Notice>{t('register.offline')}</Notice>}
      <Card>
        <form className={styles.form} noValidate onSubmit={(e) => void submit(e)}>
          <Field
            label={t('register.username')}
            name="nickname"
            autoComplete="nickname"
            maxLength={60}
            {...bind('username', username, setUsername)}
          />
          <Field
            label={t('register.email')}
            type="email"
            name="email"
            inputMode="email"
            autoComplete="username"
            {...bind('email', email, setEmail)}
          />
          <CodeField
            value={code}
            onChange={(text) => {
              setCode(text)
              errors.clear('code')
            }}
            address={address}
            onFailed={failed}
            {...errors.of('code')}
          />
          <Field
            label={t('register.password')}
            type="password"
            name="password"
            autoComplete="new-password"
            hint={t('register.passwordHint', { min: PASSWORD_MIN })}
            {...bind('password', password, setPassword)}
          />
          <Field
            label={t('register.confirmPassword')}
            type="password"
            name="confirm"
            autoComplete="new-password"
            {...bind('confirm', confirm, setConfirm)}
          />
          {failure !== undefined && (
            <Notice tone="bad" urgent>
              {failure}
            </Notice>
          )}
          <Button type="submit" wide busy={register.busy}>
            {t('register.submit')}
          </Button>
        </form>
      </Card>
      <p className={styles.other}>
        {t('register.haveAccount')}{' '}
        <ButtonLink kind="quiet" href={`${links.login()}${back.search}`}>
          {t('register.login')}
        </ButtonLink>
      </p>
      <p className={styles.hint}>{t('register.socialHint')}</p>
    </Screen>
  )
}
