import type { CatalogueDb } from '#localdb/open.ts'
import type { WireOutcome } from '../wire/envelope.ts'
import { applyCatalogue } from './answers.ts'
import { cursorOf, feedOf, type Ask } from './feed.ts'
import { chunksOf, putProducts, putStores } from './rows.ts'

// The catalogue's changes since a cursor, by id; the rows are asked for by those ids that the device has:
//
//   cursor ──▶ catalogue.changes ──▶ ids ∩ rows here ──▶ catalogue.products, catalogue.stores {ids}
//                                                            │ answered: put · asked for and not answered: gone
//                                                            ▼
//                                                    the next cursor, last of all
//
// The cursor is never ahead of the rows: after a crash in between, the same changes are asked for again.

/**
 * Follows the changes to their end; returns the last outcome. At the first contact there is nothing to follow: the
 * cursor is kept, and rows that were here before it, of unknown age, are asked for again, as after a `reset`.
 */
export async function followChanges(db: CatalogueDb, ask: Ask, now: () => number): Promise<WireOutcome> {
  for (;;) {
    const from = await feedOf(db)
    const outcome = await ask('catalogue.changes', from ? { cursor: from.cursor } : {})
    if (outcome.kind !== 'accepted') return outcome
    const { data } = outcome
    const reset = from === undefined || data.reset
    const failure = await bringRows(db, ask, now, reset ? await everything(db) : data, reset)
    if (failure) return failure
    if (!(await moveOn(db, from?.cursor, { cursor: data.cursor, at: data.more ? (from?.at ?? 0) : now() }, reset)))
      return outcome
    if (!data.more) return outcome
    // More of the same would be asked for without end.
    if (data.cursor === from?.cursor) return { kind: 'unreachable' }
  }
}

type Apply = (db: CatalogueDb, input: object, output: unknown, at: number) => Promise<void>

interface Changed {
  productIds: number[]
  storeIds: number[]
  categories: boolean
  rates?: boolean | undefined
}

/** All that the device has, as if all of it had changed. */
async function everything(db: CatalogueDb): Promise<Changed> {
  const [productIds, goneIds, storeIds, categories, rates] = await Promise.all([
    db.products.toCollection().primaryKeys(),
    db.gone.toCollection().primaryKeys(),
    db.stores.toCollection().primaryKeys(),
    db.categories.count(),
    db.rates.count(),
  ])
  return {
    productIds: [...productIds, ...goneIds] as number[],
    storeIds: storeIds as number[],
    categories: categories > 0,
    rates: rates > 0,
  }
}

/**
 * Brings the rows that the device has up to date, and deletes those that are gone; the first outcome that was no answer
 * ends it.
 */
async function bringRows(
  db: CatalogueDb,
  ask: Ask,
  now: () => number,
  changed: Changed,
  reset: boolean,
): Promise<Exclude<WireOutcome, { kind: 'accepted' }> | undefined> {
  for (const part of chunksOf(changed.productIds)) {
    // A product that is gone may be sold again.
    const before = new Map([...(await revsOf(db.gone, part)), ...(await revsOf(db.products, part))])
    if (before.size === 0) continue
    const outcome = await ask('catalogue.products', { ids: [...before.keys()], sort: 'all' })
    if (outcome.kind !== 'accepted') return outcome
    await db.transaction(
      'rw',
      [db.products, db.gone, db.stores, db.details, db.reviews, db.lists, db.homes],
      async () => {
        await putProducts(db, outcome.data.products, reset)
        // Its store comes with every product, with the figures of now.
        await putStores(db, outcome.data.stores, now())
        // By the ids: a row that only a newer app can read is not gone.
        await deleteProducts(db, before, new Set(outcome.data.ids), now())
      },
    )
  }
  for (const part of chunksOf(changed.storeIds)) {
    const before = await revsOf(db.stores, part)
    if (before.size === 0) continue
    const outcome = await ask('catalogue.stores', { ids: [...before.keys()] })
    if (outcome.kind !== 'accepted') return outcome
    await db.transaction('rw', [db.stores], async () => {
      await putStores(db, outcome.data.stores, now(), reset)
      // By the ids: a row that only a newer app can read is not gone. A server of before had none.
      const there = new Set(outcome.data.ids ?? outcome.data.stores.map((s) => s.id))
      await db.stores.bulkDelete([...before.keys()].filter((id) => !there.has(id)))
    })
  }
  for (const name of ['categories', 'rates'] as const) {
    if (!changed[name]) continue
    const outcome = await ask(`catalogue.${name}`, {})
    if (outcome.kind !== 'accepted') return outcome
    await (applyCatalogue[`catalogue.${name}`] as Apply)(db, {}, outcome.data, now())
  }
  return undefined
}

/** The revs of the rows that the device has among these. */
async function revsOf(
  table: CatalogueDb['products'] | CatalogueDb['stores'] | CatalogueDb['gone'],
  ids: readonly number[],
): Promise<Map<number, number>> {
  const rows: ({ id: number; rev: number } | undefined)[] = await table.bulkGet([...ids])
  return new Map(rows.flatMap((row) => (row ? [[row.id, row.rev] as const] : [])))
}

/** How many products that are gone are remembered. */
export const GONE_MAX = 300

/** Deletes products that were asked for and not answered. One that came back meanwhile has another rev, and stays. */
async function deleteProducts(
  db: CatalogueDb,
  asked: ReadonlyMap<number, number>,
  answered: ReadonlySet<number>,
  at: number,
): Promise<void> {
  const rows = await db.products.bulkGet([...asked.keys()].filter((id) => !answered.has(id)))
  const lost = rows.flatMap((row) => (row && row.rev === asked.get(row.id) ? [row] : []))
  const gone = lost.map((row) => row.id)
  if (gone.length === 0) return
  await db.gone.bulkPut(lost.map((row) => ({ ...row, stock: 0, goneAt: at })))
  const surplus = (await db.gone.count()) - GONE_MAX
  if (surplus > 0)
    await db.gone.bulkDelete(
      (await db.gone.toArray())
        .sort((a, b) => a.goneAt - b.goneAt)
        .slice(0, surplus)
        .map((row) => row.id),
    )
  const isGone = new Set(gone)
  const left = (ids: readonly number[]): number[] => ids.filter((id) => !isGone.has(id))
  await db.products.bulkDelete(gone)
  await db.details.bulkDelete(gone)
  await db.reviews.where('productId').anyOf(gone).delete()
  const lists = (await db.lists.toArray()).filter(
    (list) => !list.key.startsWith('stores/') && list.ids.some((id) => isGone.has(id)),
  )
  await db.lists.bulkPut(lists.map((list) => ({ ...list, ids: left(list.ids) })))
  const home = await db.homes.get('home')
  if (home)
    await db.homes.put({
      ...home,
      daily: left(home.daily),
      recommended: left(home.recommended),
      hot: left(home.hot),
      deals: left(home.deals ?? []),
    })
}

/**
 * Keeps the next cursor, unless another tab has moved it meanwhile: then false. `reset`: the orders of lists and home
 * are of unknown age.
 */
async function moveOn(
  db: CatalogueDb,
  from: string | undefined,
  to: { cursor: string; at: number },
  reset: boolean,
): Promise<boolean> {
  return db.transaction('rw', [db.feed, db.lists, db.homes], async () => {
    if ((await cursorOf(db)) !== from) return false
    if (reset) {
      await db.lists.toCollection().modify({ at: 0 })
      await db.homes.toCollection().modify({ at: 0 })
    }
    await db.feed.put({ key: 'changes', ...to })
    return true
  })
}
