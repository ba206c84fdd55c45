import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/locales.ts'
import { LINE_TEXT_MAX } from '#contract/rules/messages.ts'
import type { Subject } from '#contract/schema/message-rows.ts'
import { links } from '../../app/links.ts'
import { TalkName, TalkSubject } from '../../parts/talk-desk.tsx'
import { TalkLines } from '../../parts/talk-lines.tsx'
import { useFormat } from '../../parts/use-format.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { exactTime } from '../../ui/time.tsx'
import { AskedFailure } from './asked-failure.tsx'
import styles from './operator.module.css'
import { useAct } from './use-act.ts'
import { useDesk } from './use-desk.ts'

const none: ReadonlySet<string> = new Set()

/** One conversation with the market: who writes, what was said, and the market's answer. */
export function OperatorTalk({ id }: { id: string }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const asked = useDesk('operator.talk', { id })
  const { data } = asked
  const opened = useMemo(
    () =>
      data && {
        // The market's own side is the reader's.
        rows: data.lines.map((line, n) => ({ ...line, n, mine: !line.mine })),
        unreadable: 0,
      },
    [data],
  )
  return (
    <div className={styles.stack}>
      <div className={styles.acts}>
        <ButtonLink kind="quiet" small icon={<ArrowLeft className="mirrors" />} href={links.operator('talks')}>
          {t('operatorTalks.back')}
        </ButtonLink>
      </div>
      {asked.failure && <AskedFailure failure={asked.failure} busy={asked.busy} again={asked.again} />}
      {!asked.failure && (
        <Card className={styles.stack}>
          <TalkName>{data?.talk.name ?? t('operatorTalks.person')}</TalkName>
          {data && (
            <p className={styles.soft}>
              <bdi>{data.talk.email}</bdi>
              {data.talk.askedAt !== null &&
                ` · ${t('operatorTalks.since', { time: exactTime(data.talk.askedAt, locale) })}`}
            </p>
          )}
          {data && data.talk.suspended !== null && (
            <Notice tone="warn">{t('operatorTalks.suspendedFor', { reason: data.talk.suspended })}</Notice>
          )}
          {data?.talk.title && <About {...data.talk} name={textIn(data.talk.title, locale)} />}
          <TalkLines
            name={data?.talk.name ?? t('operatorTalks.person')}
            opened={opened}
            waiting={none}
            more={undefined}
          />
          {data && <Answer id={id} onDone={asked.again} />}
        </Card>
      )}
    </div>
  )
}

/** What a conversation is about; a product or a store with the way to see it, and to where it can be taken off. */
function About({ subject, name }: { subject: Subject | null; name: string }) {
  const { t } = useTranslation()
  const about = t('talks.about', { name })
  if (subject?.kind !== 'product' && subject?.kind !== 'store')
    return <TalkSubject href={undefined}>{about}</TalkSubject>
  const isProduct = subject.kind === 'product'
  const id = Number(subject.id)
  return (
    <>
      <TalkSubject href={isProduct ? links.goods(id) : links.store(id)}>{about}</TalkSubject>
      <div className={styles.acts}>
        <ButtonLink
          kind="secondary"
          small
          href={isProduct ? links.operator('catalogue', subject.id) : links.operator('stores', name)}
        >
          {t(isProduct ? 'operatorTalks.takeOff' : 'operatorTalks.suspend')}
        </ButtonLink>
      </div>
    </>
  )
}

function Answer({ id, onDone }: { id: string; onDone(): void }) {
  const { t } = useTranslation()
  const field = useId()
  const { act, busy } = useAct('operator.answerTalk')
  const [text, setText] = useState('')
  // Asked again after a lost answer, it is the same line.
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
