import MessagesSquare from 'lucide-react/icons/messages-square'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { textIn } from '#contract/locales.ts'
import { links } from '../../app/links.ts'
import { TalkRows, TalksComing } from '../../parts/talk-desk.tsx'
import { TalkRow } from '../../parts/talk-row.tsx'
import { useFormat } from '../../parts/use-format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { AskedFailure } from './asked-failure.tsx'
import { FindField } from './find-field.tsx'
import styles from './operator.module.css'
import { OperatorTalk } from './operator-talk.tsx'
import { useDesk } from './use-desk.ts'

const which = ['waiting', 'reports', 'all'] as const

/** Conversations with the market: those that wait for an answer, the longest first; `?id=` shows one of them. */
export function TalksDesk() {
  const [params] = useSearchParams()
  const id = params.get('id')
  return id === null ? <Talks /> : <OperatorTalk key={id} id={id} />
}

function Talks() {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const [find, setFind] = useState('')
  const [shown, setShown] = useState<(typeof which)[number]>('waiting')
  const sought = useDeferredValue(find)
  const asked = useDesk('operator.talks', {
    find: sought,
    all: shown === 'all',
    reports: shown === 'reports',
  })
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
        (sought.trim() === '' && shown !== 'all' ? (
          <EmptyState icon={<MessagesSquare />} title={t('operatorTalks.empty')} text={t('operatorTalks.emptyText')} />
        ) : (
          <EmptyState icon={<MessagesSquare />} title={t('operatorTalks.noneFound')} />
        ))}
      {talks && talks.length > 0 && (
        <TalkRows
          label={t('operatorTalks.list')}
          rows={talks.map((talk) => (
            <TalkRow
              key={talk.id}
              href={links.operatorTalk(talk.id)}
              current={false}
              name={talk.name}
              about={talk.title ? textIn(talk.title, locale) : talk.email}
              text={talk.text}
              pictured
              at={talk.askedAt ?? talk.at}
              unread={0}
              waits={false}
              note={
                talk.suspended !== null
                  ? t('operatorTalks.suspended')
                  : shown === 'all' && talk.askedAt !== null
                    ? t('operatorTalks.which.waiting')
                    : undefined
              }
            />
          ))}
        />
      )}
      {asked.data?.more && <Notice>{t('operator.more')}</Notice>}
    </div>
  )
}
