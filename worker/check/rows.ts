import { userTables, type UserTable } from '#contract/wire/user-tables.ts'
import { sealedFields } from '#contract/sync/sealed-fields.ts'
import { unsealFields } from '#localdb/seal.ts'
import type { IntentRow, MirrorRow } from '#localdb/schema.ts'
import type { Issue } from '../api/checked.ts'
import '../guess/all.ts'
import { assertFence } from '../outbox/fence.ts'
import { project } from '../outbox/fold.ts'
import { intentsOn, refold } from '../outbox/mirror.ts'
import type { UserStore } from '../session/user-store.ts'
import type { CheckedBlock } from './block.ts'

/** How many rows are checked at once. */
const BLOCK = 500

type Row = MirrorRow<object>

/** Checks that a block of a mirror table shows the fold of what waits over what the server last said (law 3). */
export async function checkRows(
  person: UserStore,
  table: UserTable,
  after: string | number | undefined,
  repair: boolean,
): Promise<CheckedBlock> {
  const { db } = person
  const { rows, issues } = await db.transaction('r', [db[table], db.outbox], async () => {
    const source = after === undefined ? db[table].orderBy('key') : db[table].where('key').above(after)
    const found: Row[] = await source.limit(BLOCK).toArray()
    const refs = found.map((row) => `${table}/${row.key}`)
    const on = await intentsOn(db, refs)
    return { rows: found, issues: found.flatMap((row, i) => faultsOf(table, row, on.get(refs[i]!)!)) }
  })
  // Outside the transaction, which an awaited cipher would end.
  const closed = await unopenable(person, table, rows)
  if (repair && issues.length > 0)
    await refoldRows(
      person,
      issues.filter((w) => w.repairable).map((w) => w.where),
    )
  if (repair && closed.some((w) => w.repairable)) await pullAgain(person)
  return {
    rows: rows.length,
    intents: 0,
    issues: [...issues, ...closed],
    after: rows.length < BLOCK ? undefined : rows.at(-1)!.key,
  }
}

/** How a row differs from the fold of its intents over the server's row. */
function faultsOf(table: UserTable, row: Row, intents: readonly IntentRow[]): Issue[] {
  const fault = (what: Issue['what'], repairable = true): Issue[] => [
    { what, table, where: `${table}/${row.key}`, repairable },
  ]
  const due = projected(row, intents)
  if (due === 'unfoldable') return fault('shown', false)
  if (!due) return fault('stray')
  if (!same(due.shown, row.shown)) return fault('shown')
  return due.pending === row.pending && due.conflict === row.conflict ? [] : fault('marks')
}

function projected(row: Row, intents: readonly IntentRow[]): Row | undefined | 'unfoldable' {
  try {
    return project(row.key, row.server as never, row.rev, intents)
  } catch (error) {
    // Other code wrote a payload that cannot be folded. The check reports the intent itself, too.
    if (error instanceof TypeError) return 'unfoldable'
    throw error
  }
}

/** Whether two values are equal; an undefined property equals a missing one. */
function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return false
  const of = (value: object, key: string): unknown => (value as Record<string, unknown>)[key]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => same(of(a, key), of(b, key)))
}

/** Rows whose sealed texts no longer open. Those of the server can be pulled again. */
async function unopenable({ key, uid }: UserStore, table: UserTable, rows: readonly Row[]): Promise<Issue[]> {
  const fields = sealedFields[table]
  if (!fields) return []
  const opens = async (ref: string, value: object | null): Promise<boolean> =>
    value === null || (await unsealFields(key, uid, ref, value, fields)) !== undefined
  const faults = await Promise.all(
    rows.map(async (row): Promise<Issue[]> => {
      const ref = `${table}/${row.key}`
      if (!(await opens(ref, row.server))) return [{ what: 'sealed', table, where: ref, repairable: true }]
      return (await opens(ref, row.shown)) ? [] : [{ what: 'sealed', table, where: ref, repairable: false }]
    }),
  )
  return faults.flat()
}

/** Folds rows again from what the server last said and what waits. Intents are not changed. */
export async function refoldRows({ db, fence }: UserStore, refs: readonly string[]): Promise<void> {
  await db.transaction('rw', [db.outbox, db.meta, ...userTables.map((table) => db[table])], async () => {
    await assertFence(db, fence)
    await refold(db, refs)
  })
}

/** Deletes the cursor, so that the next pull brings everything. */
async function pullAgain({ db, fence }: UserStore): Promise<void> {
  await db.transaction('rw', [db.meta], async () => {
    await assertFence(db, fence)
    await db.meta.delete('cursor')
  })
}
