import { useEffect, useEffectEvent, useId } from 'react'

/**
 * While `open`, Back closes the layer over the screen. The layer has a history entry of its own, which is removed when
 * it closes otherwise.
 */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const id = useId()
  const closed = useEffectEvent(onClose)
  useEffect(() => {
    if (!open) return
    history.pushState({ ...history.state, sheet: id }, '')
    const close = () => closed()
    addEventListener('popstate', close)
    return () => {
      removeEventListener('popstate', close)
      if ((history.state as { sheet?: string } | null)?.sheet === id) history.back()
    }
  }, [open, id])
}

/**
 * Runs `run` once a layer that is being closed has removed its history entry: only then is the address the screen's
 * own.
 */
export function afterBack(run: () => void): void {
  if ((history.state as { sheet?: string } | null)?.sheet === undefined) run()
  else addEventListener('popstate', run, { once: true })
}
