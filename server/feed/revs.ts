import { sql, type RawBuilder } from 'kysely'

/** Which revs of a feed are read: the first so many after one of them. */
export interface RevRange {
  after: number
  most: number
}

/** A table with rows of a feed: the part that reads them, the column of their rev, and which of its rows they are. */
export interface FeedTable<P extends string = string> {
  part: P
  table: string
  rev?: string
  where?: RawBuilder<unknown>
}

/**
 * The first revs of an owner's rows in each of these tables, with their parts. Each is read in the order of an index of
 * the owner and the rev, so that it costs the same however much the feed holds.
 */
export const firstRevs = (
  tables: readonly FeedTable[],
  owner: RawBuilder<unknown>,
  { after, most }: RevRange,
): RawBuilder<unknown> =>
  sql.join(
    tables.map(({ part, table, rev = 'rev', where = sql`true` }) => {
      const column = sql.ref(rev)
      return sql`(select ${sql.lit(part)} as part, ${column} as rev from ${sql.table(table)}
        where ${owner} and ${where} and ${column} > ${after}::bigint order by ${column} limit ${most}::int)`
    }),
    sql` union all `,
  )
