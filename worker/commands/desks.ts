import { deskId } from '#localdb/desk-id.ts'
import { userDbName } from '#localdb/schema.ts'
import { readMeta } from '../outbox/fence.ts'
import { countPending } from '../outbox/count-pending.ts'
import type { Device } from '../session/device.ts'
import type { OwnCallsFor } from '../session/session.ts'
import { wrongOwner } from './acts-for.ts'

/** Opening the desks of the person at hand, and leaving those that have ended. */
export const deskCommands = (device: Pick<Device, 'desks'>): OwnCallsFor<'store.open' | 'store.leave'> => ({
  'store.open': async ({ uid }, { person }) => {
    const id = deskId(uid, person.uid)
    const desks = await device.desks()
    const desk = await desks.open(id)
    if (!desk) return wrongOwner
    const { db } = desk.person
    const ended = (await readMeta(db, 'ended')) !== undefined
    const waiting = (await countPending(db)) + (await db.quarantine.count())
    if (!ended || waiting > 0) return { kind: 'accepted', data: { id, db: userDbName(id), ended, waiting } }
    // Nothing is left that anybody need be told of.
    await desks.leave(id)
    return wrongOwner
  },
  'store.leave': async ({ uid }, { person }) => {
    await (await device.desks()).leave(deskId(uid, person.uid))
    return { kind: 'accepted', data: {} }
  },
})
