import type { Product } from '#contract/catalogue/schema.ts'
import type { CatalogueDb } from '#localdb/open.ts'
import type { Issue } from '../api/checked.ts'
import { wait } from '../env/env.ts'
import type { Device } from '../session/device.ts'
import { markDeleted, openPart, lowerBound, postingsAt, type IndexPart } from '../search/open-segment.ts'
import { packSegment, type Tree } from '../search/segment.ts'
import { readTree } from '../search/maintenance.ts'
import type { CheckedBlock } from './block.ts'

type Needs = Pick<Device, 'env' | 'search'>

/** How many products are packed again for comparison in one turn of the event loop. */
const BLOCK = 200

/**
 * Checks that the search index describes each product as the product is. Products that are noted as not indexed yet are
 * passed over.
 */
export async function checkSearch(device: Needs, db: CatalogueDb, repair: boolean): Promise<CheckedBlock> {
  const ids = (await db.products.toCollection().primaryKeys()) as number[]
  const { parts, tree } = await db.transaction('r', [db.segments, db.categories], async () => ({
    parts: (await db.segments.toArray()).map(openPart),
    tree: await readTree(db),
  }))
  // A missing index is made as soon as somebody searches.
  if (parts.length === 0) return { rows: ids.length, intents: 0, after: undefined, issues: [] }
  markDeleted(parts)
  const documents = new Map<number, { part: IndexPart; doc: number }>()
  for (const part of parts)
    part.row.id.forEach((id, doc) => {
      if (!part.dead[doc]) documents.set(id, { part, doc })
    })
  // A product that is indexed but was deleted must be noted. The rest is compared block by block.
  const gone = [...documents.keys()].filter((id) => !inOrder(ids, id))
  let suspects = gone
  for (let from = 0; from < ids.length; from += BLOCK) {
    const some = ids.slice(from, from + BLOCK)
    const products = (await db.products.bulkGet(some)).filter((p) => p !== undefined)
    suspects = [...suspects, ...differing(products, documents, tree)]
    await wait(device.env, 0)
  }
  const wrong = await stillWrong(db, suspects, parts)
  if (repair && wrong.length > 0) await reindex(device, db)
  return {
    rows: ids.length,
    intents: 0,
    after: undefined,
    issues: wrong.map((id): Issue => ({
      what: 'search',
      table: 'segments',
      where: `products/${id}`,
      repairable: true,
    })),
  }
}

/** Whether a sorted list has an id. */
function inOrder(ids: ArrayLike<number>, id: number): boolean {
  let low = 0
  for (let high = ids.length; low < high;) {
    const middle = (low + high) >>> 1
    if (ids[middle]! < id) low = middle + 1
    else high = middle
  }
  return ids[low] === id
}

const columns = [
  'store',
  'category',
  'worth',
  'minimum',
  'stock',
  'monthlySales',
  'sales',
  'createdAt',
  'length',
] as const

/**
 * The products that the index describes wrongly. When names of categories have changed, the index renews itself; then
 * only the columns that do not depend on them are compared.
 */
function differing(
  products: readonly Product[],
  documents: ReadonlyMap<number, { part: IndexPart; doc: number }>,
  tree: Tree,
): number[] {
  const due = packSegment(
    products,
    products.map((p) => p.id),
    tree,
  )
  const wrong = new Set<number>()
  const at = Array.from(due.id, (id) => documents.get(id))
  due.id.forEach((id, n) => {
    const found = at[n]
    if (!found || columns.some((column) => !Object.is(found.part.row[column][found.doc], due[column][n]))) wrong.add(id)
  })
  const terms = due.terms === '' ? [] : due.terms.split('\n')
  terms.forEach((term, i) => {
    for (const posting of due.postings.subarray(due.starts[i], due.starts[i + 1])) {
      const found = at[posting >>> 4]
      if (
        found &&
        found.part.row.signature === tree.signature &&
        !says(found.part, term, found.doc * 16 + (posting & 15))
      )
        wrong.add(due.id[posting >>> 4]!)
    }
  })
  return [...wrong]
}

/** Whether a part has this posting (document and mask) under a term. */
function says(part: IndexPart, term: string, posting: number): boolean {
  const at = lowerBound(part.terms, term)
  return part.terms[at] === term && inOrder(postingsAt(part, at), posting)
}

/** Which of them are still wrong when looked at together: another tab may have indexed, or merged, meanwhile. */
async function stillWrong(
  db: CatalogueDb,
  suspects: readonly number[],
  parts: readonly IndexPart[],
): Promise<number[]> {
  if (suspects.length === 0) return []
  return db.transaction('r', [db.segments, db.unindexed], async () => {
    const now = new Set(await db.segments.toCollection().primaryKeys())
    if (now.size !== parts.length || parts.some(({ row }) => !now.has(row.seq!))) return []
    const noted = await db.unindexed.bulkGet([...suspects])
    return suspects.filter((_, i) => noted[i] === undefined)
  })
}

/** Drops the index and notes every product for a new one, which the tabs make as after a new catalogue. */
async function reindex(device: Needs, db: CatalogueDb): Promise<void> {
  await db.transaction('rw', [db.products, db.segments, db.unindexed], async () => {
    const ids = (await db.products.toCollection().primaryKeys()) as number[]
    await db.segments.clear()
    await db.unindexed.bulkPut(ids.map((id) => ({ id })))
  })
  device.search.written()
}
