import MessagesSquare from 'lucide-react/icons/messages-square'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { locales, textIn } from '#contract/text/locales.ts'
import type { OperatorConversation } from '#contract/messages/schema-operator.ts'
import { links } from '../../../links/links.ts'
import { usePerson } from '../../../data/use-person.ts'
import { TalkRows, TalksComing } from '../../../parts/messages/talk-desk.tsx'
import { TalkCard } from '../../../parts/messages/talk-row.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import { FindField } from '../find-field.tsx'
import styles from '../operator.module.css'
import { OperatorTalk } from './operator-talk.tsx'
import { useOperatorCall } from '../use-operator-call.ts'

const which = ['waiting', 'reports', 'own', 'all', 'closed'] as const

/**
 * Customer service: conversations with the market, those that wait for an answer with the longest first; `?id=` shows
 * one of them.
 */
export function TalksDesk() {
  const [params] = useSearchParams()
  const id = params.get('id')
  return id === null ? <Talks /> : <OperatorTalk key={id} id={id} />
}

function Talks() {
  const { t } = useTranslation()
  const [find, setFind] = useState('')
  const [shown, setShown] = useState<(typeof which)[number]>('waiting')
  const sought = useDeferredValue(find)
  const asked = useOperatorCall('operator.talks', {
    find: sought,
    all: shown === 'all',
    own: shown === 'own',
    closed: shown === 'closed',
    reports: shown === 'reports',
  })
  const note = useNote(shown)
  const about = useAbout()
  const talks = asked.data?.talks
  return (
    <div className={styles.stack}>
      <div className={styles.filters}>
        <FindField label={t('operatorTalks.find')} value={find} onChange={setFind} />
        <Select<(typeof which)[number]>
          label={t('operator.state')}
          value={shown}
          choices={which.map((value) => ({ value, label: t(`operatorTalks.which.${value}`) }))}
          onChange={setShown}
        />
      </div>
      {asked.failure && <AskedFailure failure={asked.failure} busy={asked.busy} again={asked.again} />}
      {!talks && !asked.failure && <TalksComing />}
      {talks?.length === 0 &&
        (sought.trim() === '' && (shown === 'waiting' || shown === 'reports') ? (
          <EmptyState icon={<MessagesSquare />} title={t('operatorTalks.empty')} text={t('operatorTalks.emptyText')} />
        ) : (
          <EmptyState icon={<MessagesSquare />} title={t('operatorTalks.noneFound')} />
        ))}
      {talks && talks.length > 0 && (
        <TalkRows
          label={t('operatorTalks.list')}
          rows={talks.map((talk) => (
            <TalkCard
              key={talk.id}
              href={links.operator('talks', { id: talk.id })}
              current={false}
              name={talk.name}
              about={about(talk)}
              text={talk.text}
              pictured
              at={talk.askedAt ?? talk.at}
              unread={0}
              waits={false}
              note={note(talk)}
            />
          ))}
        />
      )}
      {asked.data?.more && <Notice>{t('operator.more')}</Notice>}
    </div>
  )
}

/** The subject of a conversation, or else the email address of the person, and the language in which they read. */
function useAbout(): (talk: OperatorConversation) => string {
  const { locale } = useFormat()
  return ({ title, email, language }) =>
    [title ? textIn(title, locale) : email, locales.find(({ code }) => code === language)?.name]
      .filter((part) => part !== undefined)
      .join(' · ')
}

/** A short note on a conversation in a list: who answers it, or its state among the others. */
function useNote(shown: (typeof which)[number]): (talk: OperatorConversation) => string | undefined {
  const { t } = useTranslation()
  const me = usePerson()?.uid
  return ({ suspended, closedAt, holder, askedAt }) => {
    if (suspended !== null) return t('operatorTalks.suspended')
    if (closedAt) return shown === 'closed' ? undefined : t('operatorTalks.isClosed')
    if (holder && holder.id !== me) return t('operatorTalks.heldBy', { name: holder.name })
    if (holder && shown !== 'own') return t('operatorTalks.heldByYou')
    return (shown === 'all' || shown === 'own') && askedAt !== null ? t('operatorTalks.which.waiting') : undefined
  }
}
