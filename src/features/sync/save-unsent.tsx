import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UNSENT_PASS_MIN } from '#contract/wire/limits.ts'
import { useCall } from '../../data/use-call.ts'
import { useErrors } from '../../parts/forms/use-errors.ts'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { Field } from '../../ui/controls/field.tsx'
import { Sheet } from '../../ui/layers/sheet.tsx'
import { FileForm } from './file-form.tsx'

/** A file that was made, and the object URL of it. */
export interface Saved {
  name: string
  url: string
  intents: number
  unreadable: number
}
interface Props {
  open: boolean
  onClose(): void
  done(saved: Saved): void
}

/** Asks for a passphrase, twice, and saves the unsent changes in a file sealed with it. */
export function SaveUnsent({ open, onClose, done }: Props) {
  const { t } = useTranslation()
  const url = useRef<string | undefined>(undefined)
  useEffect(
    () => () => {
      if (url.current) URL.revokeObjectURL(url.current)
    },
    [],
  )
  return (
    <Sheet open={open} onClose={onClose} title={t('sync.file.save')}>
      <Form
        done={(bytes, saved) => {
          if (url.current) URL.revokeObjectURL(url.current)
          url.current = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }))
          const link = Object.assign(document.createElement('a'), { href: url.current, download: saved.name })
          link.click()
          done({ ...saved, url: url.current })
        }}
      />
    </Sheet>
  )
}

function Form({ done }: { done(bytes: Uint8Array<ArrayBuffer>, saved: Omit<Saved, 'url'>): void }) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const { call, busy } = useCall('unsent.export')
  const errors = useErrors(['passphrase', 'repeat'] as const)
  const [passphrase, setPassphrase] = useState('')
  const [repeat, setRepeat] = useState('')
  const [failure, setFailure] = useState<string | undefined>(undefined)
  const submit = async () => {
    setFailure(undefined)
    const wrong = errors.show({
      ...([...passphrase].length < UNSENT_PASS_MIN && {
        passphrase: t('refusals.passwordTooShort', { min: UNSENT_PASS_MIN }),
      }),
      ...(passphrase !== repeat && { repeat: t('sync.file.mismatch') }),
    })
    if (wrong) return
    const outcome = await call({ passphrase })
    if (outcome.kind !== 'accepted') return setFailure(failureText(outcome))
    const { bytes, ...saved } = outcome.data
    done(bytes, saved)
  }
  return (
    <FileForm
      text={t('sync.file.saveText')}
      action={t('sync.file.saveNow')}
      busy={busy}
      failure={failure}
      submit={submit}
    >
      <Field
        label={t('sync.file.passphrase')}
        type="password"
        autoComplete="new-password"
        required
        value={passphrase}
        hint={t('sync.file.passHint', { min: UNSENT_PASS_MIN })}
        onChange={(e) => {
          setPassphrase(e.target.value)
          errors.clear('passphrase')
        }}
        {...errors.of('passphrase')}
      />
      <Field
        label={t('sync.file.repeat')}
        type="password"
        autoComplete="new-password"
        required
        {...errors.bind('repeat', repeat, setRepeat)}
      />
    </FileForm>
  )
}
