import { isMutationName } from '#contract/mutations.ts'
import type { FeedRise, PushIntent, PushResult } from '#contract/sync/schema.ts'
import type { Db } from '../db/tables/tables.ts'
import { cursorAt, type OwnerCall } from '../feed/owner-feed.ts'
import { ANSWER_BYTES } from './answer.ts'
import { execute, notTried } from './execute.ts'
import type { Origin } from './outcomes.ts'

/** The most intents that share a transaction, and its commit. */
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

/** A push's outcome: a result of each intent, how far the push raised the feed, and where the feed stands. */
export interface Pushed {
  results: PushResult[]
  feed: FeedRise | undefined
  position: string | undefined
}

/** Carries out a push until its answer is full, in short transactions; `before` is where the feed stood. */
export async function pushAll(
  db: Db,
  origin: Origin,
  intents: readonly PushIntent[],
  before: string | undefined,
): Promise<Pushed> {
  // The rows of a repeat hold what a newer server did under a name that this one does not know, and the device still
  // folds over them: its repeats are not answered.
  const unknown = intents.some(({ name }) => !isMutationName(name))
  const progress = { blocked: new Set<string>(), bytes: 0, unknown }
  const results: PushResult[] = []
  const revs: number[] = []
  let position = before
  const committed = (call: Pick<OwnerCall, 'rev' | 'position'>): void => {
    revs.push(call.rev)
    position = call.position
  }
  while (results.length < intents.length && progress.bytes < ANSWER_BYTES) {
    const some = intents.slice(results.length, results.length + CHUNK)
    results.push(...(await execute(db, origin, some, progress, committed)))
  }
  results.push(...intents.slice(results.length).map(notTried))
  return { results, feed: riseOf(revs), position }
}
