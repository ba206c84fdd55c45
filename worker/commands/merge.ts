import type { OwnCallsFor } from '../session/session.ts'
import type { Device } from '../session/device.ts'
import { readMeta } from '../outbox/fence.ts'

/** Settles the guest's work that became the person's: it stays, or is taken back once. */
export const mergeCommands = ({ env }: Pick<Device, 'env'>): OwnCallsFor<'merge.settle'> => ({
  'merge.settle': async ({ undo }, { person }) => {
    const merged = await readMeta(person.db, 'merged')
    if (merged) {
      // Recorded first, under ids made when it was merged: a crash before the row is gone repeats harmlessly.
      if (undo && merged.undo?.length)
        await person.enqueue.add(
          merged.undo.map((act) => ({ ...act, createdAt: env.now(), deps: [], confirmBy: null })),
        )
      await person.db.meta.delete('merged')
    }
    return { kind: 'accepted', data: {} }
  },
})
