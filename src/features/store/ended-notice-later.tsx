import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { UNSENT_PASS_MIN } from '#contract/wire/limits.ts'
import type { Membership } from '#contract/sync/schema-rows.ts'
import { links } from '../../links/links.ts'
import { saveFile } from '../../data/save-file.ts'
import { useCall } from '../../data/use-call.ts'
import { useStoreCall } from '../../data/stores/use-store.ts'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import styles from './centre.module.css'

/** The person acts for the store no longer: what was not sent is kept in a file, or given up; then all of it goes. */
export function EndedNotice({ store, waiting }: { store: Membership; waiting: number }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const failureText = useFailureText()
  const seal = useStoreCall('unsent.export')
  const leave = useCall('store.leave')
  const [passphrase, setPassphrase] = useState('')
  const [error, setError] = useState<string | undefined>(undefined)
  const save = async (e: FormEvent) => {
    e.preventDefault()
    const outcome = await seal({ passphrase })
    if (outcome.kind !== 'accepted') return setError(failureText(outcome))
    setError(undefined)
    saveFile(outcome.data.name, outcome.data.bytes, 'application/octet-stream')
  }
  const go = async () => {
    const outcome = await leave.call({ uid: store.uid })
    if (outcome.kind === 'accepted') navigate(links.mine, { replace: true })
    else setError(failureText(outcome))
  }
  return (
    <div className={styles.page}>
      <Notice tone="warn" urgent>
        {t('centre.ended', { store: store.name })} {t('centre.unsent', { count: waiting })}
      </Notice>
      <Card>
        <form className={styles.form} onSubmit={(e) => void save(e)}>
          <Field
            label={t('centre.passphrase')}
            hint={t('centre.passphraseHint', { min: UNSENT_PASS_MIN })}
            type="password"
            autoComplete="new-password"
            value={passphrase}
            error={error}
            onChange={(e) => setPassphrase(e.target.value)}
          />
          <Button type="submit" wide disabled={[...passphrase].length < UNSENT_PASS_MIN}>
            {t('centre.saveFile')}
          </Button>
        </form>
      </Card>
      <Button kind="danger" wide busy={leave.busy} onClick={() => void go()}>
        {t('centre.leave')}
      </Button>
    </div>
  )
}
