import { splitRows } from '#contract/schema/changes.ts'
import type { CallInput, CallOutcome, CallOutput } from '../api.ts'
import { isClosed } from '#localdb/storage-errors.ts'
import { readMeta } from '../outbox/fence.ts'
import { settle } from '../outbox/settle.ts'
import type { Device } from '../session/device.ts'
import { sealChanges } from '../outbox/sealing.ts'
import type { Session } from '../session/session.ts'
import { failed } from '../wire/failed.ts'

/** Pays; the rows that come back are shown at once, without waiting for the feed. */
export async function pay(
  device: Pick<Device, 'env' | 'exchange'>,
  session: Session,
  input: CallInput<'order.pay'>,
): Promise<CallOutcome<CallOutput<'order.pay'>>> {
  const { person } = session
  const since = { restoredAt: (await readMeta(person.db, 'restored'))?.at }
  const seen = (await readMeta(person.db, 'position'))?.position
  const outcome = await device.exchange('order.pay', { ...input, ...(seen && { position: seen }) }, session)
  if (outcome.kind !== 'accepted') return failed(outcome)
  const { rows, also = [], position } = outcome.data
  const { changes, unread } = splitRows([...rows, ...also])
  const sealed = await sealChanges(person, changes)
  // Should somebody else be here by now: it is paid, and the feed brings the rows once the payer is back.
  await settle(person.db, person.fence, undefined, device.env.now(), {
    settlements: [],
    changes: sealed,
    unread,
    since,
    // What is shown as paid now must be missed by a server that has since been restored to before it.
    ...(position === undefined ? {} : { position }),
  }).catch((error: unknown) => {
    if (!isClosed(error)) throw error
  })
  return { kind: 'accepted', data: outcome.data }
}
