import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { subjectPath } from '#contract/messages/subject-paths.ts'
import { storeById } from '#localdb/queries/stores/store.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useMutate } from '../../data/use-mutate.ts'
import { usePerson } from '../../data/use-person.ts'
import { useOpened } from '../../data/use-unsealed.ts'
import { AnswerTime } from '../../parts/stores/answer-time.tsx'
import { Screen } from '../../parts/screen/screen.tsx'
import { TalkComposer } from '../../parts/messages/talk-composer.tsx'
import { TalkName, TalkSubjectLink } from '../../parts/messages/talk-desk.tsx'
import { TalkLines, useLastLines, useReadTalk } from '../../parts/messages/talk-lines.tsx'
import { useRefusalText } from '../../parts/failures/use-failure-text.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import type { OpenTalk } from './use-talk.ts'

/** One conversation with its composer: a screen of its own, or (`boxed`) beside the list. */
export function TalkThread({ talk, boxed = false }: { talk: OpenTalk; boxed?: boolean }) {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const href = subjectPath(talk.about?.subject)
  const answersIn = useLive((db) => storeById(db, talk.to), [talk.to])?.store?.answersIn
  const composer = <Composer talk={talk} />
  const body = (
    <>
      {boxed && <TalkName>{talk.name}</TalkName>}
      {talk.about && href && <TalkSubjectLink href={href}>{talk.about.text}</TalkSubjectLink>}
      {talk.isNew && answersIn && (
        <Notice>
          <AnswerTime hours={answersIn} />
        </Notice>
      )}
      {isReport(talk) && <Notice>{t('talks.reportHint')}</Notice>}
      <Lines talk={talk} boxed={boxed} />
      {talk.state?.refused && (
        <Notice
          tone="bad"
          urgent
          action={
            <ButtonLink small kind="quiet" href={links.sync('needs')}>
              {t('talks.look')}
            </ButtonLink>
          }
        >
          {t('talks.refused', { why: refusalText(talk.state.refused) })}
        </Notice>
      )}
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
    <Screen width="narrow" title={talk.name} foot={composer}>
      {body}
    </Screen>
  )
}

/** Whether somebody is about to tell the market of a product or a store. */
const isReport = ({ isNew, to, subject }: OpenTalk): boolean =>
  isNew && to === 0 && (subject?.kind === 'product' || subject?.kind === 'store')

function Lines({ talk, boxed }: { talk: OpenTalk; boxed: boolean }) {
  const mutate = useMutate()
  const all = talk.state?.lines
  const { some, more } = useLastLines(all)
  const opened = useOpened(some, 'talkLines')
  const waiting = useMemo(() => new Set(all?.flatMap(({ id, pending }) => (pending > 0 ? [id] : []))), [all])
  const row = talk.state?.talk
  useReadTalk(row && row.unread > 0 ? row.last : 0, (upTo) => void mutate('talk.read', { id: talk.id, upTo }))
  return (
    <TalkLines name={talk.name} boxed={boxed} isNew={talk.isNew} opened={all && opened} waiting={waiting} more={more} />
  )
}

function Composer({ talk }: { talk: OpenTalk }) {
  const mutate = useMutate()
  const [, navigate] = useLocation()
  const person = usePerson()
  const about = talk.isNew ? `${talk.to} ${talk.subject?.kind} ${talk.subject?.id}` : talk.id
  const send = async (text: string, pictures: string[]): Promise<boolean> => {
    const { to, subject } = talk
    const line = { id: crypto.randomUUID(), talk: talk.id, to, subject, text }
    const saved = await (pictures.length > 0 ? mutate('talk.show', { ...line, pictures }) : mutate('talk.send', line))
    if (saved && talk.isNew) navigate(links.talk(talk.id), { replace: true })
    return saved
  }
  return <TalkComposer about={`${person?.uid} ${about}`} send={send} />
}
