import type { OwnCallsFor } from '../desk.ts'
import type { Device } from '../device.ts'
import { exportUnsent } from './export.ts'
import { importUnsent } from './import.ts'

/**
 * Unsent work into a file and out of it. An import that is cut off repeats harmlessly: the file still has everything.
 */
export const unsentCalls = (device: Device): OwnCallsFor<'unsent.export' | 'unsent.import'> => ({
  'unsent.export': ({ passphrase }, { person }) => exportUnsent(device.env, person, passphrase),
  'unsent.import': ({ bytes, passphrase }, desk) => importUnsent(device, desk, bytes, passphrase),
})
