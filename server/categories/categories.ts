import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { fallbackLocale, textIn, type Texts } from '#contract/text/locales.ts'
import { CATEGORIES_MAX, placesFor } from '#contract/categories/tree.ts'
import { audit, type Actor } from '../audit/audit.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { catalogueTransaction } from '../feed/catalogue-feed.ts'
import { categorySign } from './sign.ts'
import { fillSearch, unindexTerms } from '../search/fill.ts'
import { Cannot } from '../texts/cannot.ts'
import { isMarketPicture } from '../pictures/market-pictures.ts'

// The tree of categories, as the operator makes it. An import finds a category again by the path that it was made with,
// whatever it is called since.

/** A change of the tree that cannot be made, in words for the operator. */
export class CategoryError extends Cannot {
  override name = 'CategoryError'
}

/** A category as the operator writes it; `id` 0 for a new one, `pid` 0 at the top. */
export interface WrittenCategory {
  id: number
  pid: number
  name: Texts
  sort: number
  /** Its picture, of the operators' own; null for the one that is drawn by its name, absent where it stays. */
  picture?: string | null | undefined
}

const readAll = (db: Db | Tx) => db.selectFrom('categories').selectAll().orderBy('sort').orderBy('id').execute()
type Row = Awaited<ReturnType<typeof readAll>>[number]

/** All categories in their order, each with how many goods stand in it itself. */
export async function readCategories(db: Db): Promise<(WrittenCategory & { goods: number })[]> {
  const { rows } = await sql<WrittenCategory & { goods: number }>`
    select c.id, c.pid, c.name, c.sort, c.picture, count(p.id)::int as goods
    from categories c left join products p on p.category_id = c.id group by c.id order by c.sort, c.id`.execute(db)
  return rows
}

/** Why a category cannot be written like that; undefined where it can. */
function faultOf(all: readonly Row[], { id, pid, name }: WrittenCategory): CategoryError | undefined {
  const called = name[fallbackLocale]?.trim()
  if (!called) return new CategoryError('cannot.categoryName', { language: fallbackLocale })
  if (id !== 0 && !all.some((one) => one.id === id)) return new CategoryError('cannot.categoryUnknown', { id })
  if (pid !== 0 && !all.some((one) => one.id === pid)) return new CategoryError('cannot.categoryUnknown', { id: pid })
  if (pid !== 0 && !placesFor(all, id || undefined).some((one) => one.id === pid))
    return new CategoryError('cannot.categoryPlace')
  const same = (one: Row): boolean => textIn(one.name, fallbackLocale).toLowerCase() === called.toLowerCase()
  if (all.some((one) => one.pid === pid && one.id !== id && same(one)))
    return new CategoryError('cannot.categoryTwice', { name: called })
  return id === 0 && all.length >= CATEGORIES_MAX
    ? new CategoryError('cannot.categoriesMany', { max: CATEGORIES_MAX })
    : undefined
}

/** A path by which no other category is found. */
function freePath(all: readonly Row[], above: Row | undefined, called: string): string {
  const path = above ? `${above.path} > ${called}` : called
  const taken = (one: string): boolean => all.some((row) => row.path === one)
  let n = 1
  const next = (): string => (n === 1 ? path : `${path} (${n})`)
  while (taken(next())) n++
  return next()
}

/** Puts a category, with all that stands below it, below another; its goods go along. */
async function move(tx: Tx, id: number, above: Row | undefined): Promise<void> {
  const upwards = `{${(above?.ancestors ?? []).join(',')}}`
  await sql`update categories set ancestors = ancestors[1:array_position(ancestors, ${id}::int)] || ${upwards}::int[]
    where ${id}::int = any(ancestors)`.execute(tx)
  await sql`update products p set category_ids = c.ancestors from categories c
    where c.id = p.category_id and ${id}::int = any(c.ancestors)`.execute(tx)
}

/** Takes the goods of a category out of the search, because they are found by its name; `fillSearch` puts them back. */
async function untellGoods(tx: Tx, id: number): Promise<void> {
  const found = await tx
    .selectFrom('products')
    .select('source_id')
    .where(sql<boolean>`${id}::int = any(category_ids) and tokens is not null`)
    .execute()
  if (found.length === 0) return
  await unindexTerms(
    tx,
    found.map((one) => one.source_id),
  )
  await sql`update products set tokens = null where ${id}::int = any(category_ids) and tokens is not null`.execute(tx)
}

/**
 * Makes a category, or names and places one anew; answers with its id.
 *
 * @throws CategoryError where it cannot be
 */
export async function putCategory(db: Db, written: WrittenCategory, actor: Actor): Promise<number> {
  const { pid, sort } = written
  const id = await catalogueTransaction(db, async ({ tx }) => {
    const all = await readAll(tx)
    const fault = faultOf(all, written)
    if (fault) throw fault
    const before = all.find((one) => one.id === written.id)
    const above = all.find((one) => one.id === pid)
    const called = written.name[fallbackLocale]!.trim()
    const picture = written.picture === undefined ? before?.picture : written.picture
    if (written.picture && written.picture !== before?.picture && !(await isMarketPicture(tx, written.picture)))
      throw new CategoryError('cannot.pictureGone')
    const row = { pid, sort, name: JSON.stringify(written.name), picture: picture ?? categorySign(called) }
    const note = (of: number, was: object | null) =>
      audit(tx, {
        ...actor,
        ...{ what: 'category.put', subject: `category:${of}`, before: was },
        after: { pid, sort, name: written.name },
      })
    if (!before) {
      const made = await tx
        .insertInto('categories')
        .values({ ...row, path: freePath(all, above, called) })
        .returning('id')
        .executeTakeFirstOrThrow()
      const ancestors = [made.id, ...(above?.ancestors ?? [])]
      await tx.updateTable('categories').set({ ancestors }).where('id', '=', made.id).execute()
      await note(made.id, null)
      return made.id
    }
    if (before.pid !== pid || !isDeepStrictEqual(before.name, written.name)) await untellGoods(tx, before.id)
    await tx.updateTable('categories').set(row).where('id', '=', before.id).execute()
    if (before.pid !== pid) await move(tx, before.id, above)
    await note(before.id, { pid: before.pid, sort: before.sort, name: before.name })
    return before.id
  })
  await fillSearch(db)
  return id
}

/**
 * Removes a category in which nothing stands.
 *
 * @throws CategoryError where something does, or there is none
 */
export async function removeCategory(db: Db, id: number, actor: Actor): Promise<void> {
  await catalogueTransaction(db, async ({ tx }) => {
    const all = await readAll(tx)
    const before = all.find((one) => one.id === id)
    if (!before) throw new CategoryError('cannot.categoryUnknown', { id })
    const held = await tx.selectFrom('products').select('id').where('category_id', '=', id).executeTakeFirst()
    if (held || all.some((one) => one.pid === id)) throw new CategoryError('cannot.categoryHeld')
    await tx.deleteFrom('categories').where('id', '=', id).execute()
    const { pid, sort, name } = before
    const subject = `category:${id}`
    await audit(tx, { ...actor, what: 'category.remove', subject, before: { pid, sort, name }, after: null })
  })
}
