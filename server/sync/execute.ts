import { sql } from 'kysely'
import type { RefusalReason } from '#contract/wire/refusal-reasons.ts'
import { isMutationName, mutationOf, mutations } from '#contract/mutations.ts'
import type { MutationName } from '#contract/registry.ts'
import type { PushIntent, PushResult, TakenFrom } from '#contract/sync/schema.ts'
import { unstorableAt } from '../db/storable.ts'
import { waitingForSession } from '../db/fair-turns/waiting.ts'
import { isRetryable, isUnstorable } from '../db/sqlstate.ts'
import type { Db } from '../db/tables/tables.ts'
import { ownerTransaction, type OwnerCall } from '../feed/owner-feed.ts'
import type { ActingStore, Verdict } from '../http/handlers.ts'
import { memberOf } from '../members/members.ts'
import { intentHash, VOID_HASH } from './hash.ts'
import { costOf, costOfIds, countStored, fits, leftToday, shareOfDay, storedSum, type StoredSize } from './measure.ts'
import { ALONE_MS, AnsweredRows, ANSWER_BYTES, eachRowOnce, TRANSACTION_MS } from './answer.ts'
import {
  decided,
  isOf,
  known,
  stated,
  storeOutcomes,
  type Decided,
  type Origin,
  type StoredOutcome,
} from './outcomes.ts'
import { Repeats } from './repeats.ts'
import { elsewhere } from './spend.ts'

/** An intent as it was sent; a single call under a key does not say when it was made. */
type Asked = Omit<PushIntent, 'createdAt'> & { createdAt?: number }

/** An intent that was read and may be carried out. */
interface Ready {
  seq: number
  name: MutationName
  payload: unknown
  createdAt: number | undefined
  hash: Buffer
  lanes: string[]
  expired: boolean
  cost: StoredSize
  from: TakenFrom | undefined
}

/**
 * Which lanes a name belongs to that this server does not know is not known either: what comes behind it might overtake
 * it.
 */
const EVERY_LANE = '*'

const refusal = (seq: number, reason: RefusalReason, params?: Record<string, string | number>): PushResult => ({
  seq,
  outcome: 'refused',
  refusal: params ? { reason, params } : { reason },
  rows: [],
})

/** The id is another intent's; says of which moment that one is, so that a device knows whether it is its own. */
const reused = ({ seq, createdAt }: Decided): PushResult =>
  refusal(seq, 'idReused', createdAt === undefined ? undefined : { createdAt })

/**
 * Reads one intent: ready, or refused before anything was tried (such a refusal is the same at every repeat, so nothing
 * is stored).
 */
function read(intent: Asked, { now, by }: Pick<Origin, 'now' | 'by'>): Ready | PushResult {
  if (!isMutationName(intent.name)) return refusal(intent.seq, 'updateNeeded')
  const m = mutationOf(intent.name)
  if ((m.world === 'store') !== (by !== undefined)) return refusal(intent.seq, 'wrongOwner')
  const payload = m.payload.safeParse(intent.payload)
  if (!payload.success) {
    const path = payload.error.issues[0]?.path.join('.')
    return path ? refusal(intent.seq, 'invalid', { path }) : refusal(intent.seq, 'unreadable')
  }
  const broken = unstorableAt(payload.data)
  if (broken) return refusal(intent.seq, 'invalid', { path: broken.join('.') })
  return {
    seq: intent.seq,
    name: intent.name,
    payload: payload.data,
    createdAt: intent.createdAt,
    hash: intentHash(intent.name, payload.data),
    lanes: m.lanes(payload.data),
    expired: intent.confirmBy !== undefined && now > intent.confirmBy,
    cost: costOf(payload.data),
    from: intent.from,
  }
}

/** How far a push has come. */
export interface PushProgress {
  /** The lanes in which an earlier intent did not end. */
  blocked: ReadonlySet<string>
  /** How many bytes of rows have been answered. */
  bytes: number
  /** The push holds a name that this server does not know. */
  unknown?: boolean
}

/** The answer for an intent that the push did not come to: the device sends it again. */
export const notTried = ({ seq }: { seq: number }): PushResult => ({ seq, outcome: 'notTried', rows: [] })

