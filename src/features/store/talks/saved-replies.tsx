import MessageSquareQuote from 'lucide-react/icons/message-square-quote'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readStoreNotice } from '#localdb/queries/stores/centre.ts'
import { links } from '../../../links/links.ts'
import { useStoreLive } from '../../../data/stores/use-store.ts'
import { useStoreParam } from '../../../parts/stores/open-desk.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'

/** Picks one of the store's saved replies for what is being written. */
export function SavedReplies({ onPick }: { onPick(text: string): void }) {
  const { t } = useTranslation()
  const at = useStoreParam()
  const answers = useStoreLive(readStoreNotice)?.answers ?? []
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t('storeTalks.ready')} icon={<MessageSquareQuote />} onClick={() => setOpen(true)} />
      <Sheet open={open} onClose={() => setOpen(false)} title={t('storeTalks.ready')}>
        {answers.length === 0 ? (
          <EmptyState
            icon={<MessageSquareQuote />}
            title={t('storeTalks.readyNone')}
            text={t('storeTalks.readyNoneHint')}
            action={<ButtonLink href={links.centreStore(at)}>{t('storeTalks.readyWrite')}</ButtonLink>}
          />
        ) : (
          <List label={t('storeTalks.ready')}>
            {answers.map(({ id, text }) => (
              <ListRow
                key={id}
                title={<bdi>{text}</bdi>}
                onPress={() => {
                  setOpen(false)
                  onPick(text)
                }}
              />
            ))}
          </List>
        )}
      </Sheet>
    </>
  )
}
