import { sql } from 'kysely'
import type { Tx } from '../db/tables.ts'
import { categoryGlyph, signFor } from './glyph-for.ts'
import type { Item } from './item.ts'

/** Where an item goes: its store and its category with all above it. */
export interface Place { storeId: number; categoryId: number; categoryIds: number[] }

/** Finds or makes stores and categories, each asked for once. What was made in a transaction that failed must be forgotten with it: make a new one then. */
export interface Places { of(tx: Tx, rev: number, item: Item, store: string): Promise<Place> }

/** Imported categories stand after those of the demo market. */
const SORT = 100_000

export function createPlaces(): Places {
  const stores = new Map<string, number>()
  const categories = new Map<string, { id: number; ancestors: number[] }>()

  const storeOf = async (tx: Tx, rev: number, name: string, currency: string): Promise<number> => {
    const known = stores.get(name)
    if (known !== undefined) return known
    const found = await tx.selectFrom('stores').select('id').where((eb) => eb.or([eb('slug', '=', slugOf(name)), eb('name', '=', name)])).orderBy('id').executeTakeFirst()
    const { id } = found ?? (await tx.insertInto('stores')
      .values({ slug: slugOf(name), name, currency, rev, logo: sql`${JSON.stringify(signFor(name, 'package', 'badge'))}::jsonb` }).returning('id').executeTakeFirstOrThrow())
    stores.set(name, id)
    return id
  }

  const categoryOf = async (tx: Tx, names: readonly string[], language: string): Promise<{ id: number; ancestors: number[] }> => {
    const path = names.join(' > ')
    const known = categories.get(path)
    if (known) return known
    const found = await tx.selectFrom('categories').select(['id', 'ancestors']).where('path', '=', path).executeTakeFirst()
    const category = found ?? (await makeCategory(tx, names, language, names.length > 1 ? await categoryOf(tx, names.slice(0, -1), language) : undefined))
    categories.set(path, category)
    return category
  }

  return {
    of: async (tx, rev, item, store) => {
      const category = await categoryOf(tx, item.category, item.language)
      return { storeId: await storeOf(tx, rev, store, item.currency), categoryId: category.id, categoryIds: category.ancestors }
    },
  }
}

const slugOf = (name: string): string => `import:${name}`

async function makeCategory(tx: Tx, names: readonly string[], language: string, above: { id: number; ancestors: number[] } | undefined): Promise<{ id: number; ancestors: number[] }> {
  const { rows: [row] } = await sql<{ id: number; ancestors: number[] }>`
    with made as (select nextval(pg_get_serial_sequence('categories', 'id'))::int as id)
    insert into categories (id, pid, path, name, picture, sort, ancestors)
    select id, ${above?.id ?? 0}::int, ${names.join(' > ')}, ${JSON.stringify({ [language]: names.at(-1)! })}::jsonb,
      ${signFor(names.at(-1)!, categoryGlyph(names), 'single').src}, ${sql.lit(SORT)}, array[id] || ${`{${(above?.ancestors ?? []).join(',')}}`}::int[]
    from made returning id, ancestors`.execute(tx)
  return row!
}
