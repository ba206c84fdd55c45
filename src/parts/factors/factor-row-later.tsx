import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsked } from '../../data/use-asked.ts'
import { EndFactor, EnrolFactor } from './second-factor.tsx'
import { useFailureText } from '../failures/use-failure-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ListRow } from '../../ui/blocks/list.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { Sheet } from '../../ui/layers/sheet.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import styles from './second-factor.module.css'

/** The second factor of the account: set up or taken away in a sheet; `text` says why one should. */
export function FactorRow({ text }: { text?: string }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <ListRow
      icon={<ShieldCheck />}
      title={t('factor.title')}
      text={text}
      end={t('settings.change')}
      onPress={() => setOpen(true)}
    >
      <Sheet open={open} onClose={() => setOpen(false)} title={t('factor.title')}>
        <FactorSheet onClose={() => setOpen(false)} />
      </Sheet>
    </ListRow>
  )
}

function FactorSheet({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const toast = useToast()
  const failureText = useFailureText()
  const { data, failure, busy, again } = useAsked('factor.state', {})
  const done = (text: string) => {
    toast({ text, kind: 'good' })
    onClose()
  }
  if (failure)
    return (
      <div className={styles.form}>
        <Notice tone="bad">{failureText(failure)}</Notice>
        <Button kind="secondary" wide busy={busy} onClick={again}>
          {t('factor.again')}
        </Button>
      </div>
    )
  if (!data) return <Skeleton height="10rem" />
  if (!data.enrolled) return <EnrolFactor onDone={() => done(t('factor.isOn'))} />
  return (
    <div className={styles.form}>
      <Notice tone="good">{t('factor.on', { count: data.recovery })}</Notice>
      <EndFactor onDone={() => done(t('factor.isOff'))} />
    </div>
  )
}
