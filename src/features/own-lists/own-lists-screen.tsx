import ListChecks from 'lucide-react/icons/list-checks'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { OWN_LISTS_MAX } from '#contract/own-lists/rules.ts'
import { ownListItems, removedLists } from '#localdb/queries/own-lists/items.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useMutate } from '../../data/use-mutate.ts'
import { Beneath } from '../../parts/home/beneath.tsx'
import { RefusedList } from '../../parts/changes/refused-list.tsx'
import { Screen } from '../../parts/screen/screen.tsx'
import { SyncMark } from '../../parts/sync/sync-mark.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'
import { List, ListRow } from '../../ui/blocks/list.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import { NameSheet } from './name-sheet.tsx'
import styles from './own-lists.module.css'
import { RemovedNotice } from './removed-notice.tsx'

/** The person's own lists: named, with quantities, on all of their devices. */
export function OwnListsScreen() {
  const { t } = useTranslation()
  const format = useFormat()
  const toast = useToast()
  const [, navigate] = useLocation()
  const mutate = useMutate()
  const lists = useLive(ownListItems, [])
  const removed = useLive(removedLists, [], [])
  const [naming, setNaming] = useState(false)
  if (!lists)
    return (
      <Screen width="narrow">
        <Skeleton height="3.25rem" />
        <Skeleton height="3.25rem" />
      </Screen>
    )
  const press = () => {
    if (lists.length < OWN_LISTS_MAX) return setNaming(true)
    toast({ text: t('refusals.listsFull', { max: OWN_LISTS_MAX }), kind: 'bad' })
  }
  const make = async (name: string) => {
    const id = crypto.randomUUID()
    setNaming(false)
    if (await mutate('list.put', { id, name })) navigate(links.ownList(id))
  }
  const add = (
    <Button wide icon={<Plus />} onClick={press}>
      {t('lists.make')}
    </Button>
  )
  return (
    <Screen width="narrow" foot={lists.length > 0 && add}>
      <RefusedList of="list" />
      <div className={styles.stack}>
        {removed.map((list) => (
          <RemovedNotice key={list.intentId} list={list} />
        ))}
        {lists.length === 0 ? (
          <>
            <EmptyState icon={<ListChecks />} title={t('lists.empty')} text={t('lists.emptyHint')} action={add} />
            <Beneath />
          </>
        ) : (
          <List label={t('titles.ownLists')}>
            {lists.map((list) => (
              <ListRow
                key={list.id}
                icon={<ListChecks />}
                title={<bdi>{list.name}</bdi>}
                text={t('lists.products', { count: list.lines })}
                end={list.pending > 0 && <SyncMark label={t('lists.pending', { n: format.number(list.pending) })} />}
                href={links.ownList(list.id)}
              />
            ))}
          </List>
        )}
      </div>
      {naming && <NameSheet title={t('lists.make')} name="" onClose={() => setNaming(false)} onName={make} />}
    </Screen>
  )
}
