import { useSyncExternalStore } from 'react'

/** Where the person's default address is. */
export interface OwnArea {
  code: string
  /** The market delivers there. */
  open: boolean
}

let known: OwnArea | undefined
const listeners = new Set<() => void>()
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Tells all cards at once. */
export function tellOwnArea(area: OwnArea | undefined): void {
  known = area
  for (const listener of listeners) listener()
}

/** The area of the person's default address; undefined for a visitor, and while it is not known. */
export const useOwnArea = (): OwnArea | undefined =>
  useSyncExternalStore(
    subscribe,
    () => known,
    () => undefined,
  )

/** Whether the market delivers to the person, as far as it is known. */
export const useAreaOpen = (): boolean => useOwnArea()?.open ?? true
