import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useToast } from '../ui/toast.tsx'
import { loadTexts } from './i18n.ts'
import { loadAgain } from './load-again.ts'

/** What a later part takes besides its own. */
export interface Instead {
  /** Stands in its place until it has come, and where it cannot be loaded. */
  instead?: ReactNode
}
interface Failing extends Instead {
  /** Of what a tap has opened. */
  onClose?: () => void
}

/** When what could not be loaded is tried again. */
const CHANCES = ['online', 'click']

/**
 * A part of a screen that comes once the page has taken over, or on a tap: its code and its texts, those of
 * `<name>-later.tsx`. Nothing else of the screen depends on it. With `wait` it is not loaded before that has resolved.
 * What could not be loaded is tried again when the network returns, with the next tap, and by whoever shows it next.
 */
export function later<P extends object>(
  name: string,
  load: () => Promise<ComponentType<P>>,
  wait?: Promise<unknown>,
): (props: P & Instead) => ReactNode {
  const bring = loadAgain(async () => (await Promise.all([load(), loadTexts(name)]))[0])
  const part = () =>
    lazy(async (): Promise<{ default: ComponentType<P & Failing> }> => {
      try {
        await wait
        return { default: await bring() }
      } catch {
        // React keeps for ever what a lazy component came to.
        current = part()
        return { default: NotLoaded }
      }
    })
  let current = part()
  return function Later(props) {
    const [Part, setPart] = useState(() => current)
    useEffect(() => {
      const again = (): void => setPart(() => current)
      for (const chance of CHANCES) addEventListener(chance, again)
      return () => {
        for (const chance of CHANCES) removeEventListener(chance, again)
      }
    }, [])
    return (
      <Suspense fallback={props.instead}>
        <Part {...props} />
      </Suspense>
    )
  }
}

/** Stands for a part that could not be loaded. What a tap has opened closes and says so. */
function NotLoaded({ instead, onClose }: Failing) {
  const { t } = useTranslation()
  const toast = useToast()
  useEffect(() => {
    if (!onClose) return
    toast({ text: t('app.brokenHint'), kind: 'bad' })
    onClose()
  }, [onClose, toast, t])
  return instead
}
