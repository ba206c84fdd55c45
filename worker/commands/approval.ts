import { isAsset } from '#contract/rules/coins.ts'
import { networks } from '#contract/rules/networks.ts'
import { approvalText, type Approval, type Approved } from '#contract/rules/withdrawal-approval.ts'
import type { DeviceStore, ApprovalKey } from '#localdb/device.ts'
import type { CallInput } from '../api.ts'
import type { Device } from '../session/device.ts'
import type { OwnCallsFor } from '../session/session.ts'
import type { ApprovalCalls } from './approval-calls.ts'

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** Signing keys on one device; another one takes the place of the oldest. */
export const APPROVAL_KEYS_MAX = 8

const toBase64 = (bytes: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(bytes), (b) => String.fromCharCode(b)).join(''))

const keyOf = async (store: DeviceStore, uid: string): Promise<ApprovalKey | undefined> =>
  (await store.read('approvalKeys'))?.find((one) => one.uid === uid)

/** Makes a person's key, unless there is one. */
async function makeKey(store: DeviceStore, uid: string): Promise<ApprovalKey | undefined> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(ECDSA, false, ['sign', 'verify'])
  const made = { uid, privateKey, publicKey: toBase64(await crypto.subtle.exportKey('raw', publicKey)) }
  // Another tab may have made one meanwhile: the first one stays.
  await store.write('approvalKeys', (old = []) =>
    old.some((one) => one.uid === uid) ? old : [...old, made].slice(-APPROVAL_KEYS_MAX),
  )
  return keyOf(store, uid)
}

async function approve({ privateKey, publicKey }: ApprovalKey, withdrawal: Approved): Promise<Approval> {
  const text = new TextEncoder().encode(approvalText(withdrawal))
  return { key: publicKey, signature: toBase64(await crypto.subtle.sign(ECDSA, privateKey, text)) }
}

/** A withdrawal of a coin and a network that this app knows. */
function knownOf({ network, asset, ...rest }: CallInput<'approval.sign'>): Approved | undefined {
  const known = networks.find((one) => one === network)
  return known && isAsset(asset) ? { ...rest, network: known, asset } : undefined
}

/** An operator's signatures under withdrawals, with a key that never leaves this device. */
export const approvalCommands = ({ store }: Pick<Device, 'store'>): OwnCallsFor<keyof ApprovalCalls> => ({
  'approval.key': async ({ make }, { person: { uid, guest } }) => {
    if (guest) return { kind: 'refused', refusal: { reason: 'pleaseLogin' } }
    const key = (await keyOf(store, uid)) ?? (make ? await makeKey(store, uid) : undefined)
    return { kind: 'accepted', data: { key: key?.publicKey ?? null } }
  },
  'approval.sign': async (withdrawal, { person: { uid } }) => {
    const key = await keyOf(store, uid)
    const known = knownOf(withdrawal)
    return { kind: 'accepted', data: key && known ? { approval: await approve(key, known) } : {} }
  },
})
