import { userTables, type UserTable } from '#contract/wire/user-tables.ts'
import type { IntentRow } from '#localdb/schema.ts'
import type { Issue } from '../api/checked.ts'
import { readMeta } from '../outbox/fence.ts'
import { isPending } from '#localdb/intent-states.ts'
import { isKnownMutation, knownMutation } from '../guess/all.ts'
import { splitKey } from '../outbox/fold.ts'
import { incarnationsOf } from '../outbox/incarnation.ts'
import type { UserStore } from '../session/user-store.ts'
import { unsealPayload } from '../outbox/sealing.ts'
import type { CheckedBlock } from './block.ts'
import { refoldRows } from './rows.ts'

const BLOCK = 500
const tables: ReadonlySet<string> = new Set(userTables)

/** Whether the database is still the one that was opened: this person's, of this incarnation and protocol. */
export async function checkFence({ db, fence }: UserStore): Promise<Issue[]> {
  const row = await readMeta(db, 'fence')
  const fits =
    row?.uid === fence.uid && row.incarnation === fence.incarnation && row.proto === fence.proto && !row.closed
  return fits ? [] : [{ what: 'fence', table: 'meta', where: 'meta/fence', repairable: false }]
}

/**
 * Looks whether a block of intents can be read, stands on the keys and lanes that its payload says, and shows on each
 * of them.
 */
export async function checkIntents(
  person: UserStore,
  after: string | number | undefined,
  repair: boolean,
): Promise<CheckedBlock> {
  const { db } = person
  const fence = await readMeta(db, 'fence')
  const ours = new Set(fence ? incarnationsOf(fence) : [])
  const { rows, missing } = await db.transaction('r', [db.outbox, ...userTables.map((t) => db[t])], async () => {
    const found = await db.outbox
      .where(':id')
      .above(after ?? 0)
      .limit(BLOCK)
      .toArray()
    return { rows: found, missing: await withoutRow(person, found) }
  })
  const issues: Issue[] = missing.map((ref) => ({
    what: 'missing',
    table: splitKey(ref).table,
    where: ref,
    repairable: true,
  }))
  // Opened outside the transaction. What cannot be read is set aside in sight when its turn to be sent comes; it is not
  // touched here.
  for (const row of rows)
    if (!ours.has(row.incarnation) || !(await readable(person, row)))
      issues.push({ what: 'intent', table: 'outbox', where: String(row.intentId), repairable: false })
  if (repair && missing.length > 0) await refoldRows(person, missing)
  return { rows: 0, intents: rows.length, issues, after: rows.length < BLOCK ? undefined : rows.at(-1)!.seq! }
}

/** Keys on which something waits although there is no row to show it. */
async function withoutRow({ db }: UserStore, intents: readonly IntentRow[]): Promise<string[]> {
  const refs = new Set(
    intents.flatMap((row) => (isPending(row.state) && Array.isArray(row.keys) ? row.keys.filter(isRef) : [])),
  )
  const found = await Promise.all(
    userTables.map(async (table) => {
      const here = [...refs]
        .map(splitKey)
        .filter((at) => at.table === table)
        .map((at) => at.key)
      const rows = here.length === 0 ? [] : await db[table].bulkGet(here)
      return here.filter((_, i) => rows[i] === undefined).map((key) => `${table}/${key}`)
    }),
  )
  return found.flat()
}

const isRef = (ref: unknown): ref is string =>
  typeof ref === 'string' && tables.has(splitKey(ref).table satisfies UserTable)

async function readable(person: UserStore, row: IntentRow): Promise<boolean> {
  if (!isKnownMutation(row.name) || row.uid !== person.uid) return false
  const m = knownMutation(row.name)
  const payload = m.payload.safeParse(await unsealPayload(person, row.name, row.payload))
  return (
    payload.success &&
    alike(row.keys, m.keys(payload.data)) &&
    alike(row.lanes, m.lanes(payload.data)) &&
    row.keys.every(isRef)
  )
}

const alike = (a: unknown, b: readonly string[]): boolean =>
  Array.isArray(a) && a.length === b.length && b.every((one, i) => one === a[i])
