import type { Input, Output } from '#contract/registry.ts'
import type { CatalogueDb } from '#localdb/open.ts'

/** Keeps the areas below one (or all countries) in place of what was known below it. */
export async function applyAreas(
  db: CatalogueDb,
  input: Input<'area.read'>,
  out: Output<'area.read'>,
  at: number,
): Promise<void> {
  const parentCode = input.parent ?? ''
  await db.transaction('rw', [db.areas], async () => {
    await db.areas.where('parentCode').equals(parentCode).delete()
    await db.areas.bulkPut(out.areas.map((area) => ({ ...area, parentCode, at })))
  })
}
