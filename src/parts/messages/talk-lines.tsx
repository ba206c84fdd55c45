import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/blocks/notice.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { byDay, dayName } from '../format/by-day.ts'
import { OwnPicture } from '../pictures/own-picture.tsx'
import { TalkLineRow, type ShownLine } from './talk-line.tsx'
import styles from './talk.module.css'
import { useFormat } from '../format/use-format.ts'

/** The number of lines that are shown at first, and that each press adds. */
const STEP = 60

/** The last lines of a conversation, whose texts are to be opened, and the way to more of them. */
export function useLastLines<L extends ShownLine>(
  all: readonly L[] | undefined,
): { some: L[] | undefined; more: (() => void) | undefined } {
  const [shown, setShown] = useState(STEP)
  const some = useMemo(() => all?.slice(-shown), [all, shown])
  return { some, more: all && all.length > shown ? () => setShown(shown + STEP) : undefined }
}

interface TalkLinesProps {
  /** With whom, in words. */
  name: string
  /** Beside the list, where it scrolls within its box. */
  boxed?: boolean
  isNew?: boolean
  /** The shown lines, opened; undefined until they are. */
  opened: { rows: readonly ShownLine[]; unreadable: number } | undefined
  /** The ids of lines that are not at the market yet. */
  waiting: ReadonlySet<string>
  more: (() => void) | undefined
  /** The member of the reader's own side who wrote a line, in words; undefined where it is plain. */
  by?(line: ShownLine): string | undefined
  Own?: ComponentType<{ file: string; alt: string }>
}

/** The lines of a conversation by day, the newest in sight. */
export function TalkLines({
  name,
  boxed = false,
  isNew = false,
  opened,
  waiting,
  more,
  by,
  Own = OwnPicture,
}: TalkLinesProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const [now] = useState(() => Date.now())
  const end = useRef<HTMLDivElement>(null)
  const last = opened?.rows.at(-1)?.id
  useLayoutEffect(() => {
    if (last === undefined) return
    if (boxed) end.current?.parentElement?.scrollTo({ top: end.current.offsetTop })
    else end.current?.scrollIntoView({ block: 'end' })
  }, [last, boxed])
  if (!opened)
    return (
      <div className={cx(styles.lines, boxed && styles.boxed)}>
        <Skeleton height="3rem" />
        <Skeleton height="3rem" />
      </div>
    )
  const words = { today: t('messages.today'), yesterday: t('messages.yesterday') }
  return (
    <div className={cx(styles.lines, boxed && styles.boxed)} role="log" aria-label={t('talks.lines', { name })}>
      {more && (
        <Button kind="quiet" small onClick={more}>
          {t('talks.earlier')}
        </Button>
      )}
      {isNew && <p className={styles.first}>{t('talks.first')}</p>}
      {opened.unreadable > 0 && <Notice tone="warn">{t('talks.unreadable')}</Notice>}
      {byDay(opened.rows).map(({ day, items }) => (
        <section key={day} className={styles.day}>
          <h3 className={styles.dayName}>{dayName(day, now, locale, words)}</h3>
          {items.map((line) => (
            <TalkLineRow
              key={line.id}
              line={line}
              waits={waiting.has(line.id)}
              name={line.mine ? t('talks.you') : name}
              by={by?.(line)}
              Own={Own}
            />
          ))}
        </section>
      ))}
      <div ref={end} className={styles.end} />
    </div>
  )
}

/** Reports the shown lines as read: with each new line (`upTo`; 0 for none), and only while the page is in sight. */
export function useReadTalk(upTo: number, tell: (upTo: number) => void): void {
  const read = useEffectEvent(() => {
    if (upTo > 0 && document.visibilityState === 'visible') tell(upTo)
  })
  useEffect(() => {
    read()
    const look = () => read()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [upTo])
}
