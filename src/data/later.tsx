import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { loadTexts } from './i18n.ts'

interface Instead {
  /** Stands in its place until it has come, and where it cannot be loaded. */
  instead?: ReactNode
}

/**
 * A part of a screen that comes once the page has taken over, or on a tap: its code and its texts, those of
 * `<name>-later.tsx`. Nothing else of the screen depends on it. With `wait` it is not loaded before that has resolved.
 */
export function later<P extends object>(
  name: string,
  load: () => Promise<ComponentType<P>>,
  wait?: Promise<unknown>,
): (props: P & Instead) => ReactNode {
  const Part = lazy(async (): Promise<{ default: ComponentType<P & Instead> }> => {
    try {
      await wait
      const [component] = await Promise.all([load(), loadTexts(name)])
      return { default: component }
    } catch {
      return { default: ({ instead }) => instead }
    }
  })
  return function Later(props) {
    return (
      <Suspense fallback={props.instead}>
        <Part {...props} />
      </Suspense>
    )
  }
}
