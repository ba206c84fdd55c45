import CheckCheck from 'lucide-react/icons/check-check'
import Mail from 'lucide-react/icons/mail'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageItems, type MessageItem } from '#localdb/queries/messages/items.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useMutate } from '../../data/use-mutate.ts'
import { Beneath } from '../../parts/home/beneath.tsx'
import { Screen } from '../../parts/screen/screen.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { byDay, dayName } from '../../parts/format/by-day.ts'
import { MessageNav } from '../../parts/messages/message-nav.tsx'
import { MessageCard } from './message-row.tsx'
import { MessageTopics } from './message-topics.tsx'
import styles from './messages.module.css'
import { useMessageContent } from './use-message-content.ts'

/** The number of messages shown at first, and added by each press of the button. */
const STEP = 50

/** The person's messages, by day, newest first; all from this device. */
export function MessageScreen() {
  const { t } = useTranslation()
  const mutate = useMutate()
  const messages = useLive(messageItems, [])
  const unread = messages?.flatMap((m) => (m.read ? [] : [m.id])) ?? []
  const read = (ids: number[], on: boolean) =>
    void mutate(
      'message.read',
      { ids, on },
      ids.length > 1
        ? {
            text: t('messages.readDone'),
            kind: 'good',
            action: { label: t('messages.undo'), run: () => void mutate('message.read', { ids, on: !on }) },
          }
        : undefined,
    )
  const readAll = unread.length > 0 && (
    <IconButton label={t('messages.readAll')} icon={<CheckCheck />} onClick={() => read(unread, true)} />
  )
  return (
    <Screen width="narrow" end={readAll}>
      <MessageNav current="all" />
      {!messages ? (
        <>
          <Skeleton height="4.5rem" />
          <Skeleton height="4.5rem" />
          <Skeleton height="4.5rem" />
        </>
      ) : messages.length === 0 ? (
        <EmptyState
          icon={<Mail />}
          title={t('messages.empty')}
          text={t('messages.emptyHint')}
          action={<ButtonLink href={links.products()}>{t('messages.browse')}</ButtonLink>}
        />
      ) : (
        <Days messages={messages} onRead={read} />
      )}
      {messages && <MessageTopics />}
      {messages?.length === 0 && <Beneath />}
    </Screen>
  )
}

function Days({ messages, onRead }: { messages: readonly MessageItem[]; onRead(ids: number[], on: boolean): void }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const tell = useMessageContent()
  const [shown, setShown] = useState(STEP)
  const [now] = useState(() => Date.now())
  const words = { today: t('messages.today'), yesterday: t('messages.yesterday') }
  return (
    <>
      {byDay(messages.slice(0, shown)).map(({ day, items }) => {
        const name = dayName(day, now, locale, words)
        return (
          <section key={day} className={styles.day}>
            <h2 className={styles.dayName}>{name}</h2>
            <ul className={styles.list} aria-label={t('messages.list', { day: name })}>
              {items.map((message) => (
                <MessageCard
                  key={message.id}
                  message={message}
                  content={tell(message)}
                  onRead={(on) => onRead([message.id], on)}
                />
              ))}
            </ul>
          </section>
        )
      })}
      {messages.length > shown && (
        <Button kind="secondary" wide onClick={() => setShown(shown + STEP)}>
          {t('messages.more')}
        </Button>
      )}
    </>
  )
}
