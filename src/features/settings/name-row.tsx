import UserRound from 'lucide-react/icons/user-round'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../data/use-call.ts'
import { useWant } from '../../data/use-want.ts'
import { useDraft } from '../../parts/forms/use-draft.ts'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { ListRow } from '../../ui/blocks/list.tsx'
import { Sheet } from '../../ui/layers/sheet.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import { FormNotices } from './form-notices.tsx'
import styles from './setting.module.css'

/** The person's name, and the sheet in which it is changed. */
export function NameRow({ uid, name }: { uid: string; name: string | undefined }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <ListRow icon={<UserRound />} title={t('settings.username')} end={name} onPress={() => setOpen(true)}>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('settings.username')}>
        <NameForm uid={uid} name={name ?? ''} onDone={() => setOpen(false)} />
      </Sheet>
    </ListRow>
  )
}

/** The typed name stays when the sheet is closed, or when the person has to sign in again. */
function NameForm({ uid, name, onDone }: { uid: string; name: string; onDone(): void }) {
  const { t } = useTranslation()
  const toast = useToast()
  const failureText = useFailureText()
  const change = useCall('user.change')
  const { refresh } = useWant('user.profile', {}, false)
  const { draft, change: type, forget } = useDraft<string | undefined>(`name ${uid}`, undefined)
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const typed = draft ?? name

  const submit = async (e: FormEvent) => {
    e.preventDefault()
    setFailure(undefined)
    if (!typed.trim()) return setError(t('settings.enterUsername'))
    const outcome = await change.call({ username: typed })
    if (outcome.kind === 'refused' && outcome.refusal.reason === 'invalid') return setError(t('settings.enterUsername'))
    if (outcome.kind !== 'accepted') return setFailure(failureText(outcome))
    forget()
    toast({ text: t('settings.usernameSaved'), kind: 'good' })
    onDone()
    await refresh()
  }
  return (
    <form className={styles.ways} noValidate onSubmit={(e) => void submit(e)}>
      <Field
        label={t('settings.username')}
        name="nickname"
        autoComplete="nickname"
        maxLength={60}
        required
        value={typed}
        error={error}
        onChange={(e) => {
          type(() => e.target.value)
          setError(undefined)
        }}
      />
      <FormNotices failure={failure} />
      <Button type="submit" wide busy={change.busy}>
        {t('settings.usernameSave')}
      </Button>
    </form>
  )
}
