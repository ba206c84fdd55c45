import type { OwnCallsFor } from '../session/session.ts'
import type { Device } from '../session/device.ts'
import { dropCatalogue, dropPictures } from '../session/free-space.ts'

/** The calls that free space on the device. */
export const storageCommands = (device: Pick<Device, 'env' | 'catalogue'>): OwnCallsFor<'storage.free'> => ({
  'storage.free': async ({ what }, { person }) => {
    if (what === 'pictures') await dropPictures(device.env)
    else await dropCatalogue(person.db, await device.catalogue())
    return { kind: 'accepted', data: {} }
  },
})
