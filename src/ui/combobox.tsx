import { useEffect, useId, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { Field } from './field.tsx'
import styles from './combobox.module.css'
import { cx } from './cx.ts'

/** Something to choose: `note` stands beside its label. */
export interface Choice { value: string; label: string; note?: string | undefined }

interface ComboboxProps {
  label: string
  /** What stands in the field. */
  text: string
  onText(text: string): void
  choices: readonly Choice[]
  onChoose(choice: Choice): void
  /** The field is left; a good time to make a choice of what was typed. */
  onLeave?(): void
  error?: string | undefined
  hint?: string | undefined
  required?: boolean
  disabled?: boolean
  maxLength?: number
  ref?: Ref<HTMLInputElement>
}

/** More are not shown: one types on. */
const SHOWN = 60

/** Marks and case do not matter when one looks for a name. */
export const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase().trim()

/** Those whose name begins with the text, then those that have it elsewhere. */
function matching(choices: readonly Choice[], text: string): Choice[] {
  const wanted = plain(text)
  if (!wanted) return choices.slice(0, SHOWN)
  const found = choices.map((choice) => ({ choice, at: plain(choice.label).indexOf(wanted) })).filter(({ at }) => at >= 0)
  return [...found.filter(({ at }) => at === 0), ...found.filter(({ at }) => at > 0)].slice(0, SHOWN).map(({ choice }) => choice)
}

/** A line of text with a list of what one may mean, narrowed by what is typed (WAI-ARIA combobox with a listbox). */
export function Combobox({ label, text, onText, choices, onChoose, onLeave, ...rest }: ComboboxProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  // Until something is typed the whole list is shown, so that one sees what there is beside what was chosen.
  const [typing, setTyping] = useState(false)
  const [active, setActive] = useState(-1)
  const shown = open ? matching(choices, typing ? text : '') : []
  const at = Math.min(active, shown.length - 1)
  const filled = shown.length > 0
  useEffect(() => { if (filled) list.current?.scrollIntoView({ block: 'nearest' }) }, [filled])

  const close = () => { setOpen(false); setTyping(false); setActive(-1) }
  const choose = (choice: Choice) => { onChoose(choice); close() }
  const move = (to: number) => {
    setOpen(true)
    setActive(to)
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.nativeEvent.isComposing) return
    if (e.key === 'ArrowDown') { e.preventDefault(); move(open ? Math.min(at + 1, shown.length - 1) : 0) }
    else if (e.key === 'ArrowUp') { e.preventDefault(); move(Math.max(at - 1, 0)) }
    else if (e.key === 'Enter' && open && shown[at]) { e.preventDefault(); choose(shown[at]) }
    else if (e.key === 'Escape' && open) { e.preventDefault(); close() }
  }
  return (
    <div className={styles.combobox}>
      <Field
        {...rest}
        label={label}
        value={text}
        role="combobox"
        aria-expanded={filled}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
        onChange={(e) => { onText(e.target.value); setOpen(true); setTyping(true); setActive(-1) }}
        onFocus={(e) => { e.target.select(); setOpen(true) }}
        onClick={() => setOpen(true)}
        onBlur={() => { close(); onLeave?.() }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={label} hidden={!filled} className={styles.list}>
        {shown.map((choice, n) => (
          // The keyboard stays in the field, as the pattern wants it.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={choice.value}
            id={`${id}-${n}`}
            role="option"
            aria-selected={n === at}
            className={cx(styles.option, n === at && styles.active)}
            // A press would take the focus away before it is a click.
            onPointerDown={(e) => e.preventDefault()}
            onMouseDown={(e) => e.preventDefault()}
            onClick={() => choose(choice)}
          >
            <span>{choice.label}</span>
            {choice.note && <span className={styles.note}>{choice.note}</span>}
          </div>
        ))}
      </div>
    </div>
  )
}
