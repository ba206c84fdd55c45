import { sql, type RawBuilder } from 'kysely'
import type { Input, Stated } from '#contract/registry.ts'
import type { Db } from '../db/tables/tables.ts'
import { namesOf } from './subjects.ts'

/** A text as the beginning, or with `within` as any part, of a LIKE pattern. */
const like = (text: string, within = false): string =>
  `${within ? '%' : ''}${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** Entries of the audit log that pass a filter, the newest first. */
export async function readAudit(
  db: Db,
  { who, what, subject, from, to, before, limit, check }: Input<'operator.audit'>,
): Promise<Stated<'operator.audit'>> {
  const wanted: RawBuilder<unknown>[] = [sql`true`]
  if (before !== undefined) wanted.push(sql`a.id < ${before}::bigint`)
  if (from !== undefined) wanted.push(sql`a.at >= ${new Date(from)}::timestamptz`)
  if (to !== undefined) wanted.push(sql`a.at < ${new Date(to)}::timestamptz`)
  if (what) wanted.push(sql`a.what like ${like(what)}`)
  if (subject) wanted.push(sql`a.subject like ${like(subject)}`)
  if (who) wanted.push(sql`(u.email ilike ${like(who, true)} or u.username ilike ${like(who, true)})`)
  const { rows } = await sql<{
    id: number
    at: Date
    by_user: string | null
    name: string | null
    via: 'screen' | 'command' | 'timer'
    what: string
    subject: string
    before: unknown
    after: unknown
  }>`
    select a.id, a.at, a.by_user, u.username as name, a.via, a.what, a.subject, a.before, a.after
    from audit_log a left join users u on u.id = a.by_user
    where ${sql.join(wanted, sql` and `)} order by a.id desc limit ${limit + 1}`.execute(db)
  const page = rows.slice(0, limit)
  const names = await namesOf(
    db,
    page.map((row) => row.subject),
  )
  return {
    entries: page.map(({ at, by_user, name, ...row }) => ({
      ...row,
      at: at.getTime(),
      about: names.get(row.subject) ?? null,
      by: by_user === null ? null : { id: by_user, name: name ?? '' },
    })),
    next: rows.length > limit ? page.at(-1)!.id : null,
    whole: check === true ? await auditHolds(db) : null,
  }
}

/** Whether each entry still has the hash that it was written with, and names the one before it. */
async function auditHolds(db: Db): Promise<boolean> {
  const { rows } = await sql<{ broken: boolean }>`
    select exists (
      select from (select a, a.hash, a.previous, lag(a.hash) over (order by a.id) as last,
          row_number() over (order by a.id) as nth from audit_log a) chain
      where chain.hash <> audit_hash(chain.a) or (chain.nth > 1 and chain.previous is distinct from chain.last)
    ) as broken`.execute(db)
  return !rows[0]!.broken
}
