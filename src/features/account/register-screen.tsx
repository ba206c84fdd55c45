import { useTranslation } from 'react-i18next'
import { PASSWORD_MIN } from '#contract/wire/limits.ts'
import { links } from '../../links/links.ts'
import { usePerson } from '../../data/use-person.ts'
import { useProfile } from '../../data/use-profile.ts'
import { useDeviceOnline } from '../../data/use-status.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import type { Errors } from '../../parts/forms/use-errors.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import styles from './account.module.css'
import { CodeField } from '../../parts/account/code-field.tsx'
import { SignedInAlready } from './signed-in.tsx'
import { SocialEntry } from './social-entry.ts'
import { useBack } from './use-back.ts'
import { Welcome } from './welcome.tsx'
import { useRegistration, type Registration } from './use-registration.ts'

/** Registration; somebody who is signed in sees that instead of a form. */
export function RegisterScreen() {
  const person = usePerson()
  const account = useProfile()
  const back = useBack()
  if (!person || !account) return <Screen width="narrow">{null}</Screen>
  if (!person.guest && account.link?.session === 'ok') {
    const known = account.uid === person.uid ? account.profile?.userinfo : undefined
    return <SignedInAlready name={known?.username} onGoOn={back.goOn} />
  }
  return <RegisterForm back={back} />
}

/** The form, with a code sent by mail. Typed values stay, except the passwords. */
function RegisterForm({ back }: { back: ReturnType<typeof useBack> }) {
  const { t } = useTranslation()
  const online = useDeviceOnline()
  const { form, set, errors, failure, busy, failed, address, submit } = useRegistration(back.goOn)
  const bind = (name: keyof Registration) => ({
    required: true,
    ...errors.bind(name, form[name], (text) => set(name, text)),
  })
  return (
    <Screen>
      <Welcome title={t('register.hello')} text={t('register.helloText')}>
        {!online && <Notice>{t('register.offline')}</Notice>}
        <Card>
          <form className={styles.form} noValidate onSubmit={(e) => void submit(e)}>
            <Field
              label={t('register.email')}
              type="email"
              name="email"
              inputMode="email"
              autoComplete="username"
              {...bind('email')}
            />
            <CodeField
              event="register"
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
              label={t('register.username')}
              name="nickname"
              autoComplete="nickname"
              maxLength={60}
              {...bind('username')}
            />
            <Secrets bind={bind} />
            {failure !== undefined && (
              <Notice tone="bad" urgent>
                {failure}
              </Notice>
            )}
            <Button type="submit" wide busy={busy}>
              {t('register.submit')}
            </Button>
          </form>
        </Card>
        <SocialEntry email={form.email} invitation={form.invitation} />
        <p className={styles.other}>
          {t('register.haveAccount')}{' '}
          <ButtonLink kind="quiet" href={`${links.login()}${back.search}`}>
            {t('register.login')}
          </ButtonLink>
        </p>
      </Welcome>
    </Screen>
  )
}

/** The fields of the password, and of the invitation that need not be there. */
function Secrets({
  bind,
}: {
  bind(name: keyof Registration): ReturnType<Errors<keyof Registration>['bind']> & { required: boolean }
}) {
  const { t } = useTranslation()
  return (
    <>
      <Field
        label={t('register.password')}
        type="password"
        name="password"
        autoComplete="new-password"
        hint={t('register.passwordHint', { min: PASSWORD_MIN })}
        {...bind('password')}
      />
      <Field
        label={t('register.confirmPassword')}
        type="password"
        name="confirm"
        autoComplete="new-password"
        {...bind('confirm')}
      />
      <Field
        label={t('register.invitation')}
        name="invitation"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        hint={t('register.invitationHint')}
        {...bind('invitation')}
        required={false}
      />
    </>
  )
}
