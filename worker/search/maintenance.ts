import type { CatalogueDb } from '#localdb/open.ts'
import type { IndexSizeRow, SegmentRow } from '#localdb/rows/search.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import { markDeleted, openPart, type IndexPart } from './open-segment.ts'
import { packSegment, treeOf, type Tree } from './segment.ts'
import { load } from '../env/load.ts'

// The stored search index, and how it grows:
//
//   products written ──▶ unindexed (same transaction) ──▶ a new segment (one transaction: read, pack, forget) ──▶
// merged when there are many
//   names of categories changed ──▶ new segments, until no old one has the last word on anything ──▶ those dropped
//
// A crash in between loses nothing: a product that was not packed is still noted as unindexed. Segments are numbered as
// they are made; for a product in several of them, the latest counts.

/** The largest number of products packed into one segment: packing them takes some tens of milliseconds. */
export const SEGMENT_MAX = 500
/** With more segments than this, small ones are merged. */
export const SEGMENTS_MAX = 6

/** The tree of categories on this device. */
export const readTree = async (db: CatalogueDb): Promise<Tree> => treeOf(await db.categories.toArray())

/**
 * Packs products that no segment speaks of yet, up to SEGMENT_MAX, without storing it; undefined when there are none.
 */
export async function packUnindexed(
  db: CatalogueDb,
  tree?: Tree,
): Promise<{ row: SegmentRow; ids: number[] } | undefined> {
  const ids = (await db.unindexed.limit(SEGMENT_MAX).primaryKeys()) as number[]
  if (ids.length === 0) return undefined
  return { row: packSegment(await productsOf(db, ids), ids, tree ?? (await readTree(db))), ids }
}

const productsOf = async (db: CatalogueDb, ids: number[]): Promise<Product[]> =>
  (await db.products.bulkGet(ids)).filter((p) => p !== undefined)

/** Stores one segment of products that no other speaks of yet; false when there was nothing to do. */
export function storeUnindexed(db: CatalogueDb, tree: Tree): Promise<boolean> {
  return db.transaction('rw', [db.products, db.unindexed, db.segments], async () => {
    const packed = await packUnindexed(db, tree)
    if (!packed) return false
    await db.segments.add(packed.row)
    await db.unindexed.bulkDelete(packed.ids)
    return true
  })
}

/**
 * Indexes products again that were indexed with other names of categories, and drops the segments that this replaces;
 * notes rows from before there was an index.
 */
export async function renewOutdated(db: CatalogueDb, tree: Tree, yieldTurn: () => Promise<void>): Promise<void> {
  if ((await db.segments.count()) === 0) return noteAll(db)
  const outdated = (await db.segments.where('signature').notEqual(tree.signature).primaryKeys()) as number[]
  if (outdated.length === 0) return
  const last = new Map<number, string>()
  for (const row of await db.segments.toArray()) for (const id of row.ids) last.set(id, row.signature)
  const ids = [...last].filter(([, signature]) => signature !== tree.signature).map(([id]) => id)
  for (let from = 0; from < ids.length; from += SEGMENT_MAX) {
    await db.transaction('rw', [db.products, db.unindexed, db.segments], async () => {
      const some = ids.slice(from, from + SEGMENT_MAX)
      await db.segments.add(packSegment(await productsOf(db, some), some, tree))
      await db.unindexed.bulkDelete(some)
    })
    await yieldTurn()
  }
  await db.segments.bulkDelete(outdated)
}

const noteAll = (db: CatalogueDb): Promise<void> =>
  db.transaction('rw', [db.products, db.unindexed, db.segments], async () => {
    await db.unindexed.bulkPut(((await db.products.toCollection().primaryKeys()) as number[]).map((id) => ({ id })))
  })

/** Merges the smaller ones of many segments; under the lock for storing segments. */
export async function mergeStored(db: CatalogueDb, yieldTurn: () => Promise<void>): Promise<void> {
  if ((await db.segments.count()) <= SEGMENTS_MAX) return
  const parts = (await db.segments.toArray()).map(openPart)
  markDeleted(parts)
  const chosen = toMerge(parts)
  // A chunk of its own, because few sessions merge.
  const { mergeParts } = await load(import('./merge.ts'))
  const merged = await mergeParts(chosen, parts, yieldTurn)
  await db.transaction('rw', [db.segments], async () => {
    const seqs = chosen.map((part) => part.row.seq!)
    // Another tab's work, should the lock have been lost: ours is then of no use.
    if ((await db.segments.bulkGet(seqs)).some((row) => row === undefined)) return
    await db.segments.bulkDelete(seqs)
    await db.segments.add(merged)
  })
}

/**
 * All but those that are larger than everything smaller than them together: each document is merged only a few times in
 * its life.
 */
function toMerge(parts: readonly IndexPart[]): IndexPart[] {
  const bySize = parts.toSorted((a, b) => a.row.id.length - b.row.id.length)
  let sum = 0
  let take = 0
  for (const [i, part] of bySize.entries()) {
    if (i < 2 || part.row.id.length <= 2 * sum) take = i + 1
    sum += part.row.id.length
  }
  const chosen = new Set(bySize.slice(0, take))
  return parts.filter((part) => chosen.has(part))
}

/**
 * Writes down how large the stored parts are, so that showing it does not need to read them all; under the lock for
 * storing segments. Only parts that are new are looked at.
 */
export async function noteSizes(db: CatalogueDb): Promise<void> {
  await db.transaction('rw', [db.segments, db.feed], async () => {
    const known = ((await db.feed.get('index')) as IndexSizeRow | undefined)?.parts ?? {}
    const seqs = (await db.segments.toCollection().primaryKeys()) as number[]
    const parts: IndexSizeRow['parts'] = {}
    for (const seq of seqs) parts[seq] = known[seq] ?? sizeOf((await db.segments.get(seq))!)
    await db.feed.put({ key: 'index', parts })
  })
}

/** Columns and postings, and the terms at a byte a letter. */
const sizeOf = (row: SegmentRow): IndexSizeRow['parts'][number] => ({
  products: row.id.length,
  bytes: Object.values(row).reduce<number>(
    (sum, column: unknown) =>
      sum + (ArrayBuffer.isView(column) ? column.byteLength : typeof column === 'string' ? column.length : 0),
    0,
  ),
})
