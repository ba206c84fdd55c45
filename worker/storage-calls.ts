import type { OwnCallsFor } from './desk.ts'
import type { Device } from './device.ts'
import { dropCatalogue, dropPictures } from './room.ts'

/** What a person does about the room this app takes on their device. */
export const storageCalls = (device: Device): OwnCallsFor<'storage.free'> => ({
  'storage.free': async ({ what }, { person }) => {
    if (what === 'pictures') await dropPictures(device.env)
    else await dropCatalogue(person.db, await device.catalogue())
    return { kind: 'accepted', data: {} }
  },
})
