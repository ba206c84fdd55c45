import { device } from './device.ts'

/**
 * Asks the browser not to clear this device's data when space runs short: it holds work that exists nowhere else.
 * Resolves to whether the browser agreed; the answer is kept.
 */
export async function keepStorage(): Promise<boolean> {
  // WebKitGTK has no storage manager; Safari before 15.2 has one that cannot be asked.
  const { storage } = navigator as { storage?: Partial<StorageManager> }
  if (!storage?.persisted || !storage.persist) return false
  const granted = (await storage.persisted()) || (await storage.persist())
  await device.write('keep', () => ({ askedAt: Date.now(), granted }))
  return granted
}
