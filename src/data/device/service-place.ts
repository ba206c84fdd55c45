import { device } from './device.ts'

/** Where the service button stands: its distance from the end and the foot of the window (CSS pixels). */
export interface ServicePlace {
  inline: number
  block: number
}

/** The place that was chosen on this device; undefined without one, or without storage. */
export const readServicePlace = (): Promise<ServicePlace | undefined> =>
  device.read('servicePlace').catch(() => undefined)

/** Keeps the place on this device. */
export function keepServicePlace(place: ServicePlace): void {
  device.write('servicePlace', () => place).catch(() => undefined)
}
