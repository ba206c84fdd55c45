import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignedInDevice } from '#contract/account/schema.ts'
import { useCall, type Failed } from '../../data/use-call.ts'
import { useLanguage } from '../../data/texts/use-language.ts'
import { useRefusalText } from '../../parts/failures/use-failure-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Section } from '../../ui/blocks/card.tsx'
import { List, ListRow } from '../../ui/blocks/list.tsx'
import { exactTime } from '../../ui/time.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import styles from './setting.module.css'

/**
 * The devices on which the person is signed in, fetched when the section is opened; each other device can be signed
 * out.
 */
export function SessionsSection() {
  const { t } = useTranslation()
  const toast = useToast()
  const refusalText = useRefusalText()
  const language = useLanguage()
  const list = useCall('user.sessions')
  const end = useCall('user.endSession')
  const [sessions, setSessions] = useState<readonly SignedInDevice[]>()
  const [ending, setEnding] = useState<string>()

  const failed = (outcome: Failed): void => {
    // The login has taken this screen's place, and says why.
    if (outcome.kind === 'sessionGone') return
    const text = outcome.kind === 'refused' ? refusalText(outcome.refusal) : t('settings.devicesUnreachable')
    toast({ text, kind: 'bad' })
  }
  const show = async (): Promise<void> => {
    const outcome = await list.call({})
    if (outcome.kind === 'accepted') setSessions(outcome.data.sessions)
    else failed(outcome)
  }
  const signOut = async (id: string): Promise<void> => {
    setEnding(id)
    const outcome = await end.call({ id })
    setEnding(undefined)
    if (outcome.kind !== 'accepted') return failed(outcome)
    setSessions(outcome.data.sessions)
    toast({ text: t(id === 'others' ? 'settings.endedOthers' : 'settings.endedOne'), kind: 'good' })
  }

  return (
    <Section title={t('settings.devices')}>
      {sessions === undefined ? (
        <Button kind="secondary" wide busy={list.busy} onClick={() => void show()}>
          {t('settings.devicesShow')}
        </Button>
      ) : (
        <div className={styles.ways}>
          <List label={t('settings.devices')}>
            {sessions.map(({ id, device, seenAt, current }) => {
              const name = device || t('settings.otherDevice')
              const time = exactTime(seenAt, language)
              return (
                <ListRow
                  key={id}
                  icon={<Smartphone />}
                  title={name}
                  text={current ? t('settings.thisDevice') : t('settings.seen', { time })}
                  end={
                    !current && (
                      <Button
                        kind="quiet"
                        small
                        aria-label={t('settings.endOneOf', { device: name, time })}
                        busy={ending === id}
                        onClick={() => void signOut(id)}
                      >
                        {t('settings.endOne')}
                      </Button>
                    )
                  }
                />
              )
            })}
          </List>
          {sessions.length > 1 && (
            <Button kind="danger" wide busy={ending === 'others'} onClick={() => void signOut('others')}>
              {t('settings.endOthers')}
            </Button>
          )}
        </div>
      )}
    </Section>
  )
}
