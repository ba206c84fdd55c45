import MessagesSquare from 'lucide-react/icons/messages-square'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { links } from '../../../links/links.ts'
import { TalkRows, TalksComing } from '../../../parts/messages/talk-desk.tsx'
import { TalkCard } from '../../../parts/messages/talk-row.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useStoreParam } from '../../../parts/stores/open-desk.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import type { OpenedTalks } from './use-store-talks.ts'

/** All conversations with buyers, newest first, each with its last words and what it is about. */
export function StoreTalkList({ talks, current }: { talks: OpenedTalks | undefined; current: string | null }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const at = useStoreParam()
  if (!talks) return <TalksComing />
  const { items, names, texts, more } = talks
  if (items.length === 0)
    return <EmptyState icon={<MessagesSquare />} title={t('storeTalks.empty')} text={t('storeTalks.emptyHint')} />
  const rows = items.map((talk) => {
    const { id, line, title, subject } = talk
    const name = names.get(id)
    return (
      <TalkCard
        key={id}
        href={links.storeTalk(id, at)}
        current={id === current}
        name={name === '' ? t('storeTalks.left') : (name ?? t('storeTalks.buyer'))}
        about={title && subject?.kind !== 'store' && textIn(title, locale)}
        text={line && texts.get(line.id)}
        pictured={(line?.files ?? line?.pictures) !== undefined}
        at={line?.at ?? talk.at}
        unread={talk.unread}
        waits={talk.pending}
        note={talk.askedAt === null ? undefined : t('storeTalks.waits')}
      />
    )
  })
  return (
    <TalkRows label={t('storeTalks.all')} rows={rows}>
      {more && (
        <Button kind="secondary" onClick={more}>
          {t('orders.showMore')}
        </Button>
      )}
    </TalkRows>
  )
}
