import { useRef, useState } from 'react'

/** The errors of a form's fields, in words. */
export interface Errors<F extends string> {
  /**
   * Shows errors; the first field that has one, in the form's order, takes the focus. Returns whether there are any.
   */
  show(found: Partial<Record<F, string>>): boolean
  /** The props of a Field: its error, and a ref for the focus. */
  of(field: F): { error: string | undefined; ref(field: HTMLElement | null): void }
  /** The props of a text field: its value, its change handler, and its error, which typing clears. */
  bind(
    field: F,
    value: string,
    set: (text: string) => void,
  ): ReturnType<Errors<F>['of']> & { value: string; onChange(e: { target: { value: string } }): void }
  /** Clears a field's error, since the person is correcting it. */
  clear(field: F): void
}

/** Errors by field; `order` is the order of the fields on the screen. */
export function useErrors<F extends string>(order: readonly F[]): Errors<F> {
  const [errors, setErrors] = useState<Partial<Record<F, string>>>({})
  const inputs = useRef(new Map<F, HTMLElement>())
  const errorsOf: Errors<F> = {
    show(found) {
      setErrors(found)
      const first = order.find((field) => found[field] !== undefined)
      if (first !== undefined) inputs.current.get(first)?.focus()
      return first !== undefined
    },
    of: (field) => ({
      error: errors[field],
      ref: (input) => {
        if (input) inputs.current.set(field, input)
      },
    }),
    bind: (field, value, set) => ({
      value,
      onChange: (e) => {
        set(e.target.value)
        errorsOf.clear(field)
      },
      ...errorsOf.of(field),
    }),
    clear(field) {
      if (errors[field] !== undefined) setErrors({ ...errors, [field]: undefined })
    },
  }
  return errorsOf
}
