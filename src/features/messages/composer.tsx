import SendHorizontal from 'lucide-react/icons/send-horizontal'
import { useId, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { LINE_TEXT_MAX } from '#contract/rules/messages.ts'
import { links } from '../../app/links.ts'
import { useMutate } from '../../data/use-mutate.ts'
import { usePerson } from '../../data/use-person.ts'
import { useDraft } from '../../parts/use-draft.ts'
import { useFormat } from '../../parts/use-format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ComposerPictures } from './composer-pictures.tsx'
import styles from './talks.module.css'
import type { OpenTalk } from './use-talk.ts'

const none: string[] = []

/**
 * Where a conversation's next line is written. What was typed outlives the screen; sending never waits for the network.
 */
export function Composer({ talk }: { talk: OpenTalk }) {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useId()
  const mutate = useMutate()
  const [, navigate] = useLocation()
  const person = usePerson()
  const about = talk.isNew ? `${talk.to} ${talk.subject?.kind} ${talk.subject?.id}` : talk.id
  const { draft, change, forget } = useDraft(`talk ${person?.uid} ${about}`, '')
  const shown = useDraft<string[]>(`talk pictures ${person?.uid} ${about}`, none)
  const sending = useRef(false)
  const over = draft.length - LINE_TEXT_MAX

  const send = async () => {
    const text = draft.trim()
    const pictures = shown.draft
    if ((text === '' && pictures.length === 0) || over > 0 || sending.current) return
    sending.current = true
    const { to, subject } = talk
    const line = { id: crypto.randomUUID(), talk: talk.id, to, subject, text }
    const saved = await (pictures.length > 0 ? mutate('talk.show', { ...line, pictures }) : mutate('talk.send', line))
    sending.current = false
    if (!saved) return
    change(() => '')
    forget()
    shown.change(() => none)
    shown.forget()
    if (talk.isNew) navigate(links.talk(talk.id), { replace: true })
  }
  const onKey = (e: KeyboardEvent) => {
    // A phone's Enter is a new line: its keyboard has no other way to one.
    const sends = e.key === 'Enter' && !e.shiftKey && !e.nativeEvent.isComposing && matchMedia('(hover: hover)').matches
    if (!sends) return
    e.preventDefault()
    void send()
  }
  return (
    <form
      className={styles.composer}
      onSubmit={(e) => {
        e.preventDefault()
        void send()
      }}
    >
      <ComposerPictures files={shown.draft} onChange={shown.change} />
      <div className={styles.field}>
        <label htmlFor={id} className="visually-hidden">
          {t('talks.field')}
        </label>
        <textarea
          id={id}
          className={styles.input}
          rows={1}
          dir={draft ? 'auto' : undefined}
          placeholder={t('talks.field')}
          value={draft}
          aria-invalid={over > 0 || undefined}
          aria-describedby={over > 0 ? `${id}-over` : undefined}
          onChange={(e) => change(() => e.target.value)}
          onKeyDown={onKey}
        />
        <p id={`${id}-over`} className={styles.over} aria-live="polite">
          {over > 0 && t('talks.tooLong', { n: format.number(over) })}
        </p>
      </div>
      <IconButton
        label={t('talks.send')}
        icon={<SendHorizontal className="mirrors" />}
        className={styles.send}
        onClick={() => void send()}
      />
    </form>
  )
}
