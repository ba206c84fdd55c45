import { useLayoutEffect, useRef, type RefObject } from 'react'

/** For so long a list without items may be one that is just being read anew (ms). */
const MOMENT = 2000

/**
 * Keeps the focus in a list whose items leave it: when the last touched item goes and the focus with it, the item that
 * takes its place gets the focus, or the list's heading when none is left; from there an item takes it back if that was
 * for a moment only. Ids have no line breaks. Returns the ref of each item by its id.
 */
export function useKeptFocus(
  ids: readonly string[],
  heading: RefObject<HTMLElement | null>,
): (id: string) => (element: HTMLElement | null) => () => void {
  const last = useRef<{ id: string; index: number; empty?: number } | undefined>(undefined)
  const items = useRef(new Map<string, HTMLElement>())
  const order = ids.join('\n')
  useLayoutEffect(() => {
    const was = last.current
    const now = order ? order.split('\n') : []
    if (!was || now.includes(was.id)) return
    last.current = undefined
    const { activeElement } = document
    const atHeading = was.empty !== undefined && activeElement === heading.current
    // A focus that has moved elsewhere meanwhile is not called back.
    if (activeElement && activeElement !== document.body && !atHeading) return
    if (was.empty !== undefined && performance.now() - was.empty > MOMENT) return
    const next = now[Math.min(was.index, now.length - 1)]
    if (next === undefined) last.current = { ...was, empty: was.empty ?? performance.now() }
    const target = (next === undefined ? undefined : items.current.get(next)) ?? heading.current
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'nearest' })
  }, [order, heading])
  return (id) => (element) => {
    // React passes null only to refs that return no clean-up function.
    if (!element) return () => undefined
    items.current.set(id, element)
    const left = new AbortController()
    // Not every browser moves the focus on a tap.
    for (const touch of ['focusin', 'click'])
      element.addEventListener(
        touch,
        () => {
          last.current = { id, index: ids.indexOf(id) }
        },
        { signal: left.signal },
      )
    return () => {
      left.abort()
      items.current.delete(id)
    }
  }
}
