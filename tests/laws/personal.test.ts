import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { personal } from '#server/features/account/personal.ts'
import { openTestMarket } from '../support/market.ts'

it('says of every table with rows of a person’s what an export holds of it, and what becomes of it', async () => {
  const market = await openTestMarket()
  const { rows } = await sql<{ table_name: string }>`
    select c.table_name from information_schema.columns c
      join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'user_id'`.execute(market.db)
  const tables = rows.map((row) => row.table_name)
  await market.close()
  expect(tables.length).toBeGreaterThan(8)
  expect(tables.filter((name) => !Object.hasOwn(personal, name))).toEqual([])
})
