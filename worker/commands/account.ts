import type { MoneyEndpointName, MovingEndpointName, Output } from '#contract/registry.ts'
import type { UserDb } from '#localdb/open.ts'
import { seal } from '#localdb/seal.ts'
import { wait } from '../env/env.ts'
import type { AccountFile, CallInput, CallOutcome, CallOutput, CallsFor } from '../api/worker-api.ts'
import { readMeta } from '../outbox/fence.ts'
import type { Device } from '../session/device.ts'
import type { Session, OwnCallsFor } from '../session/session.ts'
import { openUserStore, tokenSealedAs } from '../session/user-store.ts'
import { forgetApprovalKey, markForWipe } from '../session/wipe.ts'
import { countPending } from '../outbox/count-pending.ts'
import { isRestoring } from '../outbox/restored.ts'
import { readUnsent } from '../unsent/export.ts'
import { failed } from '../wire/failed.ts'

type Needs = Pick<Device, 'env' | 'store' | 'exchange' | 'upToDate' | 'changePerson' | 'desks'>

/** How long "send now and sign out" tries before it says that it could not (ms). */
const SEND_FIRST = 20_000
/** How often it looks whether that has happened (ms). */
const LOOK_AGAIN = 200

type Passed =
  | 'user.emailCode'
  | 'user.change'
  | 'user.sessions'
  | 'user.endSession'
  | 'user.identities'
  | 'user.endIdentity'
  | 'user.answerInvitation'
  | 'store.day'
  | Exclude<MoneyEndpointName, MovingEndpointName>

/** Signing in and out, and what a person does with their account. */
export const accountCommands = (
  device: Needs,
): CallsFor<'user.login' | 'user.register' | 'user.resetPassword' | 'user.emailCode'> &
  OwnCallsFor<'user.logout' | 'user.delete' | 'user.export' | Exclude<Passed, 'user.emailCode'>> => {
  const pass = async <N extends Passed>(
    name: N,
    input: CallInput<N>,
    session?: Session,
  ): Promise<CallOutcome<CallOutput<N>>> => {
    const outcome = await device.exchange(name, input as never, session)
    return outcome.kind === 'accepted' ? { kind: 'accepted', data: outcome.data as CallOutput<N> } : failed(outcome)
  }
  return {
    'user.login': (input) => enter(device, 'user.login', input),
    'user.register': (input) => enter(device, 'user.register', input),
    'user.resetPassword': (input) => enter(device, 'user.resetPassword', input),
    'user.emailCode': (input) => pass('user.emailCode', input),
    'user.change': (input, session) => pass('user.change', input, session),
    'user.fundPassword': (input, session) => pass('user.fundPassword', input, session),
    'user.sessions': (input, session) => pass('user.sessions', input, session),
    'user.endSession': (input, session) => pass('user.endSession', input, session),
    'user.identities': (input, session) => pass('user.identities', input, session),
    'user.endIdentity': (input, session) => pass('user.endIdentity', input, session),
    'user.answerInvitation': (input, session) => pass('user.answerInvitation', input, session),
    'store.day': (input, session) => pass('store.day', input, session),
    'order.payQuote': (input, session) => pass('order.payQuote', input, session),
    'withdraw.stop': (input, session) => pass('withdraw.stop', input, session),
    'recharge.address': (input, session) => pass('recharge.address', input, session),
    'simulated.send': (input, session) => pass('simulated.send', input, session),
    'simulated.drop': (input, session) => pass('simulated.drop', input, session),
    'user.delete': (input, session) => deleteAccount(device, session, input),
    'user.export': (_input, session) => exportAccount(device, session),
    'user.logout': ({ unsent }, session) => signOut(device, session, unsent),
  }
}

/** Calls whose answer holds a token. */
type EnterName = 'user.login' | 'user.register' | 'user.resetPassword'

async function enter(
  device: Needs,
  name: EnterName,
  input: CallInput<EnterName>,
): Promise<CallOutcome<{ uid: string }>> {
  const outcome = await device.exchange(name, input as CallInput<'user.login'>)
  if (outcome.kind !== 'accepted') return failed(outcome)
  const { userinfo } = outcome.data as Output<'user.login'>
  await signIn(device, userinfo.id, userinfo.token)
  return { kind: 'accepted', data: { uid: userinfo.id } }
}

/**
 * Keeps a new token and turns the device to its person. The same person goes on where they were; another's database
 * stays closed and untouched.
 */
