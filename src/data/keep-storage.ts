import { device } from './device.ts'

/**
 * Asks the browser not to clear what this device keeps when room runs short: it holds work that nobody else has.
 * Resolves to whether it promised; its answer is kept.
 */
export async function keepStorage(): Promise<boolean> {
  const granted = (await navigator.storage.persisted()) || (await navigator.storage.persist())
  await device.write('keep', () => ({ askedAt: Date.now(), granted }))
  return granted
}
