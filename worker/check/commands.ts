import { userTables } from '#contract/wire/user-tables.ts'
import type { CheckAt, Checked } from '../api/checked.ts'
import type { OwnCallsFor } from '../session/session.ts'
import { wait } from '../env/env.ts'
import type { Device } from '../session/device.ts'
import type { UserStore } from '../session/user-store.ts'
import type { CheckedBlock } from './block.ts'
import { readBounds } from './bounds.ts'
import { checkFence, checkIntents } from './intents.ts'
import { checkRows } from './rows.ts'
import { checkSearch } from './search.ts'

type Needs = Pick<Device, 'env' | 'catalogue' | 'search'>

// Law 3 and what stands around it, looked at on the device itself:
//
//   the fence ▸ intents, by seq ▸ each mirror table, by key ▸ the search index
//
// Each block is one read transaction, so that it sees one moment. The page asks for the next block: nothing else waits
// for long, and the person sees how far the check has come.

/** The parts of a check; the mirror tables stand between the intents and the index. */
const parts = ['intents', ...userTables, 'search'] as const

/** The calls that check the stored data and list its bounds. */
export const checkCommands = (device: Needs): OwnCallsFor<'device.check' | 'device.bounds'> => ({
  'device.check': async ({ at, repair = false }, { person, kick }) => {
    const from = at ?? { part: 0, after: undefined, done: 0, of: await sizeOf(device, person) }
    const part = parts[from.part]
    const fence = at === undefined ? await checkFence(person) : []
    // Another person's database, or one that was made again: nothing in it is ours to check.
    if (part === undefined || fence.length > 0)
      return { kind: 'accepted', data: { rows: 0, intents: 0, issues: fence, next: null } }
    const block =
      part === 'intents'
        ? await checkIntents(person, from.after, repair)
        : part === 'search'
          ? await checkSearch(device, await device.catalogue(), repair)
          : await checkRows(person, part, from.after, repair)
    if (repair && block.issues.length > 0) kick('probe')
    await wait(device.env, 0)
    return {
      kind: 'accepted',
      data: {
        rows: block.rows,
        intents: block.intents,
        issues: block.issues,
        next: nextOf(from, block),
      } satisfies Checked,
    }
  },
  'device.bounds': async (_input, { person }) => ({
    kind: 'accepted',
    data: { bounds: await readBounds(person.db, await device.catalogue(), device.env.now()) },
  }),
})

function nextOf(from: CheckAt, block: CheckedBlock): CheckAt | null {
  const part = block.after === undefined ? from.part + 1 : from.part
  const done = from.done + block.rows + block.intents
  // Rows and intents recorded meanwhile have been checked too, so `done` may exceed the count at the start.
  return part === parts.length ? null : { part, after: block.after, done, of: Math.max(from.of, done) }
}

async function sizeOf(device: Needs, { db }: UserStore): Promise<number> {
  const counts = await Promise.all([
    db.outbox.count(),
    ...userTables.map((table) => db[table].count()),
    (await device.catalogue()).products.count(),
  ])
  return counts.reduce((sum, n) => sum + n, 0)
}
