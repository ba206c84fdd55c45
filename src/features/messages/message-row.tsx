import Bell from 'lucide-react/icons/bell'
import Check from 'lucide-react/icons/check'
import Coins from 'lucide-react/icons/coins'
import Handshake from 'lucide-react/icons/handshake'
import Mail from 'lucide-react/icons/mail'
import Megaphone from 'lucide-react/icons/megaphone'
import Package from 'lucide-react/icons/package'
import Store from 'lucide-react/icons/store'
import UserRound from 'lucide-react/icons/user-round'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isMessageKind, messageKinds } from '#contract/messages/kinds.ts'
import type { MessageTopic } from '#contract/messages/rules.ts'
import { messagePath } from '#contract/messages/subject-paths.ts'
import type { MessageItem } from '#localdb/queries/messages/items.ts'
import { SyncMark } from '../../parts/sync/sync-mark.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useSwipe } from '../../ui/scrolling/use-swipe.ts'
import { deskHref } from './desk-link.ts'
import styles from './messages.module.css'
import type { MessageContent } from './use-message-content.ts'

const icons: Record<MessageTopic, ReactNode> = {
  orders: <Package />,
  money: <Coins />,
  watches: <Bell />,
  selling: <Handshake />,
  store: <Store />,
  account: <UserRound />,
  news: <Megaphone />,
}

interface MessageRowProps {
  message: MessageItem
  content: MessageContent
  onRead(on: boolean): void
}

/** One message: a link to what it speaks of, which marks it as read; so does a swipe, or its button. */
export function MessageCard({ message, content, onRead }: MessageRowProps) {
  const { t } = useTranslation()
  const { kind, read, at, pending } = message
  const swipe = useSwipe(() => onRead(!read))
  const href = deskHref(message) ?? messagePath(kind, message.subject)
  const body = (
    <>
      <span className={styles.icon} aria-hidden="true">
        {isMessageKind(kind) ? icons[messageKinds[kind]] : <Mail />}
      </span>
      <span className={styles.words}>
        <span className={styles.title} dir="auto">
          {content.title}
        </span>
        {content.text && (
          <span className={styles.text} dir="auto">
            {content.text}
          </span>
        )}
      </span>
    </>
  )
  return (
    <li className={cx(styles.message, !read && styles.unread)} {...swipe}>
      {href === undefined ? (
        <div className={styles.body}>{body}</div>
      ) : (
        <a href={href} className={styles.body} onClick={() => !read && onRead(true)}>
          {body}
        </a>
      )}
      <span className={styles.when}>
        {!read && <span className={styles.new}>{t('messages.new')}</span>}
        <RelativeTime at={at} /> {pending > 0 && <SyncMark />}
      </span>
      <IconButton
        className={styles.tick}
        label={t(read ? 'messages.markUnread' : 'messages.markRead', { title: content.title })}
        icon={read ? <Mail /> : <Check />}
        onClick={() => onRead(!read)}
      />
    </li>
  )
}
