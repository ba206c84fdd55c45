import SendHorizontal from 'lucide-react/icons/send-horizontal'
import { useId, useRef, type ComponentType, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { LINE_TEXT_MAX } from '#contract/messages/rules.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { OwnPicture } from '../pictures/own-picture.tsx'
import styles from './talk.module.css'
import { TalkPictures } from './talk-pictures.tsx'
import { useDraft } from '../forms/use-draft.ts'
import { useFormat } from '../format/use-format.ts'

const none: string[] = []

interface TalkComposerProps {
  /** Names the draft, and whose it is. */
  about: string
  /** The desk at which pictures are kept, where it is a store's, and how they are shown from there. */
  keepAs?: string | undefined
  Own?: ComponentType<{ file: string; alt: string }>
  /** Picks words to go on from. */
  Ready?: ComponentType<{ onPick(text: string): void }>
  /** Records the line; resolves to whether it was saved. */
  send(text: string, pictures: string[]): Promise<boolean>
}

/**
 * Where a conversation's next line is written. What was typed outlives the screen; sending never waits for the network.
 */
export function TalkComposer({ about, keepAs, Own = OwnPicture, Ready, send: record }: TalkComposerProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useId()
  const { draft, change, forget } = useDraft(`talk ${about}`, '')
  const shown = useDraft<string[]>(`talk pictures ${about}`, none)
  const sending = useRef(false)
  const over = draft.length - LINE_TEXT_MAX

  const send = async () => {
    const text = draft.trim()
    const pictures = shown.draft
    if ((text === '' && pictures.length === 0) || over > 0 || sending.current) return
    sending.current = true
    const saved = await record(text, pictures)
    sending.current = false
    if (!saved) return
    change(() => '')
    forget()
    shown.change(() => none)
    shown.forget()
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
      <TalkPictures files={shown.draft} onChange={shown.change} keepAs={keepAs} Own={Own} />
      {Ready && <Ready onPick={(text) => change((typed) => (typed.trim() ? `${typed.trimEnd()}\n${text}` : text))} />}
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
