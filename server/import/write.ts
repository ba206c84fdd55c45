import { sql, type RawBuilder } from 'kysely'
import { insertRows } from '../db/insert-rows.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { catalogueTransaction } from '../feed/catalogue-feed.ts'
import { indexTerms, unindexTerms } from '../search/fill.ts'
import { createPlaces, type Places } from './places.ts'
import { writePhotographs } from './photographs.ts'
import { productColumns, productRow, variantColumns, variantRows, type ImportEntry } from './rows.ts'

/** How many products of a batch were added, changed, or left as they were. */
export interface ImportWritten {
  added: number
  changed: number
  unchanged: number
}

/** JSON rows as a table `x` with these columns. */
const rowsAs = (columns: Record<string, string>, rows: readonly object[]): RawBuilder<unknown> =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(${sql.join(Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`))})`

async function update(tx: Tx, rows: readonly object[]): Promise<void> {
  const sets = Object.keys(productColumns)
    .filter((name) => name !== 'source_id')
    .map((name) => sql`${sql.ref(name)} = ${sql.ref(`x.${name}`)}`)
  // A product that comes again is on sale again. The file gives its stock, and knows of no back orders.
  await sql`update products p set offered = true, draft = false, deleted = false,
      back_pieces = 0, back_days = 0, beyond = 0, ${sql.join(sets)}
    from ${rowsAs(productColumns, rows)} where p.source_id = x.source_id`.execute(tx)
}

/**
 * Variants are found again by their sku, so that carts keep the choice they hold; those that are no longer named go.
 */
async function writeVariants(tx: Tx, entries: readonly ImportEntry[], changed: ReadonlySet<string>): Promise<void> {
  const rows = entries.flatMap(variantRows)
  const table = rowsAs(variantColumns, rows)
  if (changed.size > 0) {
    await sql`delete from variants v using products p
      where v.product_id = p.id
        and p.source_id = any(select jsonb_array_elements_text(${JSON.stringify([...changed])}::jsonb))
        and not exists (select 1 from ${table} where x.source_id = p.source_id and x.sku = v.sku)`.execute(tx)
  }
  if (rows.length === 0) return
  await sql`insert into variants (product_id, sku, label, extra, stock, sort)
    select p.id, x.sku, x.label, x.extra, x.stock, x.sort from ${table} join products p on p.source_id = x.source_id
    on conflict (product_id, sku) do update
      set label = excluded.label, extra = excluded.extra, stock = excluded.stock, beyond = 0,
        sort = excluded.sort`.execute(tx)
}

async function knownHashes(db: Db, entries: readonly ImportEntry[]): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ source_id: string; source_hash: string | null }>`
    select source_id, source_hash from products
      where source_id = any(
        select jsonb_array_elements_text(${JSON.stringify(entries.map((e) => e.key))}::jsonb))`.execute(db)
  return new Map(rows.map((row) => [row.source_id, row.source_hash]))
}

/**
 * Writes batches of items into the market; each batch is one transaction, and one that brings nothing new writes
 * nothing.
 */
export function createWriter(db: Db): (entries: readonly ImportEntry[]) => Promise<ImportWritten> {
  let places: Places = createPlaces()
  return async (entries) => {
    const known = await knownHashes(db, entries)
    const added = entries.filter((e) => !known.has(e.key))
    const changed = entries.filter((e) => known.has(e.key) && known.get(e.key) !== e.hash)
    const written = {
      added: added.length,
      changed: changed.length,
      unchanged: entries.length - added.length - changed.length,
    }
    if (added.length + changed.length === 0) return written
    let tried = false
    try {
      await catalogueTransaction(db, async ({ tx, rev }) => {
        // Run again after it met an order: what it had made is gone.
        if (tried) places = createPlaces()
        tried = true
        const row = async (entry: ImportEntry): Promise<Record<string, unknown>> =>
          productRow(entry, await places.of(tx, rev, entry.item, entry.store), rev)
        const rows: { added: Record<string, unknown>[]; changed: Record<string, unknown>[] } = {
          added: [],
          changed: [],
        }
        for (const entry of added) rows.added.push(await row(entry))
        for (const entry of changed) rows.changed.push(await row(entry))
        if (changed.length > 0)
          await unindexTerms(
            tx,
            changed.map((e) => e.key),
          )
        await insertRows(tx, 'products', productColumns, rows.added)
        if (rows.changed.length > 0) await update(tx, rows.changed)
        await indexTerms(
          tx,
          [...added, ...changed].map((e) => e.key),
        )
        await writeVariants(tx, [...added, ...changed], new Set(changed.map((e) => e.key)))
        await writePhotographs(tx, [...added, ...changed])
      })
    } catch (error) {
      // Stores and categories that were made in it are gone with it.
      places = createPlaces()
      throw error
    }
    return written
  }
}
