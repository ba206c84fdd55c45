import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { loadTexts } from './i18n.ts'

/**
 * A part of a screen that comes once the page has taken over, or on a tap: its code and its texts, those of
 * `<name>-later.tsx`. What cannot be loaded is left out; nothing else of the screen depends on it.
 */
export const later = <P extends object>(
  name: string,
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => {
    try {
      const [component] = await Promise.all([load(), loadTexts(name)])
      return { default: component }
    } catch {
      return { default: () => null }
    }
  })
