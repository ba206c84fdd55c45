import { NewerDatabase } from '#localdb/open.ts'
import { isDesk } from '#localdb/desk-id.ts'
import { GUEST } from '#localdb/schema.ts'
import type { Gesture, MutateOutcome, WorkerApi } from '../api/worker-api.ts'
import { isClosed } from '#localdb/storage-errors.ts'
import type { Device } from '../session/device.ts'
import { recordGesture, type UserStore } from '../session/user-store.ts'
import { actsFor, sessionOf, wrongOwner } from './acts-for.ts'

type Needs = Pick<Device, 'env' | 'session' | 'lookUp' | 'reopen' | 'evictions' | 'desks'>

/** Records gestures for the person on whose screen they were made. */
export function createMutate(device: Needs): WorkerApi['mutate'] {
  const recorded = async (person: UserStore, gesture: readonly Gesture[], first?: boolean): Promise<MutateOutcome> => {
    const outcome = await recordGesture(person, device.env, gesture, first)
    if (outcome.kind === 'saved' && !isDesk(person.id)) device.evictions.recorded(gesture.length)
    return outcome
  }
  const mutate: WorkerApi['mutate'] = async (gesture, as, first) => {
    // This tab may not have been told who is here: on the screen of nobody yet, or of a guest, it is whoever is here
    // now.
    const mine = (await device.session()).person
    const person = as !== GUEST && as === mine.uid ? mine : (await sessionOf(device, as))?.person
    if (!person) return wrongOwner
    try {
      return await recorded(person, gesture, first)
    } catch (error) {
      if (!isClosed(error)) throw error
      // Closed under it: most likely nothing was saved.
      const now = isDesk(person.id) ? (await sessionOf(device, person.id))?.person : (await device.reopen()).person
      if (!now) return wrongOwner
      return now.id === person.id || actsFor(person.uid, now) ? recorded(now, gesture) : wrongOwner
    }
  }
  return (gesture, as, first) => mutate(gesture, as, first).catch(unlessNewer)
}

/** A newer app has taken this database over: nothing more is written by this one, and the person is told why. */
function unlessNewer(error: unknown): MutateOutcome {
  if (error instanceof NewerDatabase) return { kind: 'refused', refusal: { reason: 'updateNeeded' } }
  throw error
}