export async function signIn(device: Needs, uid: string, token: string): Promise<void> {
  // Work that was begun for the person at hand (a merge) ends first.
  await device.upToDate()
  const person = await openUserStore(device.env, uid, undefined, () => undefined)
  const sealed = await seal(person.key, tokenSealedAs(uid), token)
  const spoken = (await readMeta(person.db, 'link'))?.epoch ?? 0
  person.db.close()
  // A desk's database that was kept may know the epoch of a session that the person's wiped database had counted. So
  // the device counts the epochs, too (`tokens`).
  const known = Math.max(spoken, (await device.store.read('session'))?.tokenEpoch ?? 0)
  let tokenEpoch = 0
  await device.store.write('tokens', (old) => (tokenEpoch = Math.max(old ?? 0, known) + 1))
  // One record: whose device this is now, their token, and that the guest's work is theirs.
  await device.store.write('session', (old) => ({
    uid,
    tokenEpoch,
    token: sealed,
    mergeGuest: !old || old.mergeGuest,
  }))
  await device.changePerson()
}

/** Deletes the account at the server, and then what this device keeps of it. */
async function deleteAccount(
  device: Needs,
  session: Session,
  input: CallInput<'user.delete'>,
): Promise<CallOutcome<Record<string, never>>> {
  const outcome = await device.exchange('user.delete', input, session)
  if (outcome.kind !== 'accepted') return failed(outcome)
  await markForWipe(device.store, session.person.uid, true)
  await forgetApprovalKey(device.store, session.person.uid)
  await device.store.write('session', (old) => (old?.uid === session.person.uid ? null : (old ?? null)))
  await device.changePerson()
  return { kind: 'accepted', data: {} }
}

/** One file of what the market holds of the person and what waits here to be sent. */
async function exportAccount(device: Needs, session: Session): Promise<CallOutcome<AccountFile>> {
  // Unsent work is read first: an intent that is sent while the server reads is then in one of the two at least.
  const unsent = await readUnsent(session.person)
  const outcome = await device.exchange('user.export', {}, session)
  if (outcome.kind !== 'accepted') return failed(outcome)
  const name = `account-${new Date(device.env.now()).toISOString().slice(0, 10)}.json`
  const text = JSON.stringify({ ...outcome.data, unsent }, null, 2)
  return { kind: 'accepted', data: { name, text, unsent: unsent.length } }
}

/** Signs out in one of three ways. Without unsent work the person's rows are wiped from the device. */
async function signOut(
  device: Needs,
  session: Session,
  unsent: 'send' | 'keep' | 'discard',
): Promise<CallOutcome<Record<string, never>>> {
  const { uid, guest } = session.person
  if (guest) return { kind: 'refused', refusal: { reason: 'pleaseLogin' } }
  if (unsent === 'send' && !(await sendFirst(device, session))) return { kind: 'unreachable' }
  // The server learns of the sign-out if it can be reached; the token is deleted here in any case.
  await device.exchange('user.logout', {}, session)
  // The marker is on disk before the session is forgotten. Work recorded meanwhile is kept like any unsent work.
  await markForWipe(device.store, uid, unsent === 'discard')
  await device.store.write('session', (old) => (old?.uid === uid ? null : (old ?? null)))
  await device.changePerson()
  return { kind: 'accepted', data: {} }
}

/** Whether intents wait to be sent, or a restored server has yet to say which it lost. */
const waits = async (db: UserDb): Promise<boolean> => (await isRestoring(db)) || (await countPending(db)) > 0

/** Waits until everything that can be sent has been, as long as that may take; false when some is still waiting. */
async function sendFirst(device: Needs, session: Session): Promise<boolean> {
  const { of, open } = await device.desks()
  const desks = await Promise.all((await of(session.person.uid)).map(open))
  const all = [session, ...desks.filter((desk) => desk !== undefined)]
  for (const one of all) one.kick('probe')
  const waiting = async (): Promise<boolean> =>
    (await Promise.all(all.map(({ person: { db } }) => waits(db)))).includes(true)
  // Counted in pauses: a clock that is set back meanwhile would have it wait for a day.
  for (let waited = 0; await waiting(); waited += LOOK_AGAIN) {
    if (waited >= SEND_FIRST) return false
    await wait(device.env, LOOK_AGAIN)
  }
  return true
}