/**
 * Carries out a run of intents in order, in one transaction with their outcomes, and returns a result for
 * each of the first: at least one, and as many as fit into the transaction's time and the answer's bytes. `progress` is
 * moved on. Handlers write nothing before they refuse, so no savepoint is needed; when one throws, everything is rolled
 * back and done again one by one with a savepoint around each, and only the one that threw is `busy`. `committed` is
 * called with each transaction's rev and position of the feed, in their order.
 */
export async function execute(
  db: Db,
  origin: Origin,
  intents: readonly Asked[],
  progress: PushProgress,
  committed: (call: OwnerCall) => void = () => undefined,
): Promise<PushResult[]> {
  const isAwaited = (): boolean => waitingForSession(db) > 0
  const readings = intents.map((intent) => read(intent, origin))
  const once = async (some: readonly (Ready | PushResult)[], careful: boolean): Promise<PushResult[]> => {
    const { call, results, stored, ...after } = await ownerTransaction(db, origin.userId, async (call) => {
      const store = await actingStore(call, origin)
      // Ended while the push was under way: the next one hears it.
      const done =
        store === 'ended'
          ? { results: some.map(({ seq }) => busy(seq)), stored: 0, ...progress }
          : await run(call, { ...origin, store, isAwaited }, some, progress, careful)
      // Without an outcome there was no effect.
      if (done.stored === 0) call.abandon()
      return { call, ...done }
    })
    if (stored > 0) committed(call)
    Object.assign(progress, after)
    return results
  }
  try {
    return await once(readings, false)
  } catch (error) {
    origin.log(error)
    // Each in a transaction of its own: together they would take locks in an order that others take the other way
    // round.
    const results: PushResult[] = []
    for (const reading of readings) {
      results.push(...(await once([reading], true)))
      if (progress.bytes >= ANSWER_BYTES) break
    }
    return results
  }
}

const busy = (seq: number): PushResult => ({ seq, outcome: 'busy', rows: [] })

/** The store that the transaction is for, if it is for one; 'ended' when the caller acts for it no longer. */
async function actingStore({ tx }: OwnerCall, { userId, by }: Origin): Promise<ActingStore | 'ended' | undefined> {
  if (by === undefined) return undefined
  const member = await memberOf(tx, by, userId)
  return member ? { id: member.storeId, role: member.role, by } : 'ended'
}

type Acting = Origin & {
  store: ActingStore | undefined
  /** Whether others wait for the session. */
  isAwaited(): boolean
}

