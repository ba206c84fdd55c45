import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallInput } from '../../data/use-call.ts'
import { useDeviceOnline } from '../../data/use-status.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { Sheet } from '../../ui/layers/sheet.tsx'
import styles from './setting.module.css'

/** The ways to treat unsent work. */
export type UnsentChoice = CallInput<'user.logout'>['unsent']

interface SignOutSheetProps {
  open: boolean
  /** The number of changes that have not reached the server: waiting, or refused and not dealt with. */
  count: number
  busy: boolean
  signOut(way: UnsentChoice): Promise<boolean>
  onClose(): void
}

/** Signing out with unsent work, in three ways: send it first, keep it here, or discard it by typing a word. */
export function SignOutSheet({ open, count, busy, signOut, onClose }: SignOutSheetProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [way, setWay] = useState<UnsentChoice>()
  const [failed, setFailed] = useState(false)
  const online = useDeviceOnline()
  const choose = async (chosen: UnsentChoice) => {
    setWay(chosen)
    setFailed(false)
    // Without a network nothing can be sent, so that failure is known at once.
    setFailed((chosen === 'send' && !online) || !(await signOut(chosen)))
  }
  return (
    <Sheet open={open} onClose={onClose} title={t('settings.unsentTitle')}>
      <div className={styles.ways}>
        <p>
          {t('settings.unsentCount', { n: format.number(count) })} · {t('settings.unsentHint')}
        </p>
        {failed && (
          <Notice tone="bad" urgent>
            {t('settings.unreachable')}
          </Notice>
        )}
        <div className={styles.way}>
          <Button wide busy={busy && way === 'send'} onClick={() => void choose('send')}>
            {t('settings.send')}
          </Button>
          <p className={styles.hint}>{t('settings.sendHint')}</p>
        </div>
        <div className={styles.way}>
          <Button kind="secondary" wide busy={busy && way === 'keep'} onClick={() => void choose('keep')}>
            {t('settings.keep')}
          </Button>
          <p className={styles.hint}>{t('settings.keepHint')}</p>
        </div>
        <Discard busy={busy && way === 'discard'} onDiscard={() => void choose('discard')} />
      </div>
    </Sheet>
  )
}

function Discard({ busy, onDiscard }: { busy: boolean; onDiscard(): void }) {
  const { t } = useTranslation()
  const word = t('settings.discardWord')
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const submit = (e: FormEvent) => {
    e.preventDefault()
    const same = typed.trim().toLocaleLowerCase() === word.toLocaleLowerCase()
    setWrong(!same)
    if (same) onDiscard()
  }
  return (
    <details>
      <summary className={styles.summary}>{t('settings.discard')}</summary>
      <form className={styles.discard} noValidate onSubmit={submit}>
        <Field
          label={t('settings.discardType', { word })}
          hint={t('settings.discardHint')}
          autoComplete="off"
          autoCapitalize="none"
          value={typed}
          error={wrong ? t('settings.discardWrong') : undefined}
          onChange={(e) => {
            setTyped(e.target.value)
            setWrong(false)
          }}
        />
        <Button type="submit" kind="danger" wide busy={busy}>
          {t('settings.discardConfirm')}
        </Button>
      </form>
    </details>
  )
}
