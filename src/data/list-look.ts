import { useSyncExternalStore } from 'react'
import { device } from './device.ts'

/** How lists of products look: cards with pictures, or dense rows to compare prices. */
export type ListLook = 'grid' | 'rows'

let chosen: ListLook | undefined
let asked = false
const listeners = new Set<() => void>()

function say(look: ListLook | undefined): void {
  chosen = look
  for (const tell of listeners) tell()
}

/** Hears of another look; the first listener has the device's choice read. */
function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  if (!asked) {
    asked = true
    const found = (look: ListLook | undefined): void => {
      // A choice made while the device was being read is the newer one.
      if (chosen === undefined) say(look)
    }
    // Without storage nothing was chosen.
    device.read('listLook').then(found, () => undefined)
  }
  return () => void listeners.delete(tell)
}

/** The look that was chosen on this device; cards in a document. */
export const useListLook = (): ListLook =>
  useSyncExternalStore(
    subscribe,
    () => chosen ?? 'grid',
    () => 'grid',
  )

/** Shows lists in another look, and keeps the choice on this device. */
export function chooseListLook(look: ListLook): void {
  say(look)
  device.write('listLook', () => look).catch(() => undefined)
}
