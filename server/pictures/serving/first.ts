import { sql } from 'kysely'
import type { Db } from '../../db/tables/tables.ts'
import type { Sized } from './ahead.ts'

/** The number of newest products, and of best-selling ones, whose pictures visitors see first. */
const PRODUCTS = 40
const STORES = 20

/** The pictures that visitors see first, as a phone shows them: home's, and those at the head of the lists. */
export async function firstPictures(db: Db): Promise<Sized[]> {
  const head = (order: 'created_at' | 'sales') => sql`
    (select pictures -> 0 ->> 'src' as src, 360 as width from products
      where active order by ${sql.ref(order)} desc, id desc limit ${sql.lit(PRODUCTS)})`
  const { rows } = await sql<Sized>`
    select src, width from (${head('sales')} union ${head('created_at')}
      union select picture, 160 from categories where pid = 0
      union (select logo ->> 'src', 160 from stores order by id limit ${sql.lit(STORES)})) seen
      where src is not null`.execute(db)
  // Larger ones for finer screens, after all the others.
  const larger = { 160: 360, 360: 720 } as const
  return [...rows, ...rows.map(({ src, width }): Sized => ({ src, width: larger[width as 160 | 360] }))]
}
