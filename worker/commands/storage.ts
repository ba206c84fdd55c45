import type { OwnCallsFor } from '../session/session.ts'
import type { Device } from '../session/device.ts'
import { dropCatalogue, dropPictures } from '../session/free-space.ts'

/** What a person does about the room this app takes on their device. */
export const storageCommands = (device: Pick<Device, 'env' | 'catalogue'>): OwnCallsFor<'storage.free'> => ({
  'storage.free': async ({ what }, { person }) => {
    if (what === 'pictures') await dropPictures(device.env)
    else await dropCatalogue(person.db, await device.catalogue())
    return { kind: 'accepted', data: {} }
  },
})
