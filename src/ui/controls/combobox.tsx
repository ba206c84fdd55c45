import { useState, type Ref } from 'react'
import styles from './combobox.module.css'
import { cx } from '../cx.ts'
import { Field } from './field.tsx'
import { matching } from './matching.ts'
import { useOptions } from './use-options.ts'

/** An option; `note` is shown beside its label. */
export interface Choice {
  value: string
  label: string
  note?: string | undefined
  /** Other names by which it is found. */
  also?: string | undefined
}

interface ComboboxProps {
  label: string
  /** The text in the field. */
  text: string
  onText(text: string): void
  choices: readonly Choice[]
  onChoose(choice: Choice): void
  /** The value of the present choice: the list opens there. */
  chosen?: string | undefined
  /** Called when the field is left: a good time to turn the typed text into a choice. */
  onLeave?(): void
  error?: string | undefined
  hint?: string | undefined
  required?: boolean
  disabled?: boolean
  maxLength?: number
  ref?: Ref<HTMLInputElement>
}

/** The most options shown while one types; the person types on to see others. */
const SHOWN = 60
/** The most of a list that was just opened: all countries. */
const OPENED = 300

const namesOf = ({ label, also }: Choice): string => (also === undefined ? label : `${label}\n${also}`)

/** A text field with a list of options, narrowed by the typed text (WAI-ARIA combobox with a listbox). */
export function Combobox({ label, text, onText, choices, onChoose, onLeave, chosen, ...rest }: ComboboxProps) {
  const [open, setOpen] = useState(false)
  // Until something is typed the whole list is shown, so that the alternatives to the current choice are visible.
  const [typing, setTyping] = useState(false)
  const shown = open ? matching(choices, namesOf, typing ? text : '', typing ? SHOWN : OPENED) : []
  const setBoth = (now: boolean) => {
    setOpen(now)
    if (!now) setTyping(false)
  }
  const options = useOptions({ shown, open, chosen: typing ? undefined : chosen, setOpen: setBoth, onChoose })
  return (
    <div className={styles.combobox}>
      <Field
        {...rest}
        label={label}
        value={text}
        {...options.field}
        autoCapitalize="words"
        onChange={(e) => {
          onText(e.target.value)
          setOpen(true)
          setTyping(true)
          options.reset()
        }}
        onFocus={(e) => {
          e.target.select()
          setOpen(true)
        }}
        onClick={() => setOpen(true)}
        onBlur={() => {
          options.close()
          onLeave?.()
        }}
      />
      <div {...options.list} aria-label={label} className={styles.list}>
        {shown.map((choice, n) => (
          <div
            key={choice.value}
            {...options.option(choice, n)}
            className={cx(styles.option, n === options.at && styles.active)}
          >
            <span>{choice.label}</span>
            {choice.note && <span className={styles.note}>{choice.note}</span>}
          </div>
        ))}
      </div>
    </div>
  )
}
