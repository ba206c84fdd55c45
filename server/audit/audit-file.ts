import type { Input, Stated } from '#contract/registry.ts'
import { writeTable } from '#contract/text/table-text.ts'
import type { Db } from '../db/tables/tables.ts'
import { readAudit } from './read-audit.ts'

/** The largest number of entries in one file, which has the newest ones; a filter by time leads to the others. */
const FILE_ENTRIES = 5_000
const PAGE = 500

/** Entries of the audit log as a file, with the hashes that bind each to the one before it. */
export async function auditFile(
  db: Db,
  { form, ...filter }: Input<'operator.auditFile'>,
): Promise<Stated<'operator.auditFile'>> {
  const entries: Stated<'operator.audit'>['entries'] = []
  let next: number | null = filter.before ?? null
  do {
    const page = await readAudit(db, { ...filter, ...(next !== null && { before: next }), limit: PAGE })
    entries.push(...page.entries)
    next = page.next
  } while (next !== null && entries.length < FILE_ENTRIES)
  const hashes = new Map<number, string>()
  for (let from = 0; from < entries.length; from += PAGE) {
    const rows = await db
      .selectFrom('audit_log')
      .select(['id', 'hash'])
      .where(
        'id',
        'in',
        entries.slice(from, from + PAGE).map((entry) => entry.id),
      )
      .execute()
    for (const { id, hash } of rows) hashes.set(id, Buffer.from(hash).toString('hex'))
  }
  // A subject's name may be a person's address, and a file is out of reach when their account goes.
  const rows = entries.map(({ about: _about, ...entry }) => ({
    ...entry,
    at: new Date(entry.at).toISOString(),
    by: entry.by?.id ?? '',
    name: entry.by?.name ?? '',
    hash: hashes.get(entry.id) ?? '',
  }))
  return {
    text: form === 'jsonl' ? rows.map((row) => `${JSON.stringify(row)}\n`).join('') : csvOf(rows),
    cut: next !== null,
  }
}

const columns = ['id', 'at', 'by', 'name', 'via', 'what', 'subject', 'before', 'after', 'hash'] as const

const csvOf = (rows: readonly Record<(typeof columns)[number], unknown>[]): string =>
  writeTable([
    [...columns],
    ...rows.map((row) =>
      columns.map((name) => (typeof row[name] === 'string' ? row[name] : JSON.stringify(row[name] ?? ''))),
    ),
  ])
