import { links } from '../../links/links.ts'

/** Where a key leads after "g"; by its place on the keyboard, so that it is the same in every language. */
const places = { h: links.home, p: links.products(), c: links.cart, o: links.orders(), f: links.collect, m: links.mine }
export const placeKeys = ['h', 'p', 'c', 'o', 'f', 'm'] as const satisfies readonly (keyof typeof places)[]

/** The act of a key: to go to an address, to open the search, or to show the list of keys. */
export type KeyAct = { to: string } | 'search' | 'help'

/** A pressed key, as the browser tells of it. */
export interface Pressed {
  key: string
  code: string
  /** Held together with Ctrl, Alt or the like. */
  held: boolean
  at: number
}

/** The longest time between "g" and the key that belongs to it (ms). */
const TOGETHER_MS = 1500

/** Makes the function that returns the act of each pressed key, if it has one. */
export function createShortcuts(): (pressed: Pressed) => KeyAct | undefined {
  let begunAt = -Infinity
  return ({ key, code, held, at }) => {
    if (held) return undefined
    const second = at - begunAt < TOGETHER_MS
    begunAt = -Infinity
    if (key === '/') return 'search'
    if (key === '?') return 'help'
    const letter = code.replace(/^Key/, '').toLowerCase()
    if (second && Object.hasOwn(places, letter)) return { to: places[letter as keyof typeof places] }
    if (letter === 'g') begunAt = at
    return undefined
  }
}
