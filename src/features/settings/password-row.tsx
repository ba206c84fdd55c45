import KeyRound from 'lucide-react/icons/key-round'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { PASSWORD_MIN } from '#contract/wire/limits.ts'
import { links } from '../../links/links.ts'
import { useCall } from '../../data/use-call.ts'
import { FactorField } from '../../parts/factors/factor-field.tsx'
import { useErrors } from '../../parts/forms/use-errors.ts'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { ListRow } from '../../ui/blocks/list.tsx'
import { Sheet } from '../../ui/layers/sheet.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import { FormNotices } from './form-notices.tsx'
import styles from './setting.module.css'

const order = ['original', 'password', 'repeat', 'factor'] as const

/** The login password, and the sheet in which it is changed: original, new, repeated (spec §2). */
export function PasswordRow() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <ListRow
      icon={<KeyRound />}
      title={t('settings.loginPassword')}
      end={t('settings.change')}
      onPress={() => setOpen(true)}
    >
      <Sheet open={open} onClose={() => setOpen(false)} title={t('settings.loginPassword')}>
        <PasswordForm onDone={() => setOpen(false)} />
      </Sheet>
    </ListRow>
  )
}

function PasswordForm({ onDone }: { onDone(): void }) {
  const { t } = useTranslation()
  const toast = useToast()
  const failureText = useFailureText()
  const change = useCall('user.change')
  const errors = useErrors(order)
  const [form, setForm] = useState({ original: '', password: '', repeat: '', factor: '' })
  const [asksFactor, setAsksFactor] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { original, password, repeat, factor } = form

  const submit = async (e: FormEvent) => {
    e.preventDefault()
    setFailure(undefined)
    const wrong = errors.show({
      ...(!original && { original: t('settings.enterOriginal') }),
      ...(!password
        ? { password: t('settings.enterNew') }
        : password.length < PASSWORD_MIN && { password: t('refusals.passwordTooShort', { min: PASSWORD_MIN }) }),
      ...(!repeat
        ? { repeat: t('settings.enterRepeat') }
        : repeat !== password && { repeat: t('refusals.passwordMismatch') }),
      ...(asksFactor && !factor.trim() && { factor: t('factor.enterCode') }),
    })
    if (wrong) return
    const outcome = await change.call({ original, password, ...(asksFactor && { factor }) })
    if (outcome.kind === 'accepted') {
      toast({ text: t('settings.passwordSaved'), kind: 'good' })
      return onDone()
    }
    const refusal = outcome.kind === 'refused' ? outcome.refusal : undefined
    if (refusal?.reason === 'wrongPassword') errors.show({ original: failureText(outcome) })
    else if (refusal?.reason === 'factorNeeded') setAsksFactor(true)
    else if (refusal?.params?.['of'] === 'factor') errors.show({ factor: failureText(outcome) })
    else setFailure(failureText(outcome))
  }
  const bindText = (name: (typeof order)[number]) =>
    errors.bind(name, form[name], (text) => setForm((typed) => ({ ...typed, [name]: text })))
  const bind = (name: (typeof order)[number], autoComplete: string) => ({
    name,
    type: 'password',
    autoComplete,
    required: true,
    ...bindText(name),
  })
  return (
    <form className={styles.ways} noValidate onSubmit={(e) => void submit(e)}>
      <Field label={t('settings.original')} {...bind('original', 'current-password')} />
      <Field
        label={t('settings.newPassword')}
        hint={t('register.passwordHint', { min: PASSWORD_MIN })}
        {...bind('password', 'new-password')}
      />
      <Field label={t('settings.repeat')} {...bind('repeat', 'new-password')} />
      {asksFactor && <FactorField {...bindText('factor')} />}
      <FormNotices failure={failure} />
      <Button type="submit" wide busy={change.busy}>
        {t('settings.passwordSave')}
      </Button>
      <ButtonLink kind="quiet" href={links.resetPassword}>
        {t('settings.forgot')}
      </ButtonLink>
    </form>
  )
}
