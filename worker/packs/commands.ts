import { packOf } from '#localdb/queries/packs.ts'
import type { Readers } from '#localdb/read.ts'
import type { Follower } from '../catalogue/follower.ts'
import { removePack, takePack } from './take.ts'
import type { Device } from '../session/device.ts'
import { failed } from '../wire/failed.ts'
import type { OwnCallsFor } from '../session/session.ts'

/** Stores that are taken along. */
export const packCommands = (
  device: Pick<Device, 'env' | 'catalogue' | 'exchange'>,
  follower: Pick<Follower, 'begun'>,
): OwnCallsFor<'catalogue.pack' | 'pack.take' | 'pack.pause' | 'pack.remove'> => ({
  'catalogue.pack': async (input, session) => {
    const outcome = await device.exchange('catalogue.pack', input, session)
    return outcome.kind === 'accepted' ? outcome : failed(outcome)
  },
  'pack.take': (input, session) => takePack({ ...device, begun: follower.begun }, session, input),
  'pack.pause': async ({ id }) => {
    const db = await device.catalogue()
    const pack = await packOf({ catalogue: db } as unknown as Readers, id)
    if (pack && pack.state !== 'whole') await db.packs.update(id, { state: 'paused' })
    return { kind: 'accepted', data: {} }
  },
  'pack.remove': async ({ id }) => {
    await removePack(device, id)
    return { kind: 'accepted', data: {} }
  },
})
