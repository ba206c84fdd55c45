import type { Change } from '#contract/sync/schema-changes.ts'
import type { PushResult } from '#contract/sync/schema.ts'
import { PROTOCOL, SCHEMA } from '#contract/sync/schema.ts'
import { refusalReasons } from '#contract/wire/refusal-reasons.ts'
import { knownOr } from '#contract/wire/open.ts'
import type { LocaleCode } from '#contract/text/locales.ts'
import { ownerTransaction, type OwnerCall } from '../feed/owner-feed.ts'
import { text } from '../texts/texts.ts'
import { accepted, refused, type HandlersFor, type SignedIn } from '../http/handlers.ts'
import { isOf, known, stated, type Decided, type Mutations } from './outcomes.ts'
import { feedStanding } from '../feed/position.ts'
import { costOfIds, countStored, leftToday } from './measure.ts'
import { whoFor, type For } from './owner.ts'
import { pullFeed } from './pull.ts'
import { pushAll } from './push.ts'
import { rowsNow } from './rows.ts'
import { spend, spendFor, type SpentIds } from './spend.ts'
import { storeDayHandlers } from './store-day.ts'
import { settleOwed } from './owed.ts'
import { memberOf } from '../members/members.ts'

/** When somebody who has had too much stored today may ask again (ms): now and then, until the day is over. */
const FULL_TODAY = 600_000

/** The calls that devices keep up with; `mutations` are the handlers of all features, which this one may not know. */
export const syncHandlers = (
  mutations: Mutations,
): HandlersFor<'sync.push' | 'sync.pull' | 'sync.void' | 'sync.adopt' | 'sync.lost' | 'store.day'> => ({
  ...storeDayHandlers,
  'sync.push': async (call, input) => {
    if (input.v !== PROTOCOL) return refused('updateNeeded')
    const owner = await whoFor(call, input.uid)
    if (!owner) return refused('wrongOwner')
    const { device, position: before } = await feedStanding(call.db, input.uid, input.position)
    // A device that has seen a lost feed must hear what is here before anything of it takes effect.
    if (device === 'lost')
      return accepted({ results: [], restored: true, ...(before === undefined ? {} : { position: before }) })
    const origin = {
      userId: owner.uid,
      by: owner.by,
      incarnation: input.incarnation,
      mutations,
      now: input.now,
      clock: call.now,
      log: (error: unknown) => console.error(error),
    }
    const { results, feed, position } = await pushAll(call.db, origin, input.intents, before)
    return accepted({ results: worded(results, input.schema, call.language), position, ...(feed && { feed }) })
  },
  'sync.pull': async (call, input) => {
    if (input.v !== undefined && Number(input.v) !== PROTOCOL) return refused('updateNeeded')
    const owner = await whoFor(call, input.uid ?? call.user.id)
    if (!owner) return refused('wrongOwner')
    const { uid, storeId } = owner
    // Its own feed has whatever others did to a store's rows.
    if (storeId !== undefined) await settleOwed(call.db, uid)
    const { position } = input
    const page = await pullFeed(call.db, uid, Number(input.cursor), input.incarnation, { position, storeId })
    const schema = input.schema === undefined ? undefined : Number(input.schema)
    const changes = readable(page.changes, schema)
    return accepted({ ...page, changes, outcomes: worded(page.outcomes, schema, call.language) })
  },
  'sync.void': async (call, { uid, incarnation, seq, createdAt }) => {
    const owner = await whoFor(call, uid)
    if (!owner) return refused('wrongOwner')
    const origin = { userId: uid, by: owner.by, incarnation }
    const result = await spending(call, owner, async (owned, quota) => {
      const done = await spend(owned, origin, [{ seq, createdAt }], { reason: 'cancelled' }, quota)
      if (!done) return undefined
      const [one] = done.results as [Decided]
      return { answer: stated(one, await rowsNow(owned, { userId: uid, storeId: owner.storeId }, one.keys)), ...done }
    })
    if (!result) return { kind: 'busy', retryAfter: FULL_TODAY }
    return result.refusal?.reason === 'idPurged' ? refused('idPurged') : accepted({ result })
  },
  'sync.lost': async (call, { uid, incarnation, intents }) => {
    if (!(await whoFor(call, uid))) return refused('wrongOwner')
    const seqs = intents.map((i) => i.seq)
    const { stored, isPurged } = await known(call.db, { userId: uid, incarnation }, seqs)
    // An intent that a copy of that store has sent again since, and that was refused, is lost to this store as well,
    // and reported to it as lost.
    const has = ({ seq, createdAt }: (typeof intents)[number]): boolean => {
      const result = stored.get(seq)?.result
      return isPurged({ seq, createdAt }) || (isOf(result, createdAt) && result?.outcome === 'accepted')
    }
    return accepted({ lost: intents.filter((intent) => !has(intent)).map((i) => i.seq) })
  },
  'sync.adopt': async (call, { uid, incarnation, to, seqs, createdAts }) => {
    const owner = await whoFor(call, uid)
    if (!owner) return refused('wrongOwner')
    const made = new Map(seqs.map((seq, i) => [seq, createdAts?.[i]]))
    const ids = Array.from(made, ([seq, createdAt]) => ({ seq, createdAt }))
    const origin = { userId: uid, by: owner.by, incarnation }
    const results = await spending(call, owner, async (owned, quota) => {
      const done = await spendFor(owned, origin, ids, to, quota)
      return done && { answer: done.results.map((result) => stated(result)), ...done }
    })
    return results ? accepted({ results }) : { kind: 'busy', retryAfter: FULL_TODAY }
  },
})

/** The tables of version 0.2.1, which names no schema and reads all rows of an answer or none. */
const FIRST_TABLES = new Set(['favourites', 'follows', 'cartLines', 'addresses', 'addressDefault', 'orders'])

/** Rows for a device of that schema. */
const readable = (rows: readonly Change[], schema: number | undefined): Change[] =>
  schema === undefined ? rows.filter((row) => FIRST_TABLES.has(row.table)) : [...rows]

/** Results for a device of that schema: an older one may not know a refusal's reason, and is told it in words. */
function worded(results: readonly PushResult[], schema: number | undefined, language: LocaleCode): PushResult[] {
  if (schema === undefined) return results.map((result) => ({ ...result, rows: readable(result.rows, schema) }))
  if (schema >= SCHEMA) return [...results]
  return results.map((result) => {
    // A result that a newer server stored may have a reason that this one has no words for.
    const reason = result.refusal && knownOr(refusalReasons, result.refusal.reason, undefined)
    if (!result.refusal || reason === undefined) return result
    const msg = text(language, `refusals.${reason}`, result.refusal.params)
    return { ...result, refusal: { ...result.refusal, msg } }
  })
}

/**
 * Spends ids of an owner in one transaction, counted with what is stored of theirs today; undefined when that is too
 * much, or when the caller acts for that store no longer.
 */
const spending = <T>(
  { db, now }: Pick<SignedIn, 'db' | 'now'>,
  { uid, by }: For,
  work: (owned: OwnerCall, quota: number) => Promise<(SpentIds & { answer: T }) | undefined>,
): Promise<T | undefined> =>
  ownerTransaction(db, uid, async (owned) => {
    const { tx } = owned
    const may = by === undefined || (await memberOf(tx, by, uid)) !== undefined
    const left = await leftToday(tx, uid, now())
    const result = may ? await work(owned, left().intents) : undefined
    if (!result?.spent) owned.abandon()
    if (!result) return undefined
    await countStored(tx, uid, now(), costOfIds(result.spent))
    return result.answer
  })
