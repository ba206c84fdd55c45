import { sql } from 'kysely'
import type { Texts } from '#contract/text/locales.ts'
import type { Tx } from '../db/tables/tables.ts'
import { categorySign } from '../categories/sign.ts'
import type { Item } from './item.ts'

/** Where an item goes: its store and its category with all above it. */
export interface ImportPlace {
  storeId: number
  categoryId: number
  categoryIds: number[]
  /** Of its category first. */ categoryNames: Texts[]
}

/**
 * Finds or makes stores and categories, each asked for once. What was made in a transaction that failed must be
 * forgotten with it: make a new one then.
 */
export interface Places {
  of(tx: Tx, rev: number, item: Item, store: string): Promise<ImportPlace>
}

/** A category with the names of itself and of all above it. */
interface Made {
  id: number
  ancestors: number[]
  names: Texts[]
}

/** Imported categories stand after those of the demo market. */
const SORT = 100_000

export function createPlaces(): Places {
  const stores = new Map<string, { id: number; area: string | null }>()
  const categories = new Map<string, Made>()

  const findStore = async (
    tx: Tx,
    rev: number,
    name: string,
    { currency, country }: Item,
  ): Promise<{ id: number; area: string | null }> => {
    const found = await tx
      .selectFrom('stores')
      .select(['id', 'area'])
      .where((eb) => eb.or([eb('slug', '=', slugOf(name)), eb('name', '=', name)]))
      .orderBy('id')
      .executeTakeFirst()
    return (
      found ??
      (await tx
        .insertInto('stores')
        .values({
          slug: slugOf(name),
          name,
          currency,
          area: country,
          rev,
        })
        .returning(['id', 'area'])
        .executeTakeFirstOrThrow())
    )
  }

  const storeOf = async (tx: Tx, rev: number, name: string, item: Item): Promise<number> => {
    const store = stores.get(name) ?? (await findStore(tx, rev, name, item))
    stores.set(name, store)
    // The first line that says where a store ships from says it for all.
    if (store.area === null && item.country !== null) {
      await tx.updateTable('stores').set({ area: item.country, rev }).where('id', '=', store.id).execute()
      store.area = item.country
    }
    return store.id
  }

  const categoryOf = async (tx: Tx, names: readonly string[], language: string): Promise<Made> => {
    const path = names.join(' > ')
    const known = categories.get(path)
    if (known) return known
    const above = names.length > 1 ? await categoryOf(tx, names.slice(0, -1), language) : undefined
    const found = await tx
      .selectFrom('categories')
      .select(['id', 'ancestors', 'name'])
      .where('path', '=', path)
      .executeTakeFirst()
    const { id, ancestors, name } = found ?? (await makeCategory(tx, names, language, above))
    const category = { id, ancestors, names: [name, ...(above?.names ?? [])] }
    categories.set(path, category)
    return category
  }

  return {
    of: async (tx, rev, item, store) => {
      const category = await categoryOf(tx, item.category, item.language)
      return {
        storeId: await storeOf(tx, rev, store, item),
        categoryId: category.id,
        categoryIds: category.ancestors,
        categoryNames: category.names,
      }
    },
  }
}

const slugOf = (name: string): string => `import:${name}`

async function makeCategory(
  tx: Tx,
  names: readonly string[],
  language: string,
  above: Made | undefined,
): Promise<{ id: number; ancestors: number[]; name: Texts }> {
  const {
    rows: [row],
  } = await sql<{ id: number; ancestors: number[]; name: Texts }>`
    with made as (select nextval(pg_get_serial_sequence('categories', 'id'))::int as id)
    insert into categories (id, pid, path, name, picture, sort, ancestors)
    select id, ${above?.id ?? 0}::int, ${names.join(' > ')}, ${JSON.stringify({ [language]: names.at(-1)! })}::jsonb,
      ${categorySign(names.at(-1)!)}::text, ${sql.lit(SORT)}, array[id] || ${`{${(above?.ancestors ?? []).join(',')}}`}::int[]
    from made returning id, ancestors, name`.execute(tx)
  return row!
}
