import { GUEST } from '#localdb/schema.ts'
import { isDesk } from '#localdb/desk-id.ts'
import type { Failed, MutateOutcome } from '../api/worker-api.ts'
import type { Device } from '../session/device.ts'
import type { Session } from '../session/session.ts'
import type { UserStore } from '../session/user-store.ts'

// A page acts for the person whose screen it shows (law 12).

/** The answer to what was done on the screen of somebody who is not here any more. */
export const wrongOwner: MutateOutcome & Failed = { kind: 'refused', refusal: { reason: 'wrongOwner' } }

/**
 * Whether what is done on the screen of `uid` is this person's doing. What was a guest's a moment ago is the person's
 * who signed in; of another's it is never made.
 */
export const actsFor = (uid: string, person: UserStore): boolean => uid === person.uid || uid === GUEST

/** The session of the person on whose screen something was done; undefined when somebody else is here by now. */
export async function sessionOf(
  device: Pick<Device, 'lookUp' | 'desks'>,
  as: string | undefined,
): Promise<Session | undefined> {
  const session = await device.lookUp()
  if (as !== undefined && isDesk(as)) return (await device.desks()).open(as)
  return as === undefined || actsFor(as, session.person) ? session : undefined
}
