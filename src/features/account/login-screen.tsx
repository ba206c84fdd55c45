import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { links } from '../../links/links.ts'
import { useCall, type CallOutput, type Failed } from '../../data/use-call.ts'
import { usePerson } from '../../data/use-person.ts'
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
import { FactorField } from '../../parts/factors/factor-field.tsx'
import { mayBeEmail } from './email.ts'
import { SignedInAlready } from './signed-in.tsx'
import { SocialEntry } from './social-entry.ts'
import { SocialJoin } from './social-join.tsx'
import { SocialReturn } from './social-return.tsx'
import { useAccountDraft } from './use-account-draft.ts'
import { useBack } from './use-back.ts'
import { Welcome } from './welcome.tsx'

/** Login; `?n=1` after a session that ended (spec §2), `?back=` is the path to return to. */
export function LoginScreen() {
  const person = usePerson()
  const account = useProfile()
  const back = useBack()
  const [params] = useSearchParams()
  const [joining, setJoining] = useState<CallOutput<'social.finish'>>()
  // While the person signs in with the form, the form stays until the next screen is there.
  const [entering, setEntering] = useState(false)
  const known = account?.uid === person?.uid ? account?.profile?.userinfo : undefined
  const form = (
    <LoginForm ended={params.get('n') === '1'} email={known?.email ?? ''} back={back} onEntering={setEntering} />
  )
  if (entering) return form
  // The form waits for the account, so that it can start with the person's email.
  if (!person || !account) return <Screen width="narrow">{null}</Screen>
  if (!person.guest && account.link?.session === 'ok' && params.get('n') !== '1') {
    return <SignedInAlready name={known?.username} onGoOn={back.goOn} />
  }
  if (params.has('state')) return <SocialReturn onJoin={setJoining} />
  if (joining !== undefined)
    return <SocialJoin end={joining} onDone={back.goOn} onGiveUp={() => setJoining(undefined)} />
  return form
}

interface LoginFormProps {
  ended: boolean
  email: string
  back: ReturnType<typeof useBack>
  /** Tells whether somebody is being signed in. */
  onEntering(on: boolean): void
}

function LoginForm({ ended, email: known, back, onEntering }: LoginFormProps) {
  const { t } = useTranslation()
  const online = useDeviceOnline()
  const { email, setEmail, password, setPassword, factor, setFactor, failure, errors, busy, submit } = useLogin(
    known,
    onEntering,
    back.goOn,
  )
  return (
    <Screen>
      <Welcome title={t('login.hello')} text={t('login.helloText')}>
        {ended && <Notice tone="warn">{t('login.ended')}</Notice>}
        {!online && <Notice>{t('login.offline')}</Notice>}
        <Card>
          <form className={styles.form} noValidate onSubmit={(e) => void submit(e)}>
            <Field
              label={t('login.email')}
              type="email"
              name="email"
              inputMode="email"
              autoComplete="username"
              required
              {...errors.bind('email', email, setEmail)}
            />
            <Field
              label={t('login.password')}
              type="password"
              name="password"
              autoComplete="current-password"
              required
              {...errors.bind('password', password, setPassword)}
            />
            {factor !== undefined && <FactorField {...errors.bind('factor', factor, setFactor)} />}
            {failure && (
              <Notice tone="bad" urgent>
                {failure}
              </Notice>
            )}
            <Button type="submit" wide busy={busy}>
              {t('login.submit')}
            </Button>
          </form>
        </Card>
        <SocialEntry email={email} />
        <Others search={back.search} />
      </Welcome>
    </Screen>
  )
}

/** The form's values, its errors and its submission; `onDone` runs once the person is signed in. */
function useLogin(known: string, onEntering: (on: boolean) => void, onDone: () => void) {
  const { t } = useTranslation()
  const toast = useToast()
  const login = useCall('user.login')
  const failureText = useFailureText()
  const { draft, set, forget } = useAccountDraft()
  const email = draft.login ?? known
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState(draft.failure)
  const [factor, setFactor] = useState<string>()
  const errors = useErrors(['email', 'password', 'factor'])

  const failed = (f: Failed) => {
    const reason = f.kind === 'refused' ? f.refusal.reason : undefined
    if (reason === 'wrongCredentials' || reason === 'wrongPassword') errors.show({ password: failureText(f) })
    else if (reason === 'factorNeeded') setFactor('')
    else if (reason === 'codeWrong' || reason === 'codeUsed') errors.show({ factor: failureText(f) })
    else if (reason === 'invalid' || reason === 'emailInvalid') errors.show({ email: t('refusals.emailInvalid') })
    else setFailure(failureText(f))
  }
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    setFailure(undefined)
    set('failure', '')
    const wrong = errors.show({
      ...(!email.trim()
        ? { email: t('login.enterEmail') }
        : !mayBeEmail(email) && { email: t('refusals.emailInvalid') }),
      ...(!password && { password: t('login.enterPassword') }),
      ...(factor?.trim() === '' && { factor: t('factor.enterCode') }),
    })
    if (wrong) return
    onEntering(true)
    const outcome = await login.call({ email, password, ...(factor && { factor }) })
    if (outcome.kind !== 'accepted') {
      onEntering(false)
      return failed(outcome)
    }
    forget()
    toast({ text: t('login.welcome'), kind: 'good' })
    onDone()
  }
  const setEmail = (text: string) => set('login', text)
  return { email, setEmail, password, setPassword, factor, setFactor, failure, errors, busy: login.busy, submit }
}

/** The links for a person who has forgotten the password or has no account. */
function Others({ search }: { search: string }) {
  const { t } = useTranslation()
  return (
    <>
      <ButtonLink kind="quiet" href={`${links.resetPassword}${search}`}>
        {t('login.forgot')}
      </ButtonLink>
      <p className={styles.other}>
        {t('login.noAccount')}{' '}
        <ButtonLink kind="quiet" href={`${links.register}${search}`}>
          {t('login.register')}
        </ButtonLink>
      </p>
    </>
  )
}
