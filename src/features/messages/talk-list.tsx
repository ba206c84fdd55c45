import MessagesSquare from 'lucide-react/icons/messages-square'
import PenLine from 'lucide-react/icons/pen-line'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import type { TalkItem } from '#localdb/queries/messages/talks.ts'
import { links } from '../../links/links.ts'
import { useUnsealed } from '../../data/use-unsealed.ts'
import { Beneath } from '../../parts/home/beneath.tsx'
import { TalkRows, TalksComing } from '../../parts/messages/talk-desk.tsx'
import { TalkCard } from '../../parts/messages/talk-row.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'

/** All conversations, newest first, each with its last line; and the way to a new one with the operator. */
export function TalkList({ talks, current }: { talks: readonly TalkItem[] | undefined; current?: string }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const sealed = useMemo(() => talks?.flatMap(({ line }) => (line ? [line] : [])), [talks])
  const clear = useUnsealed(sealed, 'talkLines')
  if (!talks) return <TalksComing />
  const write = (
    <ButtonLink kind="secondary" icon={<PenLine />} href={links.ask(0)}>
      {t('talks.writeOperator')}
    </ButtonLink>
  )
  if (talks.length === 0)
    return (
      <>
        <EmptyState icon={<MessagesSquare />} title={t('talks.empty')} text={t('talks.emptyHint')} action={write} />
        <Beneath />
      </>
    )
  const texts = new Map(clear?.map((line) => [line.id, line.text]))
  const rows = talks.map((talk) => {
    const { id, line, title, subject } = talk
    return (
      <TalkCard
        key={id}
        href={links.talk(id)}
        current={id === current}
        name={talk.to === 0 ? t('talks.operator') : talk.name || t('talks.store')}
        about={title && subject?.kind !== 'store' && textIn(title, locale)}
        text={line && texts.get(line.id)}
        pictured={(line?.files ?? line?.pictures) !== undefined}
        at={line?.at ?? talk.at}
        unread={talk.unread}
        waits={talk.pending > 0}
      />
    )
  })
  return (
    <TalkRows label={t('talks.all')} rows={rows}>
      {write}
    </TalkRows>
  )
}
