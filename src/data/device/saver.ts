import { useSyncExternalStore } from 'react'
import { asksToSave as browserAsks, isSlow } from '#contract/connection.ts'
import { device } from './device.ts'

// Whether this device saves data: as the person chose it here, else as the browser says (Save-Data), which only some
// do. The page asks here and nowhere else; the service worker is told (SAVE_DATA).

let chosen: boolean | undefined
const listeners = new Set<() => void>()

/** Reads what was chosen on this device; without storage nothing was. */
export async function readSaver(): Promise<void> {
  chosen = await device.read('saveData').catch(() => undefined)
}

/** Whether the person asks to save data: pictures are small, and only what a start needs is kept ahead. */
export const isSavingData = (): boolean => chosen ?? browserAsks(navigator)

/** Whether nothing of the catalogue may be fetched ahead: data is saved, or the network is slow. */
export const savesData = (): boolean => isSavingData() || isSlow(navigator)

/** Hears of another choice. */
export function onSaver(tell: () => void): () => void {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** Saves data, or does not any more, and keeps the choice on this device. */
export async function chooseSaver(on: boolean): Promise<void> {
  chosen = on
  for (const tell of listeners) tell()
  await device.write('saveData', () => on).catch(() => undefined)
}

/** Whether the person asks to save data, as it changes; never in a document. */
export const useSaver = (): boolean => useSyncExternalStore(onSaver, isSavingData, () => false)
