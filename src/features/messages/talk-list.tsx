import MessagesSquare from 'lucide-react/icons/messages-square'
import PenLine from 'lucide-react/icons/pen-line'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/locales.ts'
import type { TalkItem } from '#localdb/queries/talks.ts'
import { links } from '../../app/links.ts'
import { useUnsealed } from '../../data/use-unsealed.ts'
import { useFormat } from '../../parts/use-format.ts'
import { SyncMark } from '../../parts/sync-mark.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import styles from './talks.module.css'

/** All conversations, newest first, each with its last line; and the way to a new one with the operator. */
export function TalkList({ talks, current }: { talks: readonly TalkItem[] | undefined; current?: string }) {
  const { t } = useTranslation()
  const sealed = useMemo(() => talks?.flatMap(({ line }) => (line ? [line] : [])), [talks])
  const clear = useUnsealed(sealed, 'talkLines')
  if (!talks)
    return (
      <div className={styles.list}>
        <Skeleton height="4.5rem" />
        <Skeleton height="4.5rem" />
      </div>
    )
  const write = (
    <ButtonLink kind="secondary" icon={<PenLine />} href={links.ask(0)}>
      {t('talks.writeOperator')}
    </ButtonLink>
  )
  if (talks.length === 0)
    return <EmptyState icon={<MessagesSquare />} title={t('talks.empty')} text={t('talks.emptyHint')} action={write} />
  const texts = new Map(clear?.map((line) => [line.id, line.text]))
  return (
    <div className={styles.list}>
      <ul className={styles.rows} aria-label={t('talks.all')}>
        {talks.map((talk) => (
          <TalkRow
            key={talk.id}
            talk={talk}
            text={talk.line && texts.get(talk.line.id)}
            current={talk.id === current}
          />
        ))}
      </ul>
      {write}
    </div>
  )
}

function TalkRow({ talk, text, current }: { talk: TalkItem; text: string | undefined; current: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { line, title, subject, unread } = talk
  const about = title && subject?.kind !== 'store' && textIn(title, format.locale)
  return (
    <li>
      <a href={links.talk(talk.id)} className={styles.row} aria-current={current || undefined}>
        <span className={styles.with}>
          <bdi>{talk.to === 0 ? t('talks.operator') : talk.name || t('talks.store')}</bdi>
          <span className={styles.when}>
            <RelativeTime at={line?.at ?? talk.at} /> {talk.pending > 0 && <SyncMark />}
          </span>
        </span>
        {about && (
          <span className={styles.about} dir="auto">
            {about}
          </span>
        )}
        <span className={cx(styles.snippet, unread > 0 && styles.strong)}>
          <span dir="auto">{text || (line?.files || line?.pictures ? t('talks.picture') : '\u00a0')}</span>
          {unread > 0 && <span className={styles.new}>{t('talks.unread', { n: format.number(unread) })}</span>}
        </span>
      </a>
    </li>
  )
}
