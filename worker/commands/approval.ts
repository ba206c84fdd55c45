import { isAsset } from '#contract/coins/assets.ts'
import { networks } from '#contract/coins/networks.ts'
import { APPROVAL_ALGORITHM, approvalText, type Approval, type Approved } from '#contract/withdrawals/approval.ts'
import type { DeviceStore, ApprovalKey } from '#localdb/device.ts'
import type { CallInput } from '../api/worker-api.ts'
import type { Device } from '../session/device.ts'
import type { OwnCallsFor } from '../session/session.ts'
import type { ApprovalCalls } from '../api/approval-calls.ts'

/** The most keys on one device; a new key replaces the oldest. */
export const APPROVAL_KEYS_MAX = 8

const toBase64 = (bytes: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(bytes), (b) => String.fromCharCode(b)).join(''))

const keyOf = async (store: DeviceStore, uid: string): Promise<ApprovalKey | undefined> =>
  (await store.read('approvalKeys'))?.find((one) => one.uid === uid)

/** Makes a person's key, unless there is one. */
async function makeKey(store: DeviceStore, uid: string): Promise<ApprovalKey | undefined> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(APPROVAL_ALGORITHM, false, ['sign', 'verify'])
  const made = { uid, privateKey, publicKey: toBase64(await crypto.subtle.exportKey('raw', publicKey)) }
  // Another tab may have made one meanwhile: the first one stays.
  await store.write('approvalKeys', (old = []) =>
    old.some((one) => one.uid === uid) ? old : [...old, made].slice(-APPROVAL_KEYS_MAX),
  )
  return keyOf(store, uid)
}

async function approve({ privateKey, publicKey }: ApprovalKey, withdrawal: Approved, at: number): Promise<Approval> {
  const text = new TextEncoder().encode(approvalText(withdrawal, at))
  return { key: publicKey, at, signature: toBase64(await crypto.subtle.sign(APPROVAL_ALGORITHM, privateKey, text)) }
}

/** A withdrawal whose coin and network this app supports. */
function supportedOf({ network, asset, ...rest }: CallInput<'approval.sign'>): Approved | undefined {
  const supported = networks.find((one) => one === network)
  return supported && isAsset(asset) ? { ...rest, network: supported, asset } : undefined
}

/** An operator's signatures under withdrawals, with a key that never leaves this device. */
export const approvalCommands = ({ store, env }: Pick<Device, 'store' | 'env'>): OwnCallsFor<keyof ApprovalCalls> => ({
  'approval.key': async ({ make }, { person: { uid, guest } }) => {
    if (guest) return { kind: 'refused', refusal: { reason: 'pleaseLogin' } }
    const key = (await keyOf(store, uid)) ?? (make ? await makeKey(store, uid) : undefined)
    return { kind: 'accepted', data: { key: key?.publicKey ?? null } }
  },
  'approval.sign': async (withdrawal, { person: { uid } }) => {
    const key = await keyOf(store, uid)
    const supported = supportedOf(withdrawal)
    const approval = key && supported && (await approve(key, supported, env.now()))
    return { kind: 'accepted', data: approval ? { approval } : {} }
  },
})
