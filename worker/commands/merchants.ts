import { seal } from '#localdb/seal.ts'
import type { CallInput, CallOutcome, CallOutput } from '../api/worker-api.ts'
import type { Device } from '../session/device.ts'
import type { OwnCallsFor, Session } from '../session/session.ts'
import { failed } from '../wire/failed.ts'

/** Most characters of a draft. */
const DRAFT_MAX = 60_000

/** The identity to which the sealed draft of an application is bound. */
const draftSealedAs = (uid: string) => ({ uid, id: 'merchant-draft', version: 1 })

type Passed = 'merchant.index' | 'merchant.contract' | 'merchant.sign'

/** Applying to sell: the draft, sealed on this device, how the application stands, and the contract. */
export const merchantCommands = (device: Pick<Device, 'exchange'>): OwnCallsFor<'merchant.draft' | Passed> => {
  const pass = async <N extends Passed>(
    name: N,
    input: CallInput<N>,
    session: Session,
  ): Promise<CallOutcome<CallOutput<N>>> => {
    const outcome = await device.exchange(name, input as never, session)
    return outcome.kind === 'accepted' ? { kind: 'accepted', data: outcome.data as CallOutput<N> } : failed(outcome)
  }
  return {
    'merchant.draft': async ({ text }, { person: { db, key, uid } }) => {
      if (text !== null && text.length > DRAFT_MAX) return { kind: 'refused', refusal: { reason: 'tooLarge' } }
      // Sealed before the transaction: an awaited cipher would end it.
      const sealed = text === null ? undefined : await seal(key, draftSealedAs(uid), text)
      if (sealed) await db.meta.put({ key: 'merchantDraft', sealed })
      else await db.meta.delete('merchantDraft')
      return { kind: 'accepted', data: {} }
    },
    'merchant.index': (input, session) => pass('merchant.index', input, session),
    'merchant.contract': (input, session) => pass('merchant.contract', input, session),
    'merchant.sign': (input, session) => pass('merchant.sign', input, session),
  }
}
