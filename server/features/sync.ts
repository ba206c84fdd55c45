import type { OwnRefusal } from '#contract/schema/refusals.ts'
import type { PushResult } from '#contract/schema/sync.ts'
import { PROTOCOL, SCHEMA, type FeedRise } from '#contract/schema/sync.ts'
import { refusalReasons } from '#contract/rules/refusal-reasons.ts'
import { knownOr } from '#contract/rules/open.ts'
import type { LocaleCode } from '#contract/locales.ts'
import { cursorAt, ownerTransaction, type OwnerCall } from '../feed/owner-feed.ts'
import { text } from '../texts.ts'
import { accepted, refused, type HandlersFor, type SignedIn } from '../http/handlers.ts'
import { execute, isOf, known, store, type Mutations, type Origin } from './sync/execute.ts'
import { standing } from '../feed/position.ts'
import { VOID_HASH } from './sync/hash.ts'
import { countStored, roomToday } from './sync/measure.ts'
import { pullFeed } from './sync/pull.ts'

/** So many intents share a transaction: one commit for them all, and no lock held for long. */
const CHUNK = 250

/**
 * How far these transactions alone raised their owner's feed; undefined when somebody else's came between two of them.
 * Their results hold every row they wrote.
 */
function riseOf(revs: readonly number[]): FeedRise | undefined {
  const [first, last] = [revs[0], revs.at(-1)]
  if (first === undefined || last === undefined || last - first !== revs.length - 1) return undefined
  return { from: cursorAt(first - 1), cursor: cursorAt(last) }
}

/** When somebody who has had too much stored today may ask again (ms): now and then, until the day is over. */
const FULL_TODAY = 600_000

/** The calls that devices keep up with; `mutations` are the handlers of all features, which this one may not know. */
export const syncHandlers = (
  mutations: Mutations,
): HandlersFor<'sync.push' | 'sync.pull' | 'sync.void' | 'sync.adopt' | 'sync.lost'> => ({
  'sync.push': async (call, input) => {
    if (input.v !== PROTOCOL) return refused('updateNeeded')
    if (input.uid !== call.user.id) return refused('wrongOwner')
    const { device, position: before } = await standing(call.db, input.uid, input.position)
    // A device that has seen a lost feed must hear what is here before anything of it takes effect.
    if (device === 'lost')
      return accepted({ results: [], restored: true, ...(before === undefined ? {} : { position: before }) })
    const origin = {
      userId: call.user.id,
      incarnation: input.incarnation,
      mutations,
      now: input.now,
      clock: call.now,
      log: (error: unknown) => console.error(error),
    }
    const blocked = new Set<string>()
    const results: PushResult[] = []
    const revs: number[] = []
    let position = before
    const committed = (call: Pick<OwnerCall, 'rev' | 'position'>): void => {
      revs.push(call.rev)
      position = call.position
    }
    for (let i = 0; i < input.intents.length; i += CHUNK)
      results.push(...(await execute(call.db, origin, input.intents.slice(i, i + CHUNK), blocked, committed)))
    const feed = riseOf(revs)
    return accepted({ results: worded(results, input.schema, call.language), position, ...(feed && { feed }) })
  },
  'sync.pull': async (call, input) => {
    if (input.v !== undefined && Number(input.v) !== PROTOCOL) return refused('updateNeeded')
    const { position } = input
    const page = await pullFeed(call.db, call.user.id, Number(input.cursor), input.incarnation, { position })
    const schema = input.schema === undefined ? undefined : Number(input.schema)
    return accepted({ ...page, outcomes: worded(page.outcomes, schema, call.language) })
  },
  'sync.void': async (call, { uid, incarnation, seq, createdAt }) => {
    if (uid !== call.user.id) return refused('wrongOwner')
    const results = await spend(call, { userId: uid, incarnation }, [{ seq, createdAt }], { reason: 'cancelled' })
    if (!results) return { kind: 'busy', retryAfter: FULL_TODAY }
    const [result] = results
    return result!.refusal?.reason === 'idPurged' ? refused('idPurged') : accepted({ result: result! })
  },
  'sync.lost': async (call, { uid, incarnation, intents }) => {
    if (uid !== call.user.id) return refused('wrongOwner')
    const seqs = intents.map((i) => i.seq)
    const { stored, purgedThrough } = await known(call.db, { userId: uid, incarnation }, seqs)
    const has = ({ seq, createdAt }: (typeof intents)[number]): boolean =>
      seq <= purgedThrough || isOf(stored.get(seq)?.result, createdAt)
    return accepted({ lost: intents.filter((intent) => !has(intent)).map((i) => i.seq) })
  },
  'sync.adopt': async (call, { uid, incarnation, to, seqs }) => {
    if (uid !== call.user.id) return refused('wrongOwner')
    const ids = [...new Set(seqs)].map((seq) => ({ seq, createdAt: undefined }))
    const results = await spend(call, { userId: uid, incarnation }, ids, {
      reason: 'cancelled',
      params: { to },
    })
    return results ? accepted({ results }) : { kind: 'busy', retryAfter: FULL_TODAY }
  },
})

/** Results for a device of that schema: an older one may not know a refusal's reason, and is told it in words. */
function worded(results: readonly PushResult[], schema: number | undefined, language: LocaleCode): PushResult[] {
  if (schema === undefined || schema >= SCHEMA) return [...results]
  return results.map((result) => {
    // What a newer server stored may have a reason that this one has no words for.
    const reason = result.refusal && knownOr(refusalReasons, result.refusal.reason, undefined)
    if (!result.refusal || reason === undefined) return result
    const msg = text(language, `refusals.${reason}`, result.refusal.params)
    return { ...result, refusal: { ...result.refusal, msg } }
  })
}

/**
 * Spends ids that have not come yet, so that they never take effect; of the others, what became of them. Undefined when
 * too much of the person's has been stored today.
 */
const spend = (
  { db, now }: Pick<SignedIn, 'db' | 'now'>,
  origin: Pick<Origin, 'userId' | 'incarnation'>,
  ids: readonly { seq: number; createdAt: number | undefined }[],
  refusal: OwnRefusal,
): Promise<PushResult[] | undefined> =>
  ownerTransaction(db, origin.userId, async ({ tx, rev }) => {
    const { stored, purgedThrough } = await known(
      tx,
      origin,
      ids.map(({ seq }) => seq),
    )
    const spent: PushResult[] = []
    const results = ids.map(({ seq, createdAt }): PushResult => {
      const before = stored.get(seq)?.result
      if (before) return before
      if (seq <= purgedThrough) return { seq, outcome: 'refused', refusal: { reason: 'idPurged' }, rows: [] }
      const of = createdAt === undefined ? {} : { createdAt }
      const result: PushResult = { seq, outcome: 'refused', refusal, rows: [], ...of }
      spent.push(result)
      return result
    })
    if (spent.length > (await roomToday(tx, origin.userId, now()))) return undefined
    await countStored(tx, origin.userId, now(), spent.length)
    await store(
      tx,
      rev,
      origin,
      spent.map((result) => ({ seq: result.seq, hash: VOID_HASH, result })),
    )
    return results
  })
