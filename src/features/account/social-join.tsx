import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, type CallOutput, type Failed } from '../../data/use-call.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { useErrors } from '../../parts/forms/use-errors.ts'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import styles from './account.module.css'
import { CodeField } from '../../parts/account/code-field.tsx'
import { FactorField } from '../../parts/factors/factor-field.tsx'
import { useAccountDraft } from './use-account-draft.ts'

const order = ['password', 'code', 'factor'] as const

interface SocialJoinProps {
  /** How the attempt ended: at an address that has an account already, or at an account's second factor. */
  end: CallOutput<'social.finish'>
  onDone(): void
  onGiveUp(): void
}

/**
 * Joins an account of elsewhere to the one that its address has here, once that has agreed: by password or code, and by
 * its second factor if it has one.
 */
export function SocialJoin({ end: { became, email }, onDone, onGiveUp }: SocialJoinProps) {
  const { t } = useTranslation()
  const proven = became === 'factor'
  const { byCode, setByCode, password, setPassword, code, setCode, factor, setFactor, failure, failed, ...form } =
    useJoin(proven, onDone)
  const { errors } = form
  return (
    <Screen width="narrow">
      <Card>
        <form className={styles.form} noValidate onSubmit={(e) => void form.submit(e)}>
          <p>{proven ? t('login.joinFactor') : t('login.join', { email })}</p>
          {!proven &&
            (byCode ? (
              <CodeField
                event="social"
                value={code}
                onChange={setCode}
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
            ))}
          {factor !== undefined && <FactorField {...errors.bind('factor', factor, setFactor)} />}
          {failure !== undefined && (
            <Notice tone="bad" urgent>
              {failure}
            </Notice>
          )}
          <Button type="submit" wide busy={form.busy}>
            {t(proven ? 'login.submit' : 'login.joinNow')}
          </Button>
          {!proven && (
            <Button kind="quiet" onClick={() => setByCode(!byCode)}>
              {byCode ? t('login.joinByPassword') : t('login.joinByCode')}
            </Button>
          )}
          <Button kind="quiet" onClick={onGiveUp}>
            {t('login.joinNot')}
          </Button>
        </form>
      </Card>
    </Screen>
  )
}

/** The form's values, its errors and its submission; one that is `proven` asks for the second factor alone. */
function useJoin(proven: boolean, onDone: () => void) {
  const { t } = useTranslation()
  const toast = useToast()
  const failureText = useFailureText()
  const join = useCall('social.join')
  const { draft, set, forget } = useAccountDraft()
  const code = draft.joinCode ?? ''
  const [byCode, setByCode] = useState(false)
  const [password, setPassword] = useState('')
  const [factor, setFactor] = useState(proven ? '' : undefined)
  const [failure, setFailure] = useState<string>()
  const errors = useErrors(order)

  const failed = (f: Failed) => {
    const refusal = f.kind === 'refused' ? f.refusal : undefined
    const reason = refusal?.reason
    if (reason === 'wrongPassword') errors.show({ password: failureText(f) })
    else if (reason === 'factorNeeded') setFactor('')
    else if (refusal?.params?.['of'] === 'factor') errors.show({ factor: failureText(f) })
    else if (reason === 'codeWrong' || reason === 'codeExpired') errors.show({ code: failureText(f) })
    else setFailure(failureText(f))
  }
  const first = (): Partial<Record<(typeof order)[number], string>> => {
    if (proven) return {}
    if (!byCode) return password ? {} : { password: t('login.enterPassword') }
    return code.length === 6 ? {} : { code: code ? t('register.codeShape') : t('register.enterCode') }
  }
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    setFailure(undefined)
    if (errors.show({ ...first(), ...(factor?.trim() === '' && { factor: t('factor.enterCode') }) })) return
    const proofs = proven ? {} : byCode ? { code } : { password }
    const outcome = await join.call({ ...proofs, ...(factor && { factor }) })
    if (outcome.kind !== 'accepted') return failed(outcome)
    forget()
    toast({ text: t('login.welcome'), kind: 'good' })
    onDone()
  }
  const setCode = (text: string) => {
    set('joinCode', text)
    errors.clear('code')
  }
  const fields = { byCode, setByCode, password, setPassword, code, setCode, factor, setFactor }
  return { ...fields, failure, failed, errors, busy: join.busy, submit }
}
