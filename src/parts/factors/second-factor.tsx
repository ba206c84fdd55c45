import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../data/use-call.ts'
import { saveFile } from '../../data/save-file.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { QrCode } from '../pictures/qr-code.tsx'
import styles from './second-factor.module.css'
import { useFailureText } from '../failures/use-failure-text.ts'

/** A form of one field with its error under it; `act` answers why it was not done, or nothing. */
function OneField({
  label,
  hint,
  password,
  enter,
  submit,
  act,
  children,
}: {
  label: string
  hint?: string
  password?: boolean
  /** The error of an empty field. */
  enter: string
  submit: string
  act(text: string): Promise<string | undefined>
  children?: ReactNode
}) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const send = async (e: FormEvent) => {
    e.preventDefault()
    if (!text.trim()) return setError(enter)
    setBusy(true)
    setError(await act(text))
    setBusy(false)
  }
  return (
    <form className={styles.form} noValidate onSubmit={(e) => void send(e)}>
      {children}
      <Field
        label={label}
        hint={hint}
        name={password ? 'password' : 'code'}
        type={password ? 'password' : 'text'}
        autoComplete={password ? 'current-password' : 'one-time-code'}
        autoCapitalize="characters"
        required
        value={text}
        error={error}
        onChange={(e) => {
          setText(e.target.value)
          setError(undefined)
        }}
      />
      <Button type="submit" wide busy={busy}>
        {submit}
      </Button>
    </form>
  )
}

/** Proves the second factor in this session, by the app's code or a recovery code. */
export function ProveFactor({ onDone }: { onDone(): void }) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const prove = useCall('factor.prove')
  return (
    <OneField
      label={t('factor.code')}
      hint={t('factor.codeHint')}
      enter={t('factor.enterCode')}
      submit={t('factor.prove')}
      act={async (code) => {
        const outcome = await prove.call({ code })
        if (outcome.kind !== 'accepted') return failureText(outcome)
        onDone()
        return undefined
      }}
    />
  )
}

/** Takes the second factor away, by one more of its codes. */
export function EndFactor({ onDone }: { onDone(): void }) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const end = useCall('factor.end')
  return (
    <OneField
      label={t('factor.code')}
      hint={t('factor.codeHint')}
      enter={t('factor.enterCode')}
      submit={t('factor.end')}
      act={async (code) => {
        const outcome = await end.call({ code })
        if (outcome.kind !== 'accepted') return failureText(outcome)
        onDone()
        return undefined
      }}
    />
  )
}

/** Sets a second factor up: password, secret for the app, its first code, then the recovery codes, shown once. */
export function EnrolFactor({ onDone }: { onDone(): void }) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const begin = useCall('factor.begin')
  const confirm = useCall('factor.confirm')
  const [begun, setBegun] = useState<{ secret: string; uri: string }>()
  const [recovery, setRecovery] = useState<readonly string[]>()
  if (recovery) return <RecoveryCodes codes={recovery} onDone={onDone} />
  if (!begun)
    return (
      <OneField
        key="begin"
        password
        label={t('factor.password')}
        enter={t('login.enterPassword')}
        submit={t('factor.begin')}
        act={async (password) => {
          const outcome = await begin.call({ password })
          if (outcome.kind !== 'accepted') return failureText(outcome)
          setBegun(outcome.data)
          return undefined
        }}
      >
        <p className={styles.soft}>{t('factor.why')}</p>
      </OneField>
    )
  return (
    <OneField
      key="confirm"
      label={t('factor.firstCode')}
      enter={t('factor.enterCode')}
      submit={t('factor.confirm')}
      act={async (code) => {
        const outcome = await confirm.call({ code })
        if (outcome.kind !== 'accepted') return failureText(outcome)
        setRecovery(outcome.data.recovery)
        return undefined
      }}
    >
      <div className={styles.scan}>
        <p>{t('factor.scan')}</p>
        <QrCode text={begun.uri} label={t('factor.qr')} />
        <p className={styles.soft}>{t('factor.orType')}</p>
        <p className={styles.secret} dir="ltr">
          {begun.secret.match(/.{1,4}/g)!.join(' ')}
        </p>
      </div>
    </OneField>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.form}>
      <Notice tone="warn">{t('factor.recoveryOnce')}</Notice>
      <ul className={styles.codes} dir="ltr" aria-label={t('factor.recovery')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button
        kind="secondary"
        wide
        onClick={() => saveFile('recovery-codes.txt', `${codes.join('\n')}\n`, 'text/plain')}
      >
        {t('factor.save')}
      </Button>
      <Button wide onClick={onDone}>
        {t('factor.kept')}
      </Button>
    </div>
  )
}
