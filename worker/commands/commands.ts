import { splitRows } from '#contract/schema/changes.ts'
import type { Output } from '#contract/registry.ts'
import { seal } from '#localdb/seal.ts'
import { wait } from '../env/env.ts'
import type { AnyonesCall, CallInput, CallOutcome, CallOutput, CallsFor, OwnCall } from '../api.ts'
import type { Desk, OwnCallsFor } from '../session/session.ts'
import type { Device } from '../session/device.ts'
import { failed } from '../wire/failed.ts'
import type { Freshness } from '../catalogue/follower.ts'
import { settleMerge } from '../session/guest-merge.ts'
import { intentCalls } from './intents.ts'
import { readMeta } from '../outbox/fence.ts'
import { settle } from '../outbox/settle.ts'
import { sealChanges } from '../session/sealing.ts'
import { openPerson, tokenSealedAs } from '../session/user-store.ts'
import { isClosed } from '../env/storage-errors.ts'
import { searchCalls } from './search.ts'
import { storageCalls } from './storage.ts'
import { countPending, markForWipe } from '../session/wipe.ts'

/** How long "send now and sign out" tries before it says that it could not (ms). */
const SEND_FIRST = 20_000
/** How often it looks whether that has happened (ms). */
const LOOK_AGAIN = 200

/** What answers the calls of a page, parted by whom they act for. */
export interface Calls {
  anyones: CallsFor<AnyonesCall>
  own: OwnCallsFor<OwnCall>
}

/** The calls that make no sense later. */
export function createCalls(device: Device, freshness: Freshness): Calls {
  const enter = async (
    name: 'user.login' | 'user.register',
    input: CallInput<'user.login'> | CallInput<'user.register'>,
  ): Promise<CallOutcome<{ uid: string }>> => {
    const outcome = await device.exchange(name, input as CallInput<'user.login'>)
    if (outcome.kind !== 'accepted') return failed(outcome)
    const { userinfo } = outcome.data as Output<'user.login'>
    await signIn(device, userinfo.id, userinfo.token)
    return { kind: 'accepted', data: { uid: userinfo.id } }
  }
  const plain = async <N extends 'user.emailCode' | 'user.change' | 'user.sessions' | 'user.endSession'>(
    name: N,
    input: CallInput<N>,
    desk?: Desk,
  ): Promise<CallOutcome<CallOutput<N>>> => {
    const outcome = await device.exchange(name, input as never, desk)
    return outcome.kind === 'accepted' ? { kind: 'accepted', data: outcome.data as CallOutput<N> } : failed(outcome)
  }
  const { 'search.history': history, ...search } = searchCalls(device)
  return {
    anyones: {
      'user.login': (input) => enter('user.login', input),
      'user.register': (input) => enter('user.register', input),
      'user.emailCode': (input) => plain('user.emailCode', input),
      ...search,
    },
    own: {
      'user.change': (input, desk) => plain('user.change', input, desk),
      'user.sessions': (input, desk) => plain('user.sessions', input, desk),
      'user.endSession': (input, desk) => plain('user.endSession', input, desk),
      'user.logout': ({ unsent }, desk) => signOut(device, desk, unsent),
      'order.pay': (input, desk) => pay(device, desk, input),
      'merge.settle': async ({ undo }, desk) => {
        await settleMerge(desk.person, device.env, undo)
        return { kind: 'accepted', data: {} }
      },
      'shop.reach': async (_input, desk) => {
        desk.kick('probe')
        const outcome = await freshness.follow(0)
        return outcome.kind === 'fresh' ? { kind: 'accepted', data: {} } : outcome
      },
      'search.history': history,
      ...intentCalls(device),
      ...storageCalls(device),
      // Seldom asked for, so brought when they are.
      'device.check': async (...of) => (await import('./lazy.ts')).seldomCalls(device)['device.check'](...of),
      'unsent.export': async (...of) => (await import('./lazy.ts')).seldomCalls(device)['unsent.export'](...of),
      'unsent.import': async (...of) => (await import('./lazy.ts')).seldomCalls(device)['unsent.import'](...of),
    },
  }
}

/**
 * Keeps a new token and turns the device to its person. The same person goes on where they were; another's database
 * stays closed and untouched.
 */
async function signIn(device: Device, uid: string, token: string): Promise<void> {
  // What was begun for whoever is here now (a merge) ends first.
  await device.upToDate()
  const person = await openPerson(device.env, uid, undefined, () => undefined)
  const sealed = await seal(person.key, tokenSealedAs(uid), token)
  const spoken = (await readMeta(person.db, 'link'))?.epoch ?? 0
  person.db.close()
  // One record: whose device this is now, their token, and that the guest's work is theirs.
  await device.store.write('session', (old) => ({
    uid,
    tokenEpoch: Math.max(old?.tokenEpoch ?? 0, spoken) + 1,
    token: sealed,
    mergeGuest: !old || old.mergeGuest,
  }))
  await device.changePerson()
}

/** Pays; the rows that come back are shown at once, without waiting for the feed. */
async function pay(
  device: Device,
  desk: Desk,
  input: CallInput<'order.pay'>,
): Promise<CallOutcome<CallOutput<'order.pay'>>> {
  const { person } = desk
  const outcome = await device.exchange('order.pay', input, desk)
  if (outcome.kind !== 'accepted') return failed(outcome)
  const { changes, unread } = splitRows(outcome.data.rows)
  const sealed = await sealChanges(person, changes)
  // Should somebody else be here by now: it is paid, and the feed brings the rows once the payer is back.
  await settle(person.db, person.fence, undefined, device.env.now(), {
    settlements: [],
    changes: sealed,
    unread,
  }).catch((error: unknown) => {
    if (!isClosed(error)) throw error
  })
  return { kind: 'accepted', data: outcome.data }
}

/** Signs out in one of three ways. Without unsent work the person's rows are wiped from the device. */
async function signOut(
  device: Device,
  desk: Desk,
  unsent: 'send' | 'keep' | 'discard',
): Promise<CallOutcome<Record<string, never>>> {
  const { uid, guest } = desk.person
  if (guest) return { kind: 'refused', refusal: { reason: 'pleaseLogin' } }
  if (unsent === 'send' && !(await sendFirst(device, desk))) return { kind: 'unreachable' }
  // Told to the server if it can be reached; the token is forgotten here in any case.
  await device.exchange('user.logout', {}, desk)
  // The marker is on disk before the session is forgotten. What was recorded meanwhile is kept like any unsent work.
  await markForWipe(device.store, uid, unsent === 'discard')
  await device.store.write('session', (old) => (old?.uid === uid ? null : (old ?? null)))
  await device.changePerson()
  return { kind: 'accepted', data: {} }
}

/** Waits until everything that can be sent has been, as long as that may take; false when some is still waiting. */
async function sendFirst(device: Device, desk: Desk): Promise<boolean> {
  desk.kick('probe')
  // Counted in pauses: a clock that is set back meanwhile would have it wait for a day.
  for (let waited = 0; (await countPending(desk.person.db)) > 0; waited += LOOK_AGAIN) {
    if (waited >= SEND_FIRST) return false
    await wait(device.env, LOOK_AGAIN)
  }
  return true
}
