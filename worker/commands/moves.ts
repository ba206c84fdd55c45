import type { Output, MovingEndpointName } from '#contract/registry.ts'
import { splitRows, type FeedRows } from '#contract/sync/schema-changes.ts'
import type { CallInput, CallOutcome, CallOutput } from '../api/worker-api.ts'
import { isClosed } from '#localdb/storage-errors.ts'
import { storeOf } from '../session/store-of.ts'
import { readMeta } from '../outbox/fence.ts'
import { settleIntents } from '../outbox/settle.ts'
import type { Device } from '../session/device.ts'
import { sealChanges } from '../outbox/sealing.ts'
import type { OwnCallsFor, Session } from '../session/session.ts'
import { failed } from '../wire/failed.ts'

type Needs = Pick<Device, 'env' | 'exchange'>

/** Paying and withdrawing. */
export const movingCommands = (device: Needs): OwnCallsFor<MovingEndpointName> => ({
  'order.pay': (input, session) => move(device, session, 'order.pay', input),
  'withdraw.ask': (input, session) => move(device, session, 'withdraw.ask', input),
  'withdraw.cancel': (input, session) => move(device, session, 'withdraw.cancel', input),
})

/** Moves money; the rows that come back are shown at once, without waiting for the feed. */
async function move<N extends MovingEndpointName>(
  device: Needs,
  session: Session,
  name: N,
  input: CallInput<N>,
): Promise<CallOutcome<CallOutput<N>>> {
  const { person } = session
  const since = { restoredAt: (await readMeta(person.db, 'restored'))?.at }
  const seen = (await readMeta(person.db, 'position'))?.position
  const outcome = await device.exchange(
    name,
    { ...input, ...storeOf(session), ...(seen && { position: seen }) } as never,
    session,
  )
  if (outcome.kind !== 'accepted') return failed(outcome)
  const answer = outcome.data as Output<MovingEndpointName> & { also?: FeedRows | undefined }
  const { rows, also = [], position } = answer
  const { changes, unread } = splitRows([...rows, ...also])
  const sealed = await sealChanges(person, changes)
  // Should somebody else be here by now: the money has moved, and the feed brings the rows once they are back.
  await settleIntents(person.db, person.fence, undefined, device.env.now(), {
    settlements: [],
    changes: sealed,
    unread,
    since,
    // A server that has since been restored to before this must miss what is shown now.
    ...(position === undefined ? {} : { position }),
  }).catch((error: unknown) => {
    if (!isClosed(error)) throw error
  })
  return { kind: 'accepted', data: outcome.data as CallOutput<N> }
}
