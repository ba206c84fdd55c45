import type { OwnCallsFor } from '../session/session.ts'
import type { Device } from '../session/device.ts'
import { exportUnsent } from './export.ts'
import { importUnsent } from './import.ts'

/**
 * Unsent work into a file and out of it. An import that is cut off repeats harmlessly: the file still has everything.
 */
export const unsentCommands = (
  device: Pick<Device, 'env' | 'exchange' | 'freeSpace' | 'evictions'>,
): OwnCallsFor<'unsent.export' | 'unsent.import'> => ({
  'unsent.export': ({ passphrase }, { person }) => exportUnsent(device.env, person, passphrase),
  'unsent.import': ({ bytes, passphrase }, session) => importUnsent(device, session, bytes, passphrase),
})
