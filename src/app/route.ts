import type { ComponentType } from 'react'
import type en from '#locales/en.json'
import { loadTexts } from '../data/texts/i18n.ts'

/** One screen of the app. */
export interface Route {
  /** `:name` matches one segment of the path. */
  path: string
  /** Moving to a lower index slides the page from the left, otherwise from the right (spec §2). */
  index: number
  /** Shows the tab bar; other screens show a back arrow, and those `beside` it both. */
  tabs?: true | 'beside'
  /** Names the screen in the top bar and the window's title, until the screen sets its own title. */
  title: keyof (typeof en)['titles']
  /** The folder of the screen, whose texts come with it. */
  feature: string
  /** Loads the screen's code and its texts. */
  load(): Promise<ComponentType>
  /** The screen, once its code has been loaded. */
  loaded(): ComponentType | undefined
}

/** A row of the table of routes. */
export type Row = Omit<Route, 'loaded'>

/** The route of a row. */
export function withScreen(row: Row): Route {
  let loaded: ComponentType | undefined
  const load = async (): Promise<ComponentType> => {
    const [screen] = await Promise.all([row.load(), loadTexts(row.feature)])
    return (loaded = screen)
  }
  return { ...row, load, loaded: () => loaded }
}

/** Whether a path matches a pattern such as `/category/:pid`; a trailing slash does not matter. */
export function matchPattern(pattern: string, path: string): boolean {
  const wanted = pattern.split('/').filter(Boolean)
  const given = path.split('/').filter(Boolean)
  return wanted.length === given.length && wanted.every((part, n) => part.startsWith(':') || part === given[n])
}
