import { visitorEndpoints, type VisitorEndpointName } from '#contract/registry.ts'
import type { CatalogueDb } from '#localdb/open.ts'
import type { DocumentRows } from '../api.ts'
import { applyCatalogue, type CatalogueWant } from './answers.ts'
import { feedOf } from './changes.ts'

/**
 * Writes the rows of a document, as far as they can be read, and where the catalogue's changes stood before them; answers
 * which answers were kept, by name and input. Nothing is written on a device that follows the catalogue. `at`: now (Unix ms).
 */
export async function applyDocument(
  db: CatalogueDb,
  { cursor, answers }: DocumentRows,
  at: number,
): Promise<Set<string>> {
  const readable = answers.flatMap(({ name, input, output }) => {
    const apply = applyCatalogue[name as CatalogueWant] as ((...args: unknown[]) => Promise<void>) | undefined
    const endpoint = Object.hasOwn(visitorEndpoints, name) ? visitorEndpoints[name as VisitorEndpointName] : undefined
    const [asked, read] = [endpoint?.input.safeParse(input), endpoint?.output.safeParse(output)]
    return apply && asked?.success && read?.success ? [{ name, input, apply, asked: asked.data, read: read.data }] : []
  })
  return db.transaction(
    'rw',
    db.tables.filter((table) => table.name !== 'segments'),
    async () => {
      if (await feedOf(db)) return new Set()
      for (const { apply, asked, read } of readable) await apply(db, asked, read, at)
      await db.feed.put({ key: 'changes', cursor, at })
      return new Set(readable.map(({ name, input }) => `${name} ${JSON.stringify(input)}`))
    },
  )
}
