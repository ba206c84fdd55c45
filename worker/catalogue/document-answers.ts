import { wantKey } from '#contract/document.ts'
import { visitorEndpoints, type VisitorEndpointName } from '#contract/registry.ts'
import type { CatalogueDb } from '#localdb/open.ts'
import type { DocumentRows } from '../api.ts'
import { applyCatalogue, type CatalogueWant } from './answers.ts'
import { feedOf } from './feed.ts'

/**
 * Writes the rows of a document, as far as they can be read, and where the catalogue's changes stood before them.
 * Returns which answers were kept, by name and input: none on a device that follows the catalogue. `now` is Unix ms.
 */
export async function applyDocument(
  db: CatalogueDb,
  { cursor, answers, ...read }: DocumentRows,
  now: number,
): Promise<Set<string>> {
  // The same time as on the page, so that its lists are not taken for newer ones; never of a day to come.
  const at = Math.min(read.at, now)
  const readable = answers.flatMap(({ name, input, output }) => {
    const apply = applyCatalogue[name as CatalogueWant] as ((...args: unknown[]) => Promise<void>) | undefined
    const endpoint = Object.hasOwn(visitorEndpoints, name) ? visitorEndpoints[name as VisitorEndpointName] : undefined
    const [asked, told] = [endpoint?.input.safeParse(input), endpoint?.output.safeParse(output)]
    return apply && asked?.success && told?.success ? [{ name, input, apply, asked: asked.data, told: told.data }] : []
  })
  return db.transaction(
    'rw',
    db.tables.filter((table) => table.name !== 'segments'),
    async () => {
      if (await feedOf(db)) return new Set()
      for (const { apply, asked, told } of readable) await apply(db, asked, told, at)
      await db.feed.put({ key: 'changes', cursor, at })
      return new Set(readable.map(({ name, input }) => wantKey(name, input)))
    },
  )
}
