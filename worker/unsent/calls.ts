import type { CallsFor } from '../api.ts'
import type { Device } from '../device.ts'
import { isClosed } from '../storage-errors.ts'
import { exportUnsent } from './export.ts'
import { importUnsent } from './import.ts'

/** Unsent work into a file and out of it. */
export const unsentCalls = (device: Device): CallsFor<'unsent.export' | 'unsent.import'> => ({
  'unsent.export': ({ passphrase }) => exportUnsent(device, passphrase),
  'unsent.import': async ({ bytes, passphrase }) => {
    try {
      return await importUnsent(device, bytes, passphrase)
    } catch (error) {
      // The person changed, or the storage went, in the middle: the file still has everything, and taking it over again
      // repeats harmlessly.
      if (!isClosed(error)) throw error
      return { kind: 'unreachable' }
    }
  },
})
