import { accepted, type HandlersFor } from '../../http/handlers.ts'
import { putHours } from '../../quotes/store/requests.ts'
import { deskCounts } from './waits.ts'
import { actorOf, answered } from '../change.ts'

/** The counts of items that wait at the operators' desks, and how often operators get a mail about them. */
export const operatorWaitHandlers: HandlersFor<'operator.counts' | 'operator.digestSet'> = {
  'operator.counts': async ({ db, user, operator, now }) =>
    accepted({ counts: await deskCounts(db, { id: user.id, rights: operator.rights }, now()) }),
  'operator.digestSet': (call, { hours }) =>
    answered(call, () => putHours(call.db, 'digestHours', hours, actorOf(call))),
}
