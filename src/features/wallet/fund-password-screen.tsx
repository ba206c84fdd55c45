import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { FUND_PASSWORD_MIN } from '#contract/wire/limits.ts'
import { links } from '../../links/links.ts'
import { useCall, type CallInput, type Failed } from '../../data/use-call.ts'
import { useProfile } from '../../data/use-profile.ts'
import { useReachable } from '../../data/use-status.ts'
import { useWant } from '../../data/use-want.ts'
import { CodeField } from '../../parts/account/code-field.tsx'
import { FactorField } from '../../parts/factors/factor-field.tsx'
import { ownPath } from '../../links/own-path.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { useErrors } from '../../parts/forms/use-errors.ts'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import styles from './wallet.module.css'

const order = ['original', 'login', 'code', 'password', 'repeat', 'factor'] as const
type Name = (typeof order)[number]

/** Sets the fund password, changes it by the current one, or resets it by the login password and a code. */
export function FundPasswordScreen() {
  const { t } = useTranslation()
  const reachable = useReachable()
  const account = useProfile()
  const { refresh } = useWant('user.profile', {}, account?.link?.session === 'ok')
  const profile = account?.profile
  return (
    <Screen width="narrow">
      {profile ? (
        <FundPassword email={profile.userinfo.email} isSet={profile.fundPassword === true} refresh={refresh} />
      ) : account && !reachable ? (
        <Notice tone="warn">{t('fund.offline')}</Notice>
      ) : (
        <Skeleton height="20rem" />
      )}
    </Screen>
  )
}

interface Props {
  email: string
  isSet: boolean
  /** Reads the profile again. */
  refresh(): Promise<void>
}

function FundPassword({ email, isSet, refresh }: Props) {
  const { t } = useTranslation()
  const reachable = useReachable()
  const [resets, setResets] = useState(false)
  const byOriginal = isSet && !resets
  const { bind, failure, busy, asksFactor, errors, form, set, failed, clear, submit } = useFundPassword(
    byOriginal,
    reachable,
    refresh,
  )
  return (
    <Card className={styles.form}>
      <p>{t(isSet ? 'fund.changeHint' : 'fund.setHint')}</p>
      {!reachable && <Notice tone="warn">{t('fund.offline')}</Notice>}
      <form className={styles.form} noValidate onSubmit={(e) => void submit(e)}>
        {byOriginal ? (
          <Field
            label={t('fund.original')}
            type="password"
            autoComplete="one-time-code"
            required
            {...bind('original')}
          />
        ) : (
          <>
            <Field
              label={t('fund.login')}
              hint={t('fund.loginHint')}
              type="password"
              autoComplete="current-password"
              {...bind('login')}
            />
            <CodeField
              event="fund"
              value={form.code}
              onChange={(text) => {
                set('code', text)
                errors.clear('code')
              }}
              address={() => email}
              onFailed={failed}
              {...errors.of('code')}
            />
          </>
        )}
        <Field
          label={t('fund.password')}
          hint={t('register.passwordHint', { min: FUND_PASSWORD_MIN })}
          type="password"
          autoComplete="one-time-code"
          required
          {...bind('password')}
        />
        <Field label={t('fund.repeat')} type="password" autoComplete="one-time-code" required {...bind('repeat')} />
        {asksFactor && <FactorField {...bind('factor')} />}
        {failure !== undefined && (
          <Notice tone="bad" urgent>
            {failure}
          </Notice>
        )}
        <Button type="submit" wide busy={busy}>
          {t('fund.save')}
        </Button>
        {isSet && (
          <Button
            kind="quiet"
            onClick={() => {
              clear()
              setResets(!resets)
            }}
          >
            {t(resets ? 'fund.byOriginal' : 'fund.forgot')}
          </Button>
        )}
      </form>
    </Card>
  )
}

/** The form's fields, its errors, and its submission. */
function useFundPassword(byOriginal: boolean, reachable: boolean, refresh: Props['refresh']) {
  const { t } = useTranslation()
  const toast = useToast()
  const failureText = useFailureText()
  const [, navigate] = useLocation()
  const back = new URLSearchParams(useSearch()).get('back')
  const { call, busy } = useCall('user.fundPassword')
  const errors = useErrors(order)
  const [form, setForm] = useState({ original: '', login: '', code: '', password: '', repeat: '', factor: '' })
  const [asksFactor, setAsksFactor] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [leaving, setLeaving] = useState(false)
  const set = (name: Name, text: string) => setForm((typed) => ({ ...typed, [name]: text }))
  const failed = (f: Failed) => {
    const refusal = f.kind === 'refused' ? f.refusal : undefined
    if (refusal?.reason === 'factorNeeded') return setAsksFactor(true)
    const field = refusal?.params?.['of'] === 'factor' ? 'factor' : refusal && fieldOf[refusal.reason]
    if (field) errors.show({ [field]: failureText(f) })
    else setFailure(f.kind === 'unreachable' ? t('fund.unsure') : failureText(f))
  }
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    setFailure(undefined)
    if (!reachable) return setFailure(t('fund.offline'))
    const { original, login, code, password, repeat, factor } = form
    const wrong = errors.show({
      ...(byOriginal && !original && { original: t('fund.enterOriginal') }),
      ...(!byOriginal && code.length < 6 && { code: t('register.enterCode') }),
      ...(password.length < FUND_PASSWORD_MIN && {
        password: t('refusals.passwordTooShort', { min: FUND_PASSWORD_MIN }),
      }),
      ...(repeat !== password && { repeat: t('refusals.passwordMismatch') }),
      ...(asksFactor && !factor.trim() && { factor: t('factor.enterCode') }),
    })
    if (wrong) return
    const proof: Partial<CallInput<'user.fundPassword'>> = byOriginal ? { original } : { code, ...(login && { login }) }
    const outcome = await call({ password, ...proof, ...(asksFactor && { factor }) })
    if (outcome.kind !== 'accepted') return failed(outcome)
    // A payment that is returned to would ask for a fund password again.
    setLeaving(true)
    await refresh()
    toast({ text: t('fund.saved'), kind: 'good' })
    navigate(ownPath(back, location.origin) ?? links.settings, { replace: true })
  }
  const bind = (name: Name) => errors.bind(name, form[name], (text) => set(name, text))
  const clear = () => {
    setFailure(undefined)
    errors.show({})
  }
  return { bind, failure, busy: busy || leaving, asksFactor, errors, form, set, failed, clear, submit }
}

/** The field that a refusal is about. */
const fieldOf: Partial<Record<string, Name>> = {
  wrongFundPassword: 'original',
  fundPasswordLocked: 'original',
  wrongPassword: 'login',
  signInAgain: 'login',
  codeWrong: 'code',
  codeExpired: 'code',
  passwordTooShort: 'password',
}
