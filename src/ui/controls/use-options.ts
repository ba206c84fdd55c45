import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'

interface OptionsOf<T extends object> {
  /** The options to choose from; none while the list is closed. */
  shown: readonly T[]
  open: boolean
  /** The value of the option at which the list opens and the arrows begin; else they begin at the first. */
  chosen?: string | undefined
  setOpen(open: boolean): void
  onChoose(item: T): void
}

/**
 * The keyboard and the ARIA roles of a field with a list of options (WAI-ARIA combobox with a listbox): the focus stays
 * in the field, arrows move through the list, Enter chooses, Escape closes.
 */
export function useOptions<T extends object>({ shown, open, chosen, setOpen, onChoose }: OptionsOf<T>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(-1)
  const at = Math.min(active, shown.length - 1)
  const filled = shown.length > 0
  const begin = chosen ? shown.findIndex((item) => 'value' in item && item.value === chosen) : -1
  useEffect(() => {
    if (!filled) return
    list.current?.scrollIntoView({ block: 'nearest' })
    const option = list.current?.querySelectorAll<HTMLElement>('[role=option]')[begin]
    if (option) list.current!.scrollTop = option.offsetTop - list.current!.clientHeight / 3
    // Only as it opens: what is typed on narrows it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [filled])

  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const choose = (item: T) => {
    close()
    onChoose(item)
  }
  const move = (to: number) => {
    setOpen(true)
    setActive(to)
    list.current?.querySelectorAll('[role=option]')[to]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.nativeEvent.isComposing) return
    if (e.key === 'ArrowDown') {
      e.preventDefault()
      move(open ? Math.min((at < 0 ? begin : at) + 1, shown.length - 1) : Math.max(begin, 0))
    } else if (e.key === 'ArrowUp') {
      e.preventDefault()
      move(Math.max(at - 1, 0))
    } else if (e.key === 'Enter' && open && shown[at]) {
      e.preventDefault()
      choose(shown[at])
    } else if (e.key === 'Escape' && open) {
      e.preventDefault()
      close()
    }
  }
  return {
    /** The option that Enter would choose; -1 for none. */
    at,
    close,
    /** Typing clears the active option. */
    reset: () => setActive(-1),
    field: {
      role: 'combobox',
      'aria-expanded': filled,
      'aria-controls': `${id}-list`,
      'aria-autocomplete': 'list',
      'aria-activedescendant': at >= 0 ? `${id}-${at}` : undefined,
      autoComplete: 'off',
      spellCheck: false,
      onKeyDown,
    } as const,
    list: { ref: list, id: `${id}-list`, role: 'listbox', hidden: !filled } as const,
    option: (item: T, n: number) =>
      ({
        id: `${id}-${n}`,
        role: 'option',
        'aria-selected': n === at,
        // A press would move the focus before it becomes a click.
        onPointerDown: (e: { preventDefault(): void }) => e.preventDefault(),
        onMouseDown: (e: { preventDefault(): void }) => e.preventDefault(),
        onClick: () => choose(item),
      }) as const,
  }
}
