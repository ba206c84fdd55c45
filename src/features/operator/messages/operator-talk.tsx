import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useContext, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { locales, textIn } from '#contract/text/locales.ts'
import { LINE_TEXT_MAX } from '#contract/messages/rules.ts'
import type { MessageSubject } from '#contract/messages/schema-rows.ts'
import type { OperatorConversation } from '#contract/messages/schema-operator.ts'
import { links } from '../../../links/links.ts'
import { usePerson } from '../../../data/use-person.ts'
import { TalkName, TalkSubjectLink } from '../../../parts/messages/talk-desk.tsx'
import { TalkLines } from '../../../parts/messages/talk-lines.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import styles from '../operator.module.css'
import { TalkHolder } from './talk-holder.tsx'
import { useAct } from '../use-act.ts'
import { DesksContext, useOperatorCall } from '../use-operator-call.ts'

const none: ReadonlySet<string> = new Set()

/** One conversation with the market: who writes, who answers, what was said, and the market's answer. */
export function OperatorTalk({ id }: { id: string }) {
  const { t } = useTranslation()
  const me = usePerson()?.uid
  const asked = useOperatorCall('operator.talk', { id })
  const { data } = asked
  const opened = useMemo(
    () =>
      data && {
        // The market's own side is the reader's.
        rows: data.lines.map(({ by, ...line }, n) => ({
          ...line,
          n,
          mine: !line.mine,
          by: by ? by.name || t('operatorTalks.former') : null,
        })),
        unreadable: 0,
      },
    [data, t],
  )
  const name = data?.talk.name || t('operatorTalks.person')
  const holder = data?.talk.holder
  return (
    <div className={styles.stack}>
      <div className={styles.acts}>
        <ButtonLink kind="quiet" small icon={<ArrowLeft className="mirrors" />} href={links.operator('talks')}>
          {t('operatorTalks.back')}
        </ButtonLink>
      </div>
      {asked.failure && <AskedFailure failure={asked.failure} busy={asked.busy} again={asked.again} />}
      {/* The lines that were read stay after a failure, with the answer that is being typed. */}
      {(data || !asked.failure) && (
        <Card className={styles.stack}>
          <TalkName>{name}</TalkName>
          {data && <Head talk={data.talk} />}
          {data?.talk.title && <About {...data.talk} />}
          <TalkLines
            name={name}
            opened={opened}
            waiting={none}
            more={undefined}
            by={({ mine, by }) => (mine ? (by ?? undefined) : undefined)}
          />
          {data && <TalkHolder talk={data.talk} staff={data.staff ?? []} onDone={asked.again} />}
          {data && holder && holder.id !== me ? (
            <p className={styles.soft}>{t('operatorTalks.takeFirst')}</p>
          ) : (
            data && <Answer id={id} onDone={asked.again} />
          )}
        </Card>
      )}
    </div>
  )
}

/** Whose conversation it is, in which language they read, since when it waits, and what stands in its way. */
function Head({ talk }: { talk: OperatorConversation }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const { email, language, askedAt, closedAt, suspended } = talk
  const spoken = locales.find(({ code }) => code === language)?.name
  return (
    <>
      <p className={styles.soft}>
        <bdi>{email}</bdi>
        {spoken !== undefined && ` · ${t('operatorTalks.language', { language: spoken })}`}
        {askedAt !== null && ` · ${t('operatorTalks.since', { time: exactTime(askedAt, locale) })}`}
      </p>
      {suspended !== null && <Notice tone="warn">{t('operatorTalks.suspendedFor', { reason: suspended })}</Notice>}
      {closedAt && <Notice>{t('operatorTalks.closed', { time: exactTime(closedAt, locale) })}</Notice>}
    </>
  )
}

/**
 * The subject of a conversation. A product or a store has a link to it, and one to the desk where it can be taken off.
 */
function About({ subject, title }: Pick<OperatorConversation, 'subject' | 'title'>) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const { rights } = useContext(DesksContext)
  const name = title ? textIn(title, locale) : ''
  const about = t('talks.about', { name })
  const way = wayTo(subject)
  if (!way) return <TalkSubjectLink href={undefined}>{about}</TalkSubjectLink>
  return (
    <>
      <TalkSubjectLink href={way.href}>{about}</TalkSubjectLink>
      {rights.includes(way.right) && (
        <div className={styles.acts}>
          <ButtonLink kind="secondary" small href={way.desk}>
            {t(way.isProduct ? 'operatorTalks.takeOff' : 'operatorTalks.suspend')}
          </ButtonLink>
        </div>
      )}
    </>
  )
}

/** Where a product or a store is seen, and the desk at which it is taken off, with the right that this takes. */
function wayTo(subject: MessageSubject | null) {
  if (subject?.kind === 'product')
    return {
      isProduct: true,
      href: links.goods(Number(subject.id)),
      desk: links.operator('catalogue', { find: subject.id }),
      right: 'catalogue',
    }
  if (subject?.kind !== 'store') return undefined
  return {
    isProduct: false,
    href: links.store(Number(subject.id)),
    desk: links.operator('stores', { id: subject.id }),
    right: 'people',
  }
}

function Answer({ id, onDone }: { id: string; onDone(): void }) {
  const { t } = useTranslation()
  const field = useId()
  const { act, busy } = useAct('operator.answerTalk')
  const [text, setText] = useState('')
  // A line sent again after a lost answer keeps its id.
  const line = useRef<string>(undefined)
  const send = async () => {
    if (text.trim() === '' || busy) return
    line.current ??= crypto.randomUUID()
    if (!(await act({ id, line: line.current, text: text.trim() }))) return
    line.current = undefined
    setText('')
    onDone()
  }
  return (
    <>
      <label className={styles.words} htmlFor={field}>
        {t('operatorTalks.answer')}
        <textarea
          id={field}
          rows={3}
          dir="auto"
          maxLength={LINE_TEXT_MAX}
          value={text}
          onChange={(e) => {
            setText(e.target.value)
            line.current = undefined
          }}
        />
      </label>
      <Button wide busy={busy} onClick={() => void send()}>
        {t('operatorTalks.send')}
      </Button>
    </>
  )
}
