import { deskId } from '#localdb/desk-id.ts'
import { userDbName } from '#localdb/schema.ts'
import { readMeta } from '../outbox/fence.ts'
import { countPending } from '../outbox/count-pending.ts'
import type { Device } from '../session/device.ts'
import { isOver } from '../session/desk.ts'
import type { OwnCallsFor } from '../session/session.ts'
import { wrongOwner } from './whose-screen.ts'

/** Opening the desks of the person at hand, and leaving those that have ended. */
export const deskCommands = (
  device: Pick<Device, 'desk' | 'leaveDesk'>,
): OwnCallsFor<'store.open' | 'store.leave'> => ({
  'store.open': async ({ uid }, { person }) => {
    const id = deskId(uid, person.uid)
    const desk = await device.desk(id)
    if (!desk) return wrongOwner
    // Nothing is left that anybody need be told of.
    if (await isOver(desk)) {
      await device.leaveDesk(id)
      return wrongOwner
    }
    const { db } = desk.person
    const ended = (await readMeta(db, 'ended')) !== undefined
    return { kind: 'accepted', data: { id, db: userDbName(id), ended, waiting: await countPending(db) } }
  },
  'store.leave': async ({ uid }, { person }) => {
    await device.leaveDesk(deskId(uid, person.uid))
    return { kind: 'accepted', data: {} }
  },
})
