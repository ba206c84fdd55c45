import MessagesSquare from 'lucide-react/icons/messages-square'
import { useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { inCentre } from '#contract/messages/rules.ts'
import { unreadOf } from '#localdb/queries/messages/items.ts'
import type { OneStoreTalk, StoreTalkItem } from '#localdb/queries/messages/store-talks.ts'
import { links } from '../../../links/links.ts'
import { useLive } from '../../../data/use-live.ts'
import { useMutate } from '../../../data/use-mutate.ts'
import { usePerson } from '../../../data/use-person.ts'
import { DeskContext, useStoreMutate, useStoreOpened } from '../../../data/stores/use-store.ts'
import { Screen } from '../../../parts/screen/screen.tsx'
import { TalkComposer } from '../../../parts/messages/talk-composer.tsx'
import { TalkName, TalkSubjectLink } from '../../../parts/messages/talk-desk.tsx'
import type { ShownLine } from '../../../parts/messages/talk-line.tsx'
import { TalkLines, useLastLines, useReadTalk } from '../../../parts/messages/talk-lines.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useStore, useStoreParam } from '../../../parts/stores/open-desk.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { OwnThumb } from '../products/goods-thumb.tsx'
import { SavedReplies } from './saved-replies.tsx'
import { RefusedSection } from '../refused-section.tsx'

interface ThreadProps {
  /** Undefined until the device has answered. */
  one: OneStoreTalk | undefined
  /** Beside the list. */
  boxed?: boolean
}

/** One conversation with a buyer: its subject, its lines with their authors, and the field for the store's answer. */
export function StoreTalkThread({ one, boxed = false }: ThreadProps) {
  const { t } = useTranslation()
  const at = useStoreParam()
  const name = useBuyer(one?.talk)
  if (one && !one.talk) {
    const gone = (
      <EmptyState
        icon={<MessagesSquare />}
        title={t('storeTalks.gone')}
        text={t('storeTalks.goneHint')}
        action={<ButtonLink href={links.storeTalks(at)}>{t('storeTalks.all')}</ButtonLink>}
      />
    )
    return boxed ? gone : <Screen width="narrow">{gone}</Screen>
  }
  const composer = one && <Composer id={one.id} />
  const body = (
    <>
      {boxed && <TalkName>{name}</TalkName>}
      {one && <About one={one} />}
      {one?.talk && one.talk.buyer !== '' && <Draw id={one.id} />}
      <Lines one={one} name={name} boxed={boxed} />
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
    <Screen width="narrow" title={name} foot={composer}>
      <RefusedSection />
      {body}
    </Screen>
  )
}

/** The buyer's name, once it is opened. */
function useBuyer(talk: StoreTalkItem | null | undefined): string {
  const { t } = useTranslation()
  const rows = useMemo(() => (talk ? [talk] : []), [talk])
  const buyer = useStoreOpened<'storeTalks', StoreTalkItem>(rows, 'storeTalks')?.rows[0]?.buyer
  return buyer === '' ? t('storeTalks.left') : (buyer ?? t('storeTalks.buyer'))
}

function About({ one: { talk, sale, goods } }: { one: OneStoreTalk }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const at = useStoreParam()
  const { subject, title } = talk!
  if (!subject || !title || subject.kind === 'store') return null
  const order = subject.kind === 'order'
  const href = order
    ? sale
      ? links.sale(subject.id, at)
      : undefined
    : goods
      ? links.centreProduct(talk!.goods!, at)
      : links.goods(Number(subject.id))
  const name = textIn(title, locale)
  return (
    <TalkSubjectLink href={href}>
      {t('talks.about', { name: order ? t('talks.order', { number: name }) : name })}
    </TalkSubjectLink>
  )
}

/** Leads to the form that draws up an order for the buyer of this conversation. */
function Draw({ id }: { id: string }) {
  const { t } = useTranslation()
  const at = useStoreParam()
  return <TalkSubjectLink href={links.centreDraw(`storeTalk/${id}`, at)}>{t('asks.draw')}</TalkSubjectLink>
}

function Lines({ one, name, boxed }: { one: OneStoreTalk | undefined; name: string; boxed: boolean }) {
  const { t } = useTranslation()
  const me = usePerson()?.uid
  const mutate = useStoreMutate()
  const all = one?.lines
  const { some, more } = useLastLines(all)
  const opened = useStoreOpened(some, 'storeTalkLines')
  const waiting = useMemo(() => new Set(all?.flatMap(({ id, pending }) => (pending ? [id] : []))), [all])
  const talk = one?.talk
  useReadTalk(talk && talk.unread > 0 ? talk.last : 0, (upTo) => {
    if (one) void mutate('talk.seen', { id: one.id, upTo })
  })
  useReadMessages(one)
  const by = (line: ShownLine): string | undefined => {
    const who = line.mine && line.by && line.by !== me ? one?.members[line.by] : undefined
    return who ? t('storeTalks.by', { name: who }) : undefined
  }
  return (
    <TalkLines name={name} boxed={boxed} opened={all && opened} waiting={waiting} more={more} by={by} Own={OwnThumb} />
  )
}

/** Marks the member's messages about this conversation as read while it is on the screen. */
function useReadMessages(one: OneStoreTalk | undefined): void {
  const mutate = useMutate()
  const { storeId } = useStore()
  const about = one && inCentre(storeId, 'storeTalk', one.id)
  const unread = useLive(async (db) => (about ? unreadOf(db, about.kind, about.id) : []), [about?.id])
  useReadTalk(Math.max(0, ...(unread ?? [])), () => void mutate('message.read', { ids: unread ?? [], on: true }))
}

function Composer({ id }: { id: string }) {
  const mutate = useStoreMutate()
  const desk = useContext(DeskContext)?.id
  return (
    <TalkComposer
      about={`${desk} ${id}`}
      keepAs={desk}
      Own={OwnThumb}
      Ready={SavedReplies}
      send={(text, pictures) => mutate('talk.answer', { id: crypto.randomUUID(), talk: id, text, pictures })}
    />
  )
}
