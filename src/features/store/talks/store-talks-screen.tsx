import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { storeTalkById } from '#localdb/queries/messages/store-talks.ts'
import { useStoreLive } from '../../../data/stores/use-store.ts'
import { TalkDesk } from '../../../parts/messages/talk-desk.tsx'
import { useWide } from '../../../ui/use-wide.ts'
import { BuyersNav } from '../buyers-nav.tsx'
import { CentrePage } from '../centre-page.tsx'
import { InStore } from '../in-store.tsx'
import { StoreTalkList } from './store-talk-list.tsx'
import { StoreTalkThread } from './store-talk-thread.tsx'
import { useStoreTalks } from './use-store-talks.ts'

/** The store's conversations with buyers; `?id=` shows one: alone on a phone, beside the list where there is room. */
export function StoreTalksScreen() {
  return (
    <InStore>
      <Talks />
    </InStore>
  )
}

function Talks() {
  const [params] = useSearchParams()
  const wide = useWide()
  const talks = useStoreTalks()
  const asked = params.get('id')
  // Until one is chosen, the first: there is room for it.
  const id = asked ?? (wide ? (talks?.items[0]?.id ?? null) : null)
  const query = useMemo(() => storeTalkById(id ?? ''), [id])
  const found = useStoreLive(query)
  const one = found?.id === id ? found : undefined
  if (!wide && id !== null) return <StoreTalkThread key={id} one={one} />
  const list = <StoreTalkList talks={talks} current={id} />
  return (
    <CentrePage tab="buyers" wide={wide}>
      <BuyersNav current="talks" />
      {wide && talks?.total !== 0 ? (
        <TalkDesk list={list}>{id !== null && <StoreTalkThread key={id} one={one} boxed />}</TalkDesk>
      ) : (
        list
      )}
    </CentrePage>
  )
}
