import { plantedNetworks } from './networks.ts'
import { plantedServer } from './server.ts'
import { plantedTimelines } from './timelines.ts'
import type { Edit } from './source-edits.ts'

// Bugs that the simulation must find by itself, each in the ordinary random run: edits of the product's source
// as it is loaded, that fail loudly when what they edit is no longer there.

/** A bug, and what it breaks. */
export interface Planted {
  name: string
  breaks: string
  edits: readonly Edit[]
}

const at = (file: string, find: string, put: string): Edit => ({ file, find, put })
const enqueue = 'worker/outbox/enqueue/enqueue.ts'
const commit = 'worker/outbox/enqueue/commit.ts'
const take = 'worker/outbox/take.ts'
const settle = 'worker/outbox/settle.ts'
const push = 'worker/outbox/sender/push.ts'
const execute = 'server/sync/execute.ts'

export const planted: readonly Planted[] = [
  {
    name: 'two-transactions',
    breaks: 'an intent and what it shows are written one after the other',
    edits: [
      at(
        commit,
        "  await db.transaction('rw', tables, async",
        "  let after = async () => undefined\n  await db.transaction('rw', tables, async",
      ),
      at(
        commit,
        '    await write(db, work, keys, mirror)\n  })\n',
        '    after = await write(db, work, keys, mirror)\n  })\n  await after()\n',
      ),
      at(
        commit,
        'db.archive.bulkPut(work.archived),\n    writeMirror(db, keys, (ref, key) => {',
        'db.archive.bulkPut(work.archived),\n  ])\n  return () => Promise.all([\n    writeMirror(db, keys, (ref, key) => {',
      ),
    ],
  },
  {
    name: 'no-dedupe',
    breaks: 'the market carries out whatever comes, however often',
    edits: [
      at(
        execute,
        'const { stored, isPurged } = await known(owned.tx, origin, seqs)',
        'const { isPurged } = await known(owned.tx, origin, seqs)\n  const stored = new Map()',
      ),
      at(
        'server/sync/outcomes.ts',
        'as o(seq bigint, hash text, result jsonb, kept boolean)`',
        'as o(seq bigint, hash text, result jsonb, kept boolean) on conflict do nothing`',
      ),
    ],
  },
  {
    name: 'ack-before-commit',
    breaks: '"saved" is said before the transaction is over',
    edits: [
      at(
        enqueue,
        '          await recorded(group.flatMap((w) => w.gesture))\n          for (const w of group) w.done()',
        '          for (const w of group) w.done()\n          await recorded(group.flatMap((w) => w.gesture))',
      ),
    ],
  },
  {
    name: 'order-by-time',
    breaks: 'intents are sent in the order of the clock',
    edits: [
      at(
        take,
        '.limit(READ_AHEAD).toArray()',
        '.limit(READ_AHEAD).toArray().then((all) => all.sort((a, b) => a.createdAt - b.createdAt))',
      ),
      at(take, '        after = row.seq!\n', '        after = Math.max(after, row.seq!)\n'),
      at(take, 'blocked.get(lane)! < after)', 'blocked.get(lane)! < row.seq!)'),
      at(
        take,
        'for (const lane of row.lanes) block(blocked, lane, after)',
        'for (const lane of row.lanes) block(blocked, lane, row.seq!)',
      ),
    ],
  },
  {
    name: 'drop-on-401',
    breaks: 'a session that ended takes what was being sent with it',
    edits: [at(push, "return { event: 'sessionGone' }", "return { event: 'voided' }")],
  },
  {
    name: 'if-available-lock',
    breaks: 'followers never take over',
    edits: [
      at('worker/outbox/sender/lease.ts', ': { signal: attempt.signal }', ': { ifAvailable: true }'),
      at(
        'worker/outbox/sender/lease.ts',
        'await env.locks.request(name, options, () => {',
        'await env.locks.request(name, options, (lock) => {\n        if (!lock) return new Promise(() => undefined)',
      ),
    ],
  },
  {
    name: 'no-epoch',
    breaks: 'whoever held the lease writes on after it was taken',
    edits: [
      at(
        'worker/outbox/fence.ts',
        'if (row?.epoch !== epoch) throw new LeaseLost',
        'if (row === null) throw new LeaseLost',
      ),
    ],
  },
  {
    name: 'new-id-per-retry',
    breaks: 'each attempt goes under an id of its own',
    edits: [
      at(
        push,
        'incarnation, now, intents, ...(position',
        'incarnation: incarnation + Math.random().toString(36).slice(2, 8), now, intents, ...(position',
      ),
    ],
  },
  {
    name: 'coalesce-after-send',
    breaks: 'what was sent is still added to',
    edits: [
      at(
        'worker/outbox/enqueue/coalesce.ts',
        "earlier.state === 'pending' && earlier.attempts === 0",
        'isPending(earlier.state)',
      ),
    ],
  },
  {
    name: 'html-for-success',
    breaks: 'a 200 without our envelope counts as done',
    edits: [
      at(
        'worker/wire/envelope.ts',
        "    return { kind: 'unreachable' }\n  }\n  const { code",
        "    return status === 200 ? { kind: 'accepted', data: { results: [] } } : { kind: 'unreachable' }\n  }\n  const { code",
      ),
      at(push, "{ seq, event: 'lost' }", "{ seq, event: 'accepted' }"),
    ],
  },
  {
    name: 'renamed-table',
    breaks: 'an update puts the outbox under another name',
    edits: [
      at(
        'localdb/open.ts',
        '  yieldToOthers(db)\n',
        "  const renamed = (env.indexedDB as { appVersion?: number }).appVersion! > 1 && name.startsWith('caravan-user')\n  if (renamed) db.version(99).stores({ intents: '++seq, &intentId, state, *lanes, *keys, *deps' })\n  yieldToOthers(db)\n",
      ),
      at(
        'localdb/open.ts',
        '  await db.open()\n  return db',
        "  await db.open()\n  if (renamed) Object.defineProperty(db, 'outbox', { get: () => db.table('intents') })\n  return db",
      ),
    ],
  },
  {
    name: 'toggle-on-the-wire',
    breaks: 'the market toggles a favourite instead of setting it',
    edits: [
      at(
        'server/favourites/handlers.ts',
        'do update set is_on = excluded.is_on,',
        'do update set is_on = not favourites.is_on,',
      ),
    ],
  },
  {
    name: 'pull-without-outcomes',
    breaks: 'a pull brings rows, but not what became of the intents that made them',
    edits: [at('server/sync/pull.ts', "news.parts.has('outcomes')", 'false')],
  },
  {
    name: 'lane-overtaken',
    breaks: 'what stands behind one that waits goes first',
    edits: [at(take, 'row.lanes.some((lane) => blocked.get(lane)! < after)', 'row.lanes.length < 0')],
  },
  // In place of a cursor by early sequence, which PGlite with its one session cannot show
  // (server/feed/commit-order.test.ts does, on PostgreSQL).
  {
    name: 'cursor-first',
    breaks: 'the cursor is written before the rows that it stands for',
    edits: [
      at(
        'worker/outbox/sender/pull.ts',
        '    const at = now()\n',
        "    const at = now()\n    await db.meta.put({ key: 'cursor', cursor: data.cursor })\n",
      ),
    ],
  },
  {
    name: 'wipe-takes-what-waits',
    breaks: 'signing out deletes what was recorded meanwhile',
    edits: [
      at(
        'worker/session/wipe.ts',
        '(await db.outbox.count()) + (await db.quarantine.count()) > 0',
        '(await db.outbox.count()) + (await db.quarantine.count()) < 0',
      ),
    ],
  },
  {
    name: 'refused-vanishes',
    breaks: 'what was refused is put away unseen',
    edits: [at(settle, "if (state === 'acked' ||", "if (state === 'rejected' || state === 'acked' ||")],
  },
  {
    name: 'old-answer-wins',
    breaks: 'an answer older than a row overwrites it',
    edits: [at(settle, 'if (change.rev < known) continue', 'if (known < -1) continue')],
  },
  {
    name: 'results-by-position',
    breaks: "the n-th result is taken for the n-th intent's",
    edits: [
      at(
        push,
        'return result ? settlementOf(result, now) :',
        'return result ? { ...settlementOf(result, now), seq } :',
      ),
      at(
        push,
        'settlements: intents.map(({ seq }) => {\n      const result = results.get(seq)',
        'settlements: intents.map(({ seq }, i) => {\n      const result = outcome.data.results[i]',
      ),
    ],
  },
  {
    name: 'no-cap',
    breaks: 'the pauses between tries grow without end',
    edits: [
      at(
        'worker/outbox/sender/backoff.ts',
        'export const CAP_VISIBLE = 20_000',
        'export const CAP_VISIBLE = 20_000_000',
      ),
    ],
  },
  {
    name: 'recorded-for-the-next',
    breaks: 'what one person does is recorded for whoever signs in meanwhile',
    edits: [
      at('worker/commands/acts-for.ts', 'uid === person.uid || uid === GUEST', 'uid === person.uid || uid !== null'),
    ],
  },
  ...plantedNetworks,
  ...plantedServer,
  ...plantedTimelines,
  {
    name: 'sealed-for-good',
    breaks: 'what the shop had told under a lost key is never asked for again',
    edits: [at('worker/session/user-store.ts', "await db.meta.delete('cursor')", "await db.meta.get('cursor')")],
  },
]