async function run(
  owned: OwnerCall,
  origin: Acting,
  intents: readonly (Ready | PushResult)[],
  progress: PushProgress,
  careful: boolean,
): Promise<PushProgress & { results: PushResult[]; stored: number }> {
  const seqs = intents.map((i) => i.seq)
  const { stored, isPurged } = await known(owned.tx, origin, seqs)
  const repeats = new Repeats(owned, { userId: origin.userId, storeId: origin.store?.id }, stored)
  // A transaction that is run again begins with the lanes as they were.
  const blocked = new Set(progress.blocked)
  const answered = new AnsweredRows(owned.rev, progress.bytes)
  const begun = performance.now()
  const isOver = (): boolean => performance.now() - begun > (origin.isAwaited() ? TRANSACTION_MS : ALONE_MS)
  const fresh: StoredOutcome[] = []
  const left = await leftToday(owned.tx, origin.userId, origin.clock())
  let used: StoredSize = costOfIds(0)
  const results: PushResult[] = []
  for (const intent of intents) {
    if (results.length > 0 && (answered.isFull() || isOver())) break
    const { seq } = intent
    const before = stored.get(seq)
    if ('outcome' in intent) {
      const unknown = intent.refusal?.reason === 'updateNeeded'
      // A newer server may have carried out an intent whose name this one does not know: it alone can say so.
      results.push(before && !unknown ? reused(before.result) : intent)
      if (unknown) blocked.add(EVERY_LANE)
    } else if (blocked.has(EVERY_LANE)) {
      results.push(notTried(intent))
    } else if (before) {
      const own = isOf(before.result, intent.createdAt)
      const same = own && (before.hash.equals(intent.hash) || before.hash.equals(VOID_HASH))
      if (same && progress.unknown) {
        for (const lane of intent.lanes) blocked.add(lane)
        results.push(notTried(intent))
        continue
      }
      const rows = same ? await repeats.rowsOf(before.result) : []
      answered.add(rows)
      results.push(same ? stated(before.result, rows) : reused(before.result))
      // Still unended when its answer was lost, or about to come under its next id: what comes behind it in its lane
      // must go on waiting.
      if (!own || (same && before.result.outcome === 'needsConsent')) for (const lane of intent.lanes) blocked.add(lane)
    } else if (isPurged(intent)) {
      results.push(refusal(seq, 'idPurged'))
    } else if (intent.lanes.some((lane) => blocked.has(lane))) {
      for (const lane of intent.lanes) blocked.add(lane)
      results.push(notTried(intent))
    } else if (!fits(storedSum(used, intent.cost), left(shareOfDay(origin.store?.role, isUrgent(intent.name))))) {
      // Enough for today: what has an outcome is answered all the same, the rest waits on its device.
      for (const lane of intent.lanes) blocked.add(lane)
      results.push(busy(seq))
    } else {
      const { spent, ...attempted } = await attempt(owned, origin, intent, careful)
      used = storedSum(used, costOfIds(spent))
      const result = intent.createdAt === undefined ? attempted : { ...attempted, createdAt: intent.createdAt }
      if (result.outcome === 'busy' || result.outcome === 'needsConsent')
        for (const lane of intent.lanes) blocked.add(lane)
      const changed = answered.add(result.rows)
      if (changed) repeats.forget()
      if (result.outcome !== 'busy') {
        // Without an effect nothing can happen twice: once the outcome has gone, the watermark answers.
        const kept = result.outcome === 'accepted' && changed && mutations[intent.name].kept === true
        const outcome = { seq, hash: intent.hash, result: decided(result), kept }
        fresh.push(outcome)
        used = storedSum(used, intent.cost)
        stored.set(seq, outcome)
      }
      results.push(result)
    }
  }
  await storeOutcomes(owned, origin, fresh)
  await countStored(owned.tx, origin.userId, origin.clock(), used)
  return { ...progress, results: eachRowOnce(results), stored: fresh.length, blocked, bytes: answered.bytes }
}

/** Whether a store's members must be able to do this on any day. */
const isUrgent = (name: MutationName): boolean => mutationOf(name).kept === true

/** Carries one out; `spent`: how many ids under which it was known elsewhere were spent for it. */
async function attempt(
  owned: OwnerCall,
  origin: Acting,
  intent: Ready,
  careful: boolean,
): Promise<PushResult & { spent: number }> {
  const there = intent.from && (await elsewhere(owned, origin, intent.from))
  const spent = there?.spent ?? 0
  if (there?.became) return { seq: intent.seq, rows: [], spent, ...there.became }
  return { ...(await attemptHere(owned, origin, intent, careful)), spent }
}

async function attemptHere(owned: OwnerCall, origin: Acting, intent: Ready, careful: boolean): Promise<PushResult> {
  const { tx } = owned
  const { seq } = intent
  const { store } = origin
  if (intent.expired) return { seq, outcome: 'needsConsent', refusal: { reason: 'expired' }, rows: [] }
  if (mutationOf(intent.name).only === 'owner' && store?.role !== 'owner') return refusal(seq, 'ownerOnly')
  const { userId, incarnation } = origin
  const call = { ...owned, userId, incarnation, now: () => origin.clock(), ...(store && { store }) }
  if (!careful) return toResult(seq, await origin.mutations[intent.name](call, intent.payload), owned)
  await sql`savepoint one`.execute(tx)
  try {
    const result = toResult(seq, await origin.mutations[intent.name](call, intent.payload), owned)
    await sql`release savepoint one`.execute(tx)
    return result
  } catch (error) {
    // A transaction that meets another one begins again on the server, and no device hears of it.
    if (isRetryable(error)) throw error
    await sql`rollback to savepoint one`.execute(tx)
    owned.also.length = 0
    origin.log(error)
    // Trying again would hold its lane for ever.
    if (isUnstorable(error)) return refusal(seq, 'invalid', { path: '' })
    return busy(seq)
  }
}

const toResult = (seq: number, verdict: Verdict, { also }: OwnerCall): PushResult => ({
  seq,
  outcome: verdict.kind,
  rows: [...(verdict.rows ?? []), ...also.splice(0)],
  ...(verdict.kind === 'accepted' ? {} : { refusal: verdict.refusal }),
})
