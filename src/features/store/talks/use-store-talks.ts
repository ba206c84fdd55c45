import { useMemo, useState } from 'react'
import { storeTalks, type StoreTalkItem, type StoreTalks } from '#localdb/queries/messages/store-talks.ts'
import { useStoreLive, useStoreOpened } from '../../../data/stores/use-store.ts'

const A_PAGE = 40

/** The store's conversations with the names of the buyers and the last words, once they are opened. */
export interface OpenedTalks extends StoreTalks {
  names: ReadonlyMap<string, string>
  texts: ReadonlyMap<string, string>
  more: (() => void) | undefined
}

export function useStoreTalks(): OpenedTalks | undefined {
  const [pages, setPages] = useState(1)
  const most = pages * A_PAGE
  const query = useMemo(() => storeTalks(most), [most])
  const talks = useStoreLive(query)
  const lines = useMemo(() => talks?.items.flatMap(({ line }) => (line ? [line] : [])), [talks])
  const openedLines = useStoreOpened(lines, 'storeTalkLines')
  const opened = useStoreOpened<'storeTalks', StoreTalkItem>(talks?.items, 'storeTalks')
  return useMemo(
    () =>
      talks && {
        ...talks,
        names: new Map(opened?.rows.map((row) => [row.id, row.buyer])),
        texts: new Map(openedLines?.rows.map((row) => [row.id, row.text])),
        more: talks.total > most ? () => setPages(pages + 1) : undefined,
      },
    [talks, opened, openedLines, most, pages],
  )
}
