import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/tables/tables.ts'
import { fileNameIn, fileSrc } from './claim-files.ts'

/** Says that an order shows a file `f`: it does so for as long as it is kept. */
export const isOrdered: RawBuilder<boolean> = sql`exists (select from order_lines l
  where l.picture is not null and l.picture ->> 'src' = 'file/' || f.name)`

/** The files `f`, with what was made of them in clear `c`, of these names that something shows. */
const shown = (names: readonly string[]): RawBuilder<unknown> => sql`
  from files f join file_contents c on c.user_id = f.user_id and c.id = f.id and not c.sealed
  where f.name = any(${[...names]}::text[]) and f.state = 'here' and (${isOrdered}
    or exists (select from file_uses u where u.user_id = f.user_id and u.id = f.id and u.shown))`

/**
 * The picture at a `src`, as it was made of somebody's file, or is the market's logo or picture; undefined when there
 * is none that is shown.
 */
export async function readPicture(db: Db, src: string): Promise<Uint8Array | undefined> {
  const name = fileNameIn(src)
  if (name === undefined) return undefined
  const { rows } = await sql<{ bytes: Uint8Array }>`select c.bytes ${shown([name])}
    union all select bytes from market_logo where name = ${name}::text
    union all select bytes from market_pictures where name = ${name}::text`.execute(db)
  return rows[0]?.bytes
}

/** Picks the pictures of files that are shown; reads no bytes. */
export async function shownFiles(db: Db, srcs: readonly string[]): Promise<ReadonlySet<string>> {
  const names = srcs.flatMap((src) => fileNameIn(src) ?? [])
  const { rows } = await sql<{ name: string }>`select f.name ${shown(names)}
    union all select name from market_logo where name = any(${names}::text[])
    union all select name from market_pictures where name = any(${names}::text[])`.execute(db)
  return new Set(rows.map(({ name }) => fileSrc(name)))
}
