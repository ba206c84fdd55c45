import { useEffect, useState, type Ref } from 'react'
import { Combobox, type Choice } from '../../ui/controls/combobox.tsx'
import { plain } from '../../ui/controls/matching.ts'

interface AreaFieldProps {
  label: string
  /** A choice's value, or (if `free`) a free text. */
  value: string
  /**
   * The value's name where it is known without the choices, so that the field does not change under the hand when they
   * arrive.
   */
  name?: string
  onValue(value: string): void
  choices: readonly Choice[]
  /** Text that is not among the choices is accepted. */
  free?: boolean
  error?: string | undefined
  hint?: string | undefined
  required?: boolean
  maxLength?: number
  ref?: Ref<HTMLInputElement>
}

/** Chooses one of many areas by typing its name. */
export function AreaField({ value, name, onValue, choices, free = false, ...rest }: AreaFieldProps) {
  const [typed, setTyped] = useState<string>()
  const exact = (text: string): Choice | undefined =>
    choices.find((c) => plain(c.label) === plain(text)) ?? choices.find((c) => c.value === text.trim())
  const onText = (text: string) => {
    setTyped(text)
    onValue(exact(text)?.value ?? (free ? text : ''))
  }
  const choose = (choice: Choice) => {
    setTyped(undefined)
    onValue(choice.value)
  }
  const onLeave = () => {
    if (typed === undefined || (free && !exact(typed))) return
    const wanted = plain(typed)
    const begun = choices.filter((c) => wanted !== '' && plain(c.label).startsWith(wanted))
    const meant = exact(typed) ?? (begun.length === 1 ? begun[0] : undefined)
    if (meant) choose(meant)
  }
  // Text that was typed before the list arrived is matched against it now.
  useEffect(() => {
    const found =
      typed !== undefined && value !== choices.find((c) => plain(c.label) === plain(typed))?.value
        ? exact(typed)
        : undefined
    if (found) onValue(found.value)
  }, [choices]) // oxlint-disable-line react/exhaustive-deps
  const shown = typed ?? name ?? choices.find((c) => c.value === value)?.label ?? value
  return (
    <Combobox
      {...rest}
      text={shown}
      chosen={value}
      onText={onText}
      choices={choices}
      onChoose={choose}
      onLeave={onLeave}
    />
  )
}
