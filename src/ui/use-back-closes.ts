import { useEffect, useId, useRef } from 'react'

/** While `open`, Back closes what lies over the screen: it has a history entry of its own, which is taken back when it closes otherwise. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const id = useId()
  const closing = useRef(onClose)
  closing.current = onClose
  useEffect(() => {
    if (!open) return
    history.pushState({ ...history.state, over: id }, '')
    const back = () => closing.current()
    addEventListener('popstate', back)
    return () => {
      removeEventListener('popstate', back)
      if ((history.state as { over?: string } | null)?.over === id) history.back()
    }
  }, [open, id])
}
