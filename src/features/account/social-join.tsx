import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, type Failed } from '../../data/use-call.ts'
import { Screen } from '../../parts/screen.tsx'
import { useErrors } from '../../parts/use-errors.ts'
import { useFailureText } from '../../parts/use-failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useToast } from '../../ui/toast.tsx'
import styles from './account.module.css'
import { CodeField } from './code-field.tsx'
import { useAccountDraft } from './use-account-draft.ts'

const order = ['password', 'code'] as const

interface SocialJoinProps {
  /** The address that has an account already. */
  email: string
  onDone(): void
  onGiveUp(): void
}

/** Joins an account of elsewhere to the one that its address has here, once that has agreed: by password or code. */
export function SocialJoin({ email, onDone, onGiveUp }: SocialJoinProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const failureText = useFailureText()
  const join = useCall('social.join')
  const { draft, set, forget } = useAccountDraft()
  const code = draft.joinCode ?? ''
  const [byCode, setByCode] = useState(false)
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<string>()
  const errors = useErrors(order)

  const failed = (f: Failed) => {
    const reason = f.kind === 'refused' ? f.refusal.reason : undefined
    if (reason === 'wrongPassword') errors.show({ password: failureText(f) })
    else if (reason === 'codeWrong' || reason === 'codeExpired') errors.show({ code: failureText(f) })
    else setFailure(failureText(f))
  }
  const check = (): Partial<Record<(typeof order)[number], string>> => {
    if (!byCode) return password ? {} : { password: t('login.enterPassword') }
    return code.length === 6 ? {} : { code: code ? t('register.codeShape') : t('register.enterCode') }
  }
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    setFailure(undefined)
    if (errors.show(check())) return
    const outcome = await join.call(byCode ? { code } : { password })
    if (outcome.kind !== 'accepted') return failed(outcome)
    forget()
    toast({ text: t('login.welcome'), kind: 'good' })
    onDone()
  }
  return (
    <Screen width="narrow">
      <Card>
        <form className={styles.form} noValidate onSubmit={(e) => void submit(e)}>
          <p>{t('login.join', { email })}</p>
          {byCode ? (
            <CodeField
              event="social"
              value={code}
              onChange={(text) => {
                set('joinCode', text)
                errors.clear('code')
              }}
              address={() => email}
              onFailed={failed}
              {...errors.of('code')}
            />
          ) : (
            <Field
              label={t('login.password')}
              type="password"
              name="password"
              autoComplete="current-password"
              required
              {...errors.bind('password', password, setPassword)}
            />
          )}
          {failure !== undefined && (
            <Notice tone="bad" urgent>
              {failure}
            </Notice>
          )}
          <Button type="submit" wide busy={join.busy}>
            {t('login.joinNow')}
          </Button>
          <Button kind="quiet" onClick={() => setByCode(!byCode)}>
            {byCode ? t('login.joinByPassword') : t('login.joinByCode')}
          </Button>
          <Button kind="quiet" onClick={onGiveUp}>
            {t('login.joinNot')}
          </Button>
        </form>
      </Card>
    </Screen>
  )
}
