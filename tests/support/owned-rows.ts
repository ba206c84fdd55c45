import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** Whose rows are looked for. */
export interface Owner {
  uid: string
  email: string
}

/** Tables that belong to nobody in particular. */
const everybodys = new Set([
  'categories',
  'stores',
  'store_gone',
  'store_looks',
  'merchant_codes',
  'products',
  'variants',
  'catalogue_feed',
  'area_rules',
  'exchange_rates',
  'past_rates',
  'settings',
  'site_settings',
  'article_groups',
  'articles',
  'article_texts',
  'migrations',
  'search_terms',
  'store_figures',
  'store_notices',
  'sheets',
  'store_tells',
  'catalogue_stamps',
  'photographs',
  'file_contents',
  'site_messages',
  'audit_log',
  'audit_days',
  'market_keys',
  'merchant_codes',
])

/** How a person's rows are found where no `user_id` says whose they are. */
const otherwise: Record<string, string> = {
  users: 'id = $uid::uuid',
  owners: 'person = $uid::uuid',
  pending_acts: 'asked_by = $uid::uuid',
  operator_days: 'operator_id = $uid::uuid',
  email_codes: 'email = $email',
  mails: 'address = $email',
  social_attempts: 'email = $email',
  order_lines: 'order_id in (select id from orders where user_id = $uid::uuid)',
  parcels: 'order_id in (select id from orders where user_id = $uid::uuid)',
  order_refunds: 'order_id in (select id from orders where user_id = $uid::uuid)',
  ledger_postings:
    "account like '%' || $uid || '%' or account in (select 'escrow:' || id from orders where user_id = $uid::uuid)",
  ledger_entries: "id in (select entry_id from ledger_postings where account like '%' || $uid || '%')",
}

/**
 * Every row that belongs to a person, by table: whatever has a `user_id`, and what `otherwise` names. A table
 * of which nothing is known is an error, so that a new one is thought of.
 */
export async function ownedRows(db: Db, { uid, email }: Owner): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string; owned: boolean }>`
    select t.table_name as name, exists (select from information_schema.columns c
      where c.table_schema = t.table_schema and c.table_name = t.table_name and c.column_name = 'user_id') as owned
    from information_schema.tables t where t.table_schema = 'public' and t.table_type = 'BASE TABLE'
      order by 1`.execute(db)
  const found: Record<string, string[]> = {}
  const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
  for (const { name, owned } of tables) {
    if (everybodys.has(name)) continue
    const where = owned ? 'user_id = $uid::uuid' : otherwise[name]
    if (where === undefined)
      throw new Error(`Whose rows are in the table ${name}? Say so in tests/support/owned-rows.ts.`)
    const condition = where.replaceAll('$uid', quoted(uid)).replaceAll('$email', quoted(email))
    const { rows } = await sql
      .raw<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t where ${condition} order by 1`)
      .execute(db)
    found[name] = rows.map((r) => r.row)
  }
  return found
}
