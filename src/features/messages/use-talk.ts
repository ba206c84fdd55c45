import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn, type Texts } from '#contract/text/locales.ts'
import { askingOf, talkById, type TalkState } from '#localdb/queries/messages/talks.ts'
import type { MessageSubject } from '#contract/messages/schema-rows.ts'
import { useLive } from '../../data/use-live.ts'
import { useWant } from '../../data/use-want.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import type { NewTalk } from './talk-target.ts'

/** A conversation as its screen shows it; one that is new has an id that was made here. */
export interface OpenTalk {
  id: string
  to: number
  subject: NewTalk['subject']
  /** With whom, in words. */
  name: string
  /** The subject, and its text; undefined for none. */
  about: { text: string; subject: MessageSubject } | undefined
  /** Undefined until the device has answered. */
  state: TalkState | undefined
  /** The conversation has no lines yet. */
  isNew: boolean
}

/** The conversation of an id; or the one with somebody about something, which may be new. */
export function useTalk(id: string | null, fresh: NewTalk | undefined): OpenTalk {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const [made] = useState(() => crypto.randomUUID())
  const kind = fresh?.subject?.kind
  const subjectId = fresh?.subject?.id
  const asking = useLive(
    (db) => askingOf(db, fresh?.to ?? 0, kind && subjectId ? { kind, id: subjectId } : null),
    [fresh?.to, kind, subjectId],
  )
  // Fetches the name of a store that the device does not know.
  useWant('catalogue.store', { id: fresh?.to ?? 0 }, (fresh?.to ?? 0) > 0 && asking?.name === '')
  const open = id ?? (fresh ? (asking?.id ?? made) : made)
  const state = useLive((db) => talkById(db, open), [open])
  const here = state && (!state.talk || state.talk.id === open) ? state : undefined
  const talk = here?.talk
  return useMemo(() => {
    const to = talk?.to ?? fresh?.to ?? 0
    const subject = talk ? talk.subject : (fresh?.subject ?? null)
    const title: Texts | null | undefined = talk?.title ?? asking?.title
    const named = subject?.kind === 'order' && title ? t('talks.order', { number: textIn(title, locale) }) : undefined
    const text =
      named ?? (title ? textIn(title, locale) : t(subject?.kind === 'order' ? 'talks.thisOrder' : 'talks.thisProduct'))
    return {
      id: open,
      to,
      subject: subject as NewTalk['subject'],
      name: to === 0 ? t('talks.operator') : talk?.name || asking?.name || t('talks.store'),
      about: subject && subject.kind !== 'store' ? { text: t('talks.about', { name: text }), subject } : undefined,
      state: fresh && !asking ? undefined : here,
      isNew: !talk,
    }
  }, [talk, here, fresh, asking, open, t, locale])
}
