import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Keeps a person's place in a list whose items leave it: when the item that they last touched is gone and the focus
 * with it,
 * the one that takes its place has it, or the list's heading when none is left. Ids are of one line. Returns the ref of
 * each item by its id.
 */
export function useKeptFocus(
  ids: readonly string[],
  heading: RefObject<HTMLElement | null>,
): (id: string) => (element: HTMLElement | null) => () => void {
  const last = useRef<{ id: string; index: number } | undefined>(undefined)
  const items = useRef(new Map<string, HTMLElement>())
  const order = ids.join('\n')
  useLayoutEffect(() => {
    const was = last.current
    const now = order ? order.split('\n') : []
    if (!was || now.includes(was.id)) return
    last.current = undefined
    // Whoever has gone elsewhere meanwhile is not called back.
    if (document.activeElement && document.activeElement !== document.body) return
    const next = now[Math.min(was.index, now.length - 1)]
    const target = (next === undefined ? undefined : items.current.get(next)) ?? heading.current
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'nearest' })
  }, [order, heading])
  return (id) => (element) => {
    // React gives null only to refs that give nothing back to clean up.
    if (!element) return () => undefined
    items.current.set(id, element)
    const left = new AbortController()
    // A tap does not everywhere bring the focus.
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
