import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { links } from '../../app/links.ts'
import { useMutate } from '../../data/use-mutate.ts'
import { useOpened } from '../../data/use-unsealed.ts'
import { Screen } from '../../parts/screen.tsx'
import { useRefusalText } from '../../parts/use-failure-text.ts'
import { useFormat } from '../../parts/use-format.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { byDay, dayName } from './by-day.ts'
import { Composer } from './composer.tsx'
import { TalkLineRow } from './talk-line.tsx'
import { subjectHref } from './message-link.ts'
import styles from './talks.module.css'
import type { OpenTalk } from './use-talk.ts'

/** So many lines are shown at once. */
const STEP = 60

/** One conversation with its composer: a screen of its own, or (`boxed`) beside the list. */
export function TalkThread({ talk, boxed = false }: { talk: OpenTalk; boxed?: boolean }) {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const href = subjectHref(talk.about?.subject ?? null)
  const composer = <Composer talk={talk} />
  const body = (
    <>
      {boxed && (
        <h2 className={styles.name}>
          <bdi>{talk.name}</bdi>
        </h2>
      )}
      {talk.about && href && (
        <a href={href} className={styles.subject} dir="auto">
          {talk.about.text}
        </a>
      )}
      <Lines talk={talk} boxed={boxed} />
      {talk.state?.refused && (
        <Notice
          tone="bad"
          urgent
          action={
            <ButtonLink small kind="quiet" href={links.sync('needs')}>
              {t('talks.look')}
            </ButtonLink>
          }
        >
          {t('talks.refused', { why: refusalText(talk.state.refused) })}
        </Notice>
      )}
    </>
  )
  if (boxed)
    return (
      <>
        {body}
        {composer}
      </>
    )
  return (
    <Screen width="narrow" title={talk.name} foot={composer}>
      {body}
    </Screen>
  )
}

function Lines({ talk, boxed }: { talk: OpenTalk; boxed: boolean }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const { state } = talk
  const [shown, setShown] = useState(STEP)
  const [now] = useState(() => Date.now())
  const all = state?.lines
  const some = useMemo(() => all?.slice(-shown), [all, shown])
  const opened = useOpened(some, 'talkLines')
  const end = useRef<HTMLDivElement>(null)
  const last = opened?.rows.at(-1)?.id
  useLayoutEffect(() => {
    if (last === undefined) return
    if (boxed) end.current?.parentElement?.scrollTo({ top: end.current.offsetTop })
    else end.current?.scrollIntoView({ block: 'end' })
  }, [last, boxed])
  useRead(talk)

  if (!state || !opened || !all)
    return (
      <div className={cx(styles.lines, boxed && styles.boxed)}>
        <Skeleton height="3rem" />
        <Skeleton height="3rem" />
      </div>
    )
  const words = { today: t('messages.today'), yesterday: t('messages.yesterday') }
  const pending = new Map(all.map((line) => [line.id, line.pending]))
  return (
    <div
      className={cx(styles.lines, boxed && styles.boxed)}
      role="log"
      aria-label={t('talks.lines', { name: talk.name })}
    >
      {all.length > shown && (
        <Button kind="quiet" small onClick={() => setShown(shown + STEP)}>
          {t('talks.earlier')}
        </Button>
      )}
      {talk.isNew && <p className={styles.first}>{t('talks.first')}</p>}
      {opened.unreadable > 0 && <Notice tone="warn">{t('talks.unreadable')}</Notice>}
      {byDay(opened.rows).map(({ day, items }) => (
        <section key={day} className={styles.day}>
          <h3 className={styles.dayName}>{dayName(day, now, locale, words)}</h3>
          {items.map((line) => (
            <TalkLineRow key={line.id} line={line} waits={(pending.get(line.id) ?? 0) > 0} name={talk.name} />
          ))}
        </section>
      ))}
      <div ref={end} className={styles.end} />
    </div>
  )
}

/** What is shown was read: told once for each new line, and only while somebody looks. */
function useRead({ state }: OpenTalk): void {
  const mutate = useMutate()
  const talk = state?.talk
  const upTo = talk && talk.unread > 0 ? talk.last : 0
  const read = useEffectEvent(() => {
    if (talk && upTo > 0 && document.visibilityState === 'visible') void mutate('talk.read', { id: talk.id, upTo })
  })
  useEffect(() => {
    read()
    const look = () => read()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [upTo])
}
