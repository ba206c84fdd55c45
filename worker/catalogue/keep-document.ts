import { endpoints, type EndpointName } from '#contract/registry.ts'
import type { CatalogueDb } from '#localdb/open.ts'
import type { DocumentRows } from '../api.ts'
import { applyCatalogue, type CatalogueWant } from './answers.ts'
import { feedOf } from './changes.ts'

/** How long an answer that came with the document answers for a want (ms). */
const FRESH = 20_000

/** What came with the page's document; at most a few answers, each answering for one want. */
export interface BroughtAnswers {
  /**
   * Keeps the rows of a document on a device that has not followed the catalogue yet; on any other the rows that are
   * here are kept up to date by the changes, and may be newer.
   */
  keep(rows: DocumentRows): Promise<void>
  /** Resolves when nothing is being kept: the catalogue's changes are followed only then. */
  kept(): Promise<void>
  /** Whether the document has just brought this answer; it has been kept by then. Each is taken once. */
  take(name: string, input: object): Promise<boolean>
}

const keyOf = (name: string, input: object): string => `${name} ${JSON.stringify(input)}`

/** Keeps answers that came with the document instead of being fetched. */
export function createBroughtAnswers(catalogue: () => Promise<CatalogueDb>, now: () => number): BroughtAnswers {
  const brought = new Map<string, number>()
  let keeping: Promise<void> = Promise.resolve()
  const keep = async ({ cursor, answers }: DocumentRows): Promise<void> => {
    const db = await catalogue()
    const readable = answers.flatMap(({ name, input, output }) => {
      const apply = applyCatalogue[name as CatalogueWant] as ((...args: unknown[]) => Promise<void>) | undefined
      const endpoint = Object.hasOwn(endpoints, name) ? endpoints[name as EndpointName] : undefined
      const [asked, read] = [endpoint?.input.safeParse(input), endpoint?.output.safeParse(output)]
      return apply && asked?.success && read?.success
        ? [{ name, input, apply, asked: asked.data, read: read.data }]
        : []
    })
    await db.transaction(
      'rw',
      db.tables.filter((table) => table.name !== 'segments'),
      async () => {
        if (await feedOf(db)) return
        const at = now()
        for (const { apply, asked, read } of readable) await apply(db, asked, read, at)
        await db.feed.put({ key: 'changes', cursor, at })
        for (const { name, input } of readable) brought.set(keyOf(name, input), at)
      },
    )
  }
  return {
    keep: (rows) => (keeping = keep(rows)),
    kept: () => keeping,
    async take(name, input) {
      await keeping
      const at = brought.get(keyOf(name, input))
      brought.delete(keyOf(name, input))
      return at !== undefined && now() - at < FRESH
    },
  }
}
