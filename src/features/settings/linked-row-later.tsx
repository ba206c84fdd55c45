import Link from 'lucide-react/icons/link'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LinkedIdentity } from '#contract/account/schema.ts'
import { useCall, type Failed } from '../../data/use-call.ts'
import { useLanguage } from '../../data/texts/use-language.ts'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { List, ListRow } from '../../ui/blocks/list.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { Sheet } from '../../ui/layers/sheet.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { exactTime } from '../../ui/time.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import styles from './setting.module.css'

/** The accounts of elsewhere that sign in to this one: listed, fetched when the sheet is opened, and removed. */
export function LinkedRow() {
  const { t } = useTranslation()
  const toast = useToast()
  const failureText = useFailureText()
  const language = useLanguage()
  const list = useCall('user.identities')
  const end = useCall('user.endIdentity')
  const [open, setOpen] = useState(false)
  const [identities, setIdentities] = useState<readonly LinkedIdentity[]>()
  const [failure, setFailure] = useState<Failed>()
  const [removing, setRemoving] = useState<string>()

  const show = async (): Promise<void> => {
    setOpen(true)
    setFailure(undefined)
    const outcome = await list.call({})
    if (outcome.kind === 'accepted') setIdentities(outcome.data.identities)
    else setFailure(outcome)
  }
  const remove = async (id: string, account: string): Promise<void> => {
    setRemoving(id)
    const outcome = await end.call({ id })
    setRemoving(undefined)
    if (outcome.kind !== 'accepted') return toast({ text: failureText(outcome), kind: 'bad' })
    setIdentities(outcome.data.identities)
    toast({ text: t('settings.unlinked', { account }), kind: 'good' })
  }
  return (
    <ListRow icon={<Link />} title={t('settings.linked')} end={t('settings.change')} onPress={() => void show()}>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('settings.linked')}>
        <div className={styles.ways}>
          {failure && (
            <>
              <Notice tone="bad">{failureText(failure)}</Notice>
              <Button kind="secondary" wide busy={list.busy} onClick={() => void show()}>
                {t('factor.again')}
              </Button>
            </>
          )}
          {!failure && !identities && <Skeleton height="6rem" />}
          {identities && <p>{t(identities.length > 0 ? 'settings.linkedText' : 'settings.linkedNone')}</p>}
          {identities && identities.length > 0 && (
            <List label={t('settings.linked')}>
              {identities.map(({ id, provider, email, createdAt }) => (
                <ListRow
                  key={id}
                  title={email ?? provider}
                  text={`${email === null ? '' : `${provider} · `}${t('settings.linkedSince', { time: exactTime(createdAt, language) })}`}
                  end={
                    <Button
                      kind="quiet"
                      small
                      aria-label={t('settings.unlinkOf', { account: email ?? provider })}
                      busy={removing === id}
                      onClick={() => void remove(id, email ?? provider)}
                    >
                      {t('settings.unlink')}
                    </Button>
                  }
                />
              ))}
            </List>
          )}
        </div>
      </Sheet>
    </ListRow>
  )
}
