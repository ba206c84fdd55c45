import type { PushResult } from '#contract/sync.ts'
import { PROTOCOL } from '#contract/sync.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { accepted, refused, type HandlersFor } from '../http/handlers.ts'
import { execute, store, type Mutations } from './sync/execute.ts'
import { VOID_HASH } from './sync/hash.ts'
import { pullFeed } from './sync/pull.ts'

/** So many intents share a transaction: one commit for them all, and no lock held for long. */
const CHUNK = 250

/** The calls that devices keep up with; `mutations` are the handlers of all features, which this one may not know. */
export const syncHandlers = (mutations: Mutations): HandlersFor<'sync.push' | 'sync.pull' | 'sync.void'> => ({
  'sync.push': async (call, input) => {
    if (input.v !== PROTOCOL) return refused('updateNeeded')
    if (input.uid !== call.user.id) return refused('wrongOwner')
    const origin = { userId: call.user.id, incarnation: input.incarnation, mutations, now: input.now, clock: call.now, log: (error: unknown) => console.error(error) }
    const blocked = new Set<string>()
    const results: PushResult[] = []
    for (let i = 0; i < input.intents.length; i += CHUNK) results.push(...await execute(call.db, origin, input.intents.slice(i, i + CHUNK), blocked))
    return accepted({ results })
  },
  'sync.pull': async (call, input) => accepted(await pullFeed(call.db, call.user.id, Number(input.cursor), input.incarnation)),
  'sync.void': async (call, { uid, incarnation, seq }) => {
    if (uid !== call.user.id) return refused('wrongOwner')
    return ownerTransaction(call.db, uid, async ({ tx, rev }) => {
      const stored = await tx.selectFrom('outcomes').select('result').where('user_id', '=', uid).where('incarnation', '=', incarnation).where('seq', '=', seq).executeTakeFirst()
      if (stored) return accepted({ result: stored.result })
      const purged = await tx.selectFrom('incarnations').select('purged_through').where('user_id', '=', uid).where('incarnation', '=', incarnation).executeTakeFirst()
      if (purged && seq <= purged.purged_through) return refused('idPurged')
      const result: PushResult = { seq, outcome: 'refused', refusal: { reason: 'cancelled' }, rows: [] }
      await store(tx, rev, { userId: uid, incarnation }, [{ seq, hash: VOID_HASH, result }])
      return accepted({ result })
    })
  },
})
