import { lazy, Suspense, useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useToast } from '../../ui/layers/toast.tsx'
import { loadTexts } from '../texts/i18n.ts'
import { isLost, loadPageAgain } from './load-page-again.ts'

/** The props that a later part takes besides its own. */
export interface Instead {
  /** Stands in its place until it has come, and where it cannot be loaded. */
  instead?: ReactNode
}
interface Failing extends Instead {
  /** Closes a part that a tap has opened. */
  onClose?: () => void
}

const CHANCES = ['online', 'click']

/** Calls `again` whenever something that could not be loaded may come. */
export function useChances(again: () => void): void {
  const call = useEffectEvent(again)
  useEffect(() => {
    for (const chance of CHANCES) addEventListener(chance, call)
    return () => {
      for (const chance of CHANCES) removeEventListener(chance, call)
    }
  }, [])
}

/**
 * A part of a screen that comes once the page has taken over, or on a tap: its code and its texts, those of
 * `<name>-later.tsx`. Nothing else of the screen depends on it. With `wait` it is not loaded before that has resolved.
 * A part that could not be loaded is tried again when the network returns, with the next tap, and when it is shown
 * next.
 */
export function later<P extends object>(
  name: string,
  load: () => Promise<ComponentType<P>>,
  wait?: Promise<unknown>,
): (props: P & Instead) => ReactNode {
  const part = () =>
    lazy(async (): Promise<{ default: ComponentType<P & Failing> }> => {
      try {
        await wait
        const [loaded] = await Promise.all([load(), loadTexts(name)])
        return { default: loaded }
      } catch (error) {
        reportError(error)
        // React keeps the outcome of a lazy component for ever.
        current = part()
        return { default: isLost(error) ? Lost : NotLoaded }
      }
    })
  let current = part()
  return function Later(props) {
    const [Part, setPart] = useState(() => current)
    useChances(() => setPart(() => current))
    return (
      <Suspense fallback={props.instead}>
        <Part {...props} />
      </Suspense>
    )
  }
}

/** Stands for a part that could not be loaded. One that a tap has opened closes with a message. */
function NotLoaded({ instead, onClose, lost = false }: Failing & { lost?: boolean }) {
  const { t } = useTranslation()
  const toast = useToast()
  useEffect(() => {
    if (!onClose) return
    const action = lost ? { action: { label: t('app.reload'), run: loadPageAgain } } : {}
    toast({ text: t('app.brokenHint'), kind: 'bad', ...action })
    onClose()
  }, [onClose, toast, t, lost])
  return instead
}

/** Stands for a part that only another page can load. */
const Lost = (props: Failing) => <NotLoaded {...props} lost />
