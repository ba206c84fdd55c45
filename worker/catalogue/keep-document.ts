import { wantKey } from '#contract/document.ts'
import { deferred } from '#contract/deferred.ts'
import type { CatalogueDb } from '#localdb/open.ts'
import type { CallOutcome, DocumentRows } from '../api/worker-api.ts'
import { load } from '../env/load.ts'

/** How long an answer that came with the document answers for a want (ms). */
const FRESH = 20_000

type Kept = CallOutcome<Record<string, never>>

/** The answers that came with the page's document: at most a few, and each answers one want. */
export interface BroughtAnswers {
  /**
   * Keeps the rows of a document on a device that has not followed the catalogue yet; on any other the rows that are
   * here are kept up to date by the changes, and may be newer.
   */
  keep(rows: DocumentRows): Promise<Kept>
  /** Resolves when nothing is being kept: the catalogue's changes are followed only then. */
  kept(): Promise<unknown>
  /** Whether the document has just brought this answer; it has been kept by then. Each is taken once. */
  take(name: string, input: object): Promise<boolean>
}

/**
 * Keeps answers that came with the document instead of being fetched. Where they are `expected`, `kept` resolves only
 * after they have come, since the page's first call may come late.
 */
export function createBroughtAnswers(
  catalogue: () => Promise<CatalogueDb>,
  now: () => number,
  expected = false,
): BroughtAnswers {
  let brought: Set<string> | undefined
  let until = 0
  const coming = deferred<unknown>()
  let done: Promise<unknown> | undefined = expected ? coming.promise : undefined
  return {
    keep(rows) {
      // Only a first visit has a document's rows.
      const keeping = load(import('./document-answers.ts')).then(async ({ applyDocument }): Promise<Kept> => {
        brought = await applyDocument(await catalogue(), rows, now())
        until = now() + FRESH
        return { kind: 'accepted', data: {} }
      })
      // Answers that could not be kept are fetched, like everything else.
      done = keeping.catch(() => undefined)
      coming.resolve(done)
      return keeping
    },
    kept: async () => done,
    take: async (name, input) => {
      await done
      return brought?.delete(wantKey(name, input)) === true && now() < until
    },
  }
}
