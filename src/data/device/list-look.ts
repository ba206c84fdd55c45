import { useSyncExternalStore } from 'react'
import type { DeviceStore } from '#localdb/device.ts'
import { device } from './device.ts'

/** How lists of products look: cards with pictures, or dense rows to compare prices. */
export type ListLook = 'grid' | 'rows'

/** The look of lists that is chosen on a device: how to hear of another one, to read it, and to choose. */
export function lookOn(on: DeviceStore) {
  let chosen: ListLook | undefined
  let asked: Promise<unknown> | undefined
  const listeners = new Set<() => void>()
  const say = (look: ListLook | undefined): void => {
    chosen = look
    for (const tell of listeners) tell()
  }
  const subscribe = (tell: () => void): (() => void) => {
    listeners.add(tell)
    // A choice made while the device is being read is the newer one. Without storage nothing was chosen.
    asked ??= on.read('listLook').then(
      (look) => chosen ?? say(look),
      () => undefined,
    )
    return () => void listeners.delete(tell)
  }
  const shown = (): ListLook => chosen ?? 'grid'
  const choose = (look: ListLook): void => {
    say(look)
    on.write('listLook', () => look).catch(() => undefined)
  }
  return [subscribe, shown, choose] as const
}

const [subscribe, shown, choose] = lookOn(device)

/** The look that was chosen on this device; cards in a document. */
export const useListLook = (): ListLook => useSyncExternalStore(subscribe, shown, () => 'grid')

/** Shows lists in another look, and keeps the choice on this device. */
export const chooseListLook = choose
