import type { CallsFor } from './api.ts'
import type { Device } from './device.ts'
import { dropCatalogue, dropPictures } from './room.ts'

/** What a person does about the room this app takes on their device. */
export const storageCalls = (device: Device): CallsFor<'storage.free'> => ({
  'storage.free': async ({ what }) => {
    if (what === 'pictures') await dropPictures(device.env)
    else await dropCatalogue((await device.desk()).person.db, await device.catalogue())
    return { kind: 'accepted', data: {} }
  },
})
