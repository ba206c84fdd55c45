import { seal } from '#localdb/seal.ts'
import type { Device } from '../session/device.ts'
import type { OwnCallsFor } from '../session/session.ts'
import { failed } from '../wire/failed.ts'

/** Most characters of a draft. */
const DRAFT_MAX = 60_000

/** What the draft of an application is sealed as. */
const draftSealedAs = (uid: string) => ({ uid, id: 'merchant-draft', version: 1 })

/** Applying to sell: the draft, sealed on this device, and how the application stands. */
export const merchantCommands = (
  device: Pick<Device, 'exchange'>,
): OwnCallsFor<'merchant.draft' | 'merchant.index'> => ({
  'merchant.draft': async ({ text }, { person: { db, key, uid } }) => {
    if (text !== null && text.length > DRAFT_MAX) return { kind: 'refused', refusal: { reason: 'tooLarge' } }
    // Sealed before the transaction: an awaited cipher would end it.
    const sealed = text === null ? undefined : await seal(key, draftSealedAs(uid), text)
    if (sealed) await db.meta.put({ key: 'merchantDraft', sealed })
    else await db.meta.delete('merchantDraft')
    return { kind: 'accepted', data: {} }
  },
  'merchant.index': async (input, session) => {
    const outcome = await device.exchange('merchant.index', input, session)
    return outcome.kind === 'accepted' ? { kind: 'accepted', data: outcome.data } : failed(outcome)
  },
})
