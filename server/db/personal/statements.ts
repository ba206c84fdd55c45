import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../tables/tables.ts'
import type { Declared } from './declaration.ts'

/** The person whose rows are meant. */
export interface RowsPerson {
  id: string
  email: string
}

/** The deletion of an account: when it was, and the rev that rows in the person's feed carry. */
export interface Deletion extends RowsPerson {
  now: Date
  rev: number
}

/** SQL of a declaration with its parameters. */
function filled(text: string, { id, email, now, rev }: RowsPerson & Partial<Deletion>): RawBuilder<unknown> {
  const values: Record<string, RawBuilder<unknown>> = {
    $id: sql`${id}::uuid`,
    $email: sql`${email}::text`,
    ...(now && { $now: sql`${now}::timestamptz` }),
    ...(rev !== undefined && { $rev: sql`${rev}::bigint` }),
  }
  const parts = text.split(/(\$[a-z]+)/).map((part) => values[part] ?? sql.raw(part))
  return sql`(${sql.join(parts, sql``)})`
}

/** The condition of a person's rows of a table. */
export const ownRowsOf = (of: string, person: RowsPerson): RawBuilder<unknown> => filled(of, person)

/** The most rows of a table that one statement deletes or changes. */
const PIECE = 500

/**
 * Does something with at most a piece of the rows that a condition chooses, under their locks. Returns whether there
 * may be more: a row that another transaction changed meanwhile is locked, but out of this statement's sight.
 */
async function onPiece(tx: Tx, name: string, where: RawBuilder<unknown>, act: RawBuilder<unknown>): Promise<boolean> {
  const piece = sql`select ctid from ${sql.table(name)} where ${where} limit ${sql.lit(PIECE)} for update`
  const { rows } = await sql<{ chosen: number; done: number }>`
    with chosen as materialized (${piece}),
      done as (${act} where ctid = any(array(select ctid from chosen)) returning 1)
    select (select count(*)::int from chosen) as chosen, (select count(*)::int from done) as done`.execute(tx)
  const { chosen, done } = rows[0]!
  return chosen >= PIECE || done < chosen
}

/** Deletes a piece of the rows that go with the account. Returns whether there may be more. */
async function deleteRows(tx: Tx, table: string, { of, deleted }: Declared, deletion: Deletion): Promise<boolean> {
  if (of === undefined || deleted === undefined) return false
  const which = deleted === 'all' ? filled(of, deletion) : sql`${filled(of, deletion)} and ${sql.raw(`(${deleted})`)}`
  return onPiece(tx, table, which, sql`delete from ${sql.table(table)}`)
}

/** Empties a piece of the rows that stay, as far as they are not. */
async function emptyRows(tx: Tx, table: string, { of, becomes }: Declared, deletion: Deletion): Promise<boolean> {
  if (of === undefined || becomes === undefined) return false
  const values = Object.entries(becomes)
  // A rev follows a change, and is none itself.
  const changing = values.filter(([, value]) => value !== '$rev')
  const refs = sql.join(changing.map(([column]) => sql.ref(column)))
  const wanted = sql.join(changing.map(([, value]) => filled(value, deletion)))
  const set = sql.join(values.map(([column, value]) => sql`${sql.ref(column)} = ${filled(value, deletion)}`))
  const which = sql`${filled(of, deletion)} and (${refs}) is distinct from (${wanted})`
  return onPiece(tx, table, which, sql`update ${sql.table(table)} set ${set}`)
}

/** Takes the account's number out of a piece of the rows of others that name it, where it does not stay. */
async function forgetNumber(tx: Tx, table: string, { accounts = {} }: Declared, { id }: RowsPerson): Promise<boolean> {
  let more = false
  for (const [column, becomes] of Object.entries(accounts)) {
    if (becomes !== 'null') continue
    const act = sql`update ${sql.table(table)} set ${sql.ref(column)} = null`
    if (await onPiece(tx, table, sql`${sql.ref(column)} = ${id}::uuid`, act)) more = true
  }
  return more
}

/** Deletes and empties a piece of what a table holds of a person. Returns whether there may be more. */
export async function forgetRows(tx: Tx, table: string, declared: Declared, deletion: Deletion): Promise<boolean> {
  const more = [
    await deleteRows(tx, table, declared, deletion),
    await emptyRows(tx, table, declared, deletion),
    await forgetNumber(tx, table, declared, deletion),
  ]
  return more.includes(true)
}
