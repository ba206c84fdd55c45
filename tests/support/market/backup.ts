import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/db/tables/tables.ts'

/** The tables of persons' rows and of their sync, each before those that refer to it; `ofOrders` refer to `orders`. */
const owned = [
  'favourites',
  'follows',
  'cart_lines',
  'addresses',
  'address_defaults',
  'billing_details',
  'orders',
  'own_lists',
  'list_lines',
  'files',
  'file_pieces',
  'file_uses',
  'file_contents',
  'avatars',
  'reviews',
  'own_reviews',
  'loans',
  'recharges',
  'withdrawals',
  'merchant_applications',
  'order_reports',
  'messages',
  'message_mutes',
  'watches',
  'talks',
  'talk_lines',
  'quotes',
  'outcomes',
  'incarnations',
  'feeds',
  'feed_stamps',
] as const

const ofOrders = ['order_lines', 'parcels', 'order_refunds'] as const

type Rows = Record<string, unknown>[]
interface Taken {
  tables: Map<string, Rows>
  /** The rows that belong to orders, by table. */
  ofOrders: Map<string, Rows>
  papers: Rows
  stock: Rows
  variants: Rows
  /** The last entry of the ledger. */
  entry: number
}

/** A backup of some persons' things, and of what their orders move: stock and ledger. */
export interface Backup {
  /** Puts all of it back as it was; later changes are lost. Nobody is told, as when a server starts on an old copy. */
  restore(): Promise<void>
}

const read = async (tx: Tx, query: ReturnType<typeof sql>): Promise<Rows> =>
  (await sql<{ row: Record<string, unknown> }>`select to_jsonb(t) as row from (${query}) t`.execute(tx)).rows.map(
    (r) => r.row,
  )
const write = (tx: Tx, table: string, rows: Rows): Promise<unknown> =>
  sql`insert into ${sql.table(table)} select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx,
  )

/** Takes a backup, also of the tables in `more` that have a `user_id`. */
export async function takeBackup(db: Db, uids: readonly string[], more: readonly string[] = []): Promise<Backup> {
  const mine = sql`user_id = any(${uids}::uuid[])`
  const tables = [...owned, ...more]
  const taken = await db.transaction().execute(async (tx): Promise<Taken> => ({
    tables: new Map(
      await Promise.all(
        tables.map(
          async (name) => [name, await read(tx, sql`select * from ${sql.table(name)} where ${mine}`)] as const,
        ),
      ),
    ),
    ofOrders: new Map(
      await Promise.all(
        ofOrders.map(
          async (name) =>
            [
              name,
              await read(
                tx,
                sql`select * from ${sql.table(name)} where order_id in (select id from orders where ${mine})`,
              ),
            ] as const,
        ),
      ),
    ),
    papers: await read(tx, sql`select * from invoices where ${mine}`),
    stock: await read(tx, sql`select id, stock, sales, turnover from products`),
    variants: await read(tx, sql`select id, stock from variants`),
    entry: (await sql<{ last: number }>`select coalesce(max(id), 0)::int as last from ledger_entries`.execute(tx))
      .rows[0]!.last,
  }))
  return {
    restore: async () => {
      await db.transaction().execute(async (tx) => {
        // Not all entries of their orders are on their own accounts: a store was paid for the goods that they received.
        const since = await sql<{ id: number }>`select e.id from ledger_entries e where e.id > ${taken.entry}
          and (exists (select from ledger_postings p where p.entry_id = e.id
              and split_part(p.account, ':', 2) = any(${uids}::text[]))
            or exists (select from orders o
              where ${mine} and starts_with(e.cause, 'order:' || o.id || ':')))`.execute(tx)
        await asReplica(tx, () => sql`delete from invoices where ${mine}`.execute(tx))
        for (const name of tables.toReversed()) await sql`delete from ${sql.table(name)} where ${mine}`.execute(tx)
        for (const name of tables) await write(tx, name, taken.tables.get(name)!)
        for (const [name, rows] of taken.ofOrders) await write(tx, name, rows)
        await restorePapers(tx, mine, taken.papers)
        const { rev } = await tx
          .updateTable('catalogue_feed')
          .set({ rev: sql<number>`rev + 1` })
          .returning('rev')
          .executeTakeFirstOrThrow()
        await sql`update variants v set stock = b.stock from jsonb_to_recordset(${JSON.stringify(taken.variants)}::jsonb) as b(id int, stock int) where v.id = b.id and v.stock <> b.stock`.execute(
          tx,
        )
        await sql`update products p set stock = b.stock, sales = b.sales, turnover = b.turnover, rev = ${rev}::bigint
          from jsonb_to_recordset(${JSON.stringify(taken.stock)}::jsonb) as b(id int, stock int, sales int,
            turnover bigint)
          where p.id = b.id and (p.stock, p.sales, p.turnover) is distinct from (b.stock, b.sales, b.turnover)`.execute(
          tx,
        )
        const ids = since.rows.map((r) => r.id)
        await forgetEntries(tx, ids)
      })
    },
  }
}

/** Does work that the rules of the database forbid, which no market does. */
async function asReplica(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(tx)
  await work()
  await sql`set local session_replication_role = origin`.execute(tx)
}

/** Puts papers back, and their ranges to where they were; they are owed to their stores' feeds, as the orders are. */
async function restorePapers(tx: Tx, mine: RawBuilder<unknown>, papers: Rows): Promise<void> {
  const same = sql`i.store_id = r.store_id and i.kind = r.kind and i.test = r.test`
  await asReplica(tx, async () => {
    await write(tx, 'invoices', papers)
    await sql`delete from invoice_ranges r where not exists (select from invoices i where ${same})`.execute(tx)
    await sql`update invoice_ranges r set last = (select max(n) from invoices i where ${same})`.execute(tx)
  })
  await sql`update invoices set store_rev = null where ${mine}`.execute(tx)
}

/** Takes entries out of the book, which no market does, and links the accounts that they moved again. */
async function forgetEntries(tx: Tx, ids: readonly number[]): Promise<void> {
  const which = sql`entry_id = any(${[...ids]}::bigint[])`
  await sql`create temporary table relinked on commit drop as
    select entry_id, account, asset, amount, rev from ledger_postings
    where not ${which} and (account, asset) in (select account, asset from ledger_postings where ${which})`.execute(tx)
  await asReplica(tx, async () => {
    await sql`delete from ledger_heads where (account, asset) in (
      select account, asset from ledger_postings where ${which})`.execute(tx)
    await sql`delete from ledger_postings where ${which}
      or (entry_id, account, asset) in (select entry_id, account, asset from relinked)`.execute(tx)
    await sql`delete from ledger_entries where id = any(${[...ids]}::bigint[])`.execute(tx)
  })
  await sql`insert into ledger_postings (entry_id, account, asset, amount)
    select entry_id, account, asset, amount from relinked order by entry_id`.execute(tx)
  await sql`drop table relinked`.execute(tx)
}
