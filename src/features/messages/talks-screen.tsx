import { useSearchParams } from 'wouter'
import { talkItems } from '#localdb/queries/messages/talks.ts'
import { useLive } from '../../data/use-live.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { MessageNav } from '../../parts/messages/message-nav.tsx'
import { TalkDesk } from '../../parts/messages/talk-desk.tsx'
import { newTalkIn } from './talk-target.ts'
import { TalkList } from './talk-list.tsx'
import { TalkThread } from './talk-thread.tsx'
import { useTalk, type OpenTalk } from './use-talk.ts'

/**
 * Conversations with stores and the operator. `?id=` shows one of them, `?to=` one that may be new: alone on a phone,
 * beside the list where there is room.
 */
export function TalksScreen() {
  const [params] = useSearchParams()
  const fresh = newTalkIn(params)
  const id = params.get('id')
  return <Talks key={`${id} ${fresh?.to}`} id={id} fresh={fresh} />
}

function Talks({ id, fresh }: { id: string | null; fresh: ReturnType<typeof newTalkIn> }) {
  const wide = useWide()
  const talks = useLive(talkItems, [])
  // Until one is chosen, the first: there is room for it.
  const chosen = id ?? (wide && !fresh ? (talks?.[0]?.id ?? null) : null)
  const talk = useTalk(chosen, fresh)
  if (!wide && (id || fresh)) return <TalkPhone talk={talk} />
  return (
    <Screen width={wide ? 'wide' : 'narrow'}>
      <MessageNav current="talks" />
      {wide ? (
        <TalkDesk list={<TalkList talks={talks} current={talk.id} />}>
          {(chosen || fresh) && <TalkThread key={talk.id} talk={talk} boxed />}
        </TalkDesk>
      ) : (
        <TalkList talks={talks} />
      )}
    </Screen>
  )
}

const TalkPhone = ({ talk }: { talk: OpenTalk }) => <TalkThread key={talk.id} talk={talk} />
