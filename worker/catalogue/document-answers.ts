import { wantKey } from '#contract/document.ts'
import { isSearchEndpoint, isSiteEndpoint, isVisitorEndpoint, type DeviceEndpointName } from '#contract/registry.ts'
import type { CatalogueDb } from '#localdb/open.ts'
import type { DocumentRows } from '../api/worker-api.ts'
import { endpointOf } from '../wire/endpoints.ts'
import { applyCatalogue } from './answers.ts'
import { feedOf } from './feed.ts'
import { applySite } from './site.ts'

/** Whether a document may be rendered from the answer of a call. */
const isOfDocuments = (name: string): name is DeviceEndpointName =>
  isVisitorEndpoint(name) || isSearchEndpoint(name) || isSiteEndpoint(name)
const applies = { ...applyCatalogue, ...applySite } as unknown as Record<
  string,
  ((...args: unknown[]) => Promise<void>) | undefined
>

/**
 * Writes the rows of a document, as far as they can be read, and where the catalogue's changes stood before them.
 * Returns which answers were kept, by name and input: none on a device that follows the catalogue. `now` is Unix ms.
 */
export async function applyDocument(
  db: CatalogueDb,
  { cursor, answers, at: renderedAt }: DocumentRows,
  now: number,
): Promise<Set<string>> {
  // The same time as on the page, so that its lists are not taken for newer ones; never of a day to come.
  const at = Math.min(renderedAt, now)
  const read = await Promise.all(
    answers.map(async ({ name, input, output }) => {
      const apply = Object.hasOwn(applies, name) ? applies[name] : undefined
      const endpoint = isOfDocuments(name) ? await endpointOf(name) : undefined
      const [asked, answer] = [endpoint?.input.safeParse(input), endpoint?.output.safeParse(output)]
      return apply && asked?.success && answer?.success
        ? { name, input, apply, asked: asked.data, answer: answer.data }
        : []
    }),
  )
  const readable = read.flat()
  return db.transaction(
    'rw',
    db.tables.filter((table) => table.name !== 'segments'),
    async () => {
      if (await feedOf(db)) return new Set()
      for (const { apply, asked, answer } of readable) await apply(db, asked, answer, at)
      await db.feed.put({ key: 'changes', cursor, at })
      return new Set(readable.map(({ name, input }) => wantKey(name, input)))
    },
  )
}
