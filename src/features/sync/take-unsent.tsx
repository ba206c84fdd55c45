import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UNSENT_FILE_MAX } from '#contract/wire/limits.ts'
import { useCall, type CallOutput } from '../../data/use-call.ts'
import { useErrors } from '../../parts/forms/use-errors.ts'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { Field } from '../../ui/controls/field.tsx'
import { Sheet } from '../../ui/layers/sheet.tsx'
import { FileForm } from './file-form.tsx'
import styles from './sync.module.css'

/** The outcome of each change of a file. */
export type TakenChanges = Extract<CallOutput<'unsent.import'>, { said: 'done' }>
interface Props {
  open: boolean
  onClose(): void
  done(taken: TakenChanges): void
}

/** Asks for a file and its passphrase, and takes over the changes in it. */
export function TakeUnsent({ open, onClose, done }: Props) {
  const { t } = useTranslation()
  return (
    <Sheet open={open} onClose={onClose} title={t('sync.file.take')}>
      <Form done={done} />
    </Sheet>
  )
}

function Form({ done }: Pick<Props, 'done'>) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const { call, busy } = useCall('unsent.import')
  const errors = useErrors(['file', 'passphrase'] as const)
  const [file, setFile] = useState<File | undefined>(undefined)
  const [passphrase, setPassphrase] = useState('')
  const [failure, setFailure] = useState<string | undefined>(undefined)
  const submit = async () => {
    setFailure(undefined)
    const wrong = errors.show({
      ...(file === undefined
        ? { file: t('sync.file.noneChosen') }
        : file.size > UNSENT_FILE_MAX && { file: t('sync.file.said.noFile') }),
      ...(passphrase === '' && { passphrase: t('sync.file.passNeeded') }),
    })
    if (wrong || !file) return
    // The file may be gone since it was chosen: an unplugged stick, a cloud drive without a network.
    const bytes = await file.arrayBuffer().then(
      (data) => new Uint8Array(data),
      () => undefined,
    )
    if (!bytes) return void errors.show({ file: t('sync.file.gone') })
    const outcome = await call({ bytes, passphrase })
    if (outcome.kind !== 'accepted')
      return setFailure(outcome.kind === 'unreachable' ? t('sync.file.unreachable') : failureText(outcome))
    if (outcome.data.said === 'done') return done(outcome.data)
    if (outcome.data.said === 'notOpened') return void errors.show({ passphrase: t('sync.file.said.notOpened') })
    errors.show({ file: t(`sync.file.said.${outcome.data.said}`) })
  }
  return (
    <FileForm
      text={t('sync.file.takeText')}
      action={t('sync.file.takeNow')}
      busy={busy}
      failure={failure}
      submit={submit}
    >
      {/* Without `accept`: phones grey out files with unknown endings. */}
      <Field
        label={t('sync.file.file')}
        type="file"
        required
        className={styles.file}
        onChange={(e) => {
          setFile(e.target.files?.[0])
          errors.clear('file')
        }}
        {...errors.of('file')}
      />
      <Field
        label={t('sync.file.passphrase')}
        type="password"
        autoComplete="off"
        required
        {...errors.bind('passphrase', passphrase, setPassphrase)}
      />
    </FileForm>
  )
}
