import { useSyncExternalStore } from 'react'

const never = (): (() => void) => () => undefined

/**
 * Whether the page has taken the document over: until then it shows what the server rendered, which knows neither a
 * clock nor a time zone nor the browser's names of things.
 */
export const useTakenOver = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
