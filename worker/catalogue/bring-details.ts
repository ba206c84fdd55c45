import { DETAILS_MAX } from '#contract/wire/limits.ts'
import type { CatalogueDb } from '#localdb/open.ts'
import type { WantInput, WantOutcome } from '../api/worker-api.ts'
import { absent, chunksOf } from './rows.ts'

/** Products that were asked for in vain are remembered up to so many. */
const ABSENT_MAX = 1000

type Details = WantInput<'catalogue.details'>

/** Brings products in full. */
export interface BringDetails {
  /**
   * Runs `fetch` once those details of the same products have come that are on their way: then there may be nothing to
   * ask for.
   */
  want(input: Details, fetch: (input: Details) => Promise<WantOutcome>): Promise<WantOutcome>
  /** The same of many products, part by part; what has come stays if the next part fails. */
  ahead(ids: readonly number[], fetch: (input: Details) => Promise<WantOutcome>): Promise<void>
}

export function createBringDetails(catalogue: () => Promise<CatalogueDb>): BringDetails {
  /** Details on their way, by product. */
  const coming = new Map<number, Promise<WantOutcome>>()
  /** The server has them no more. */
  const absentIds = new Set<number>()

  /** Asks for those that may be there, and remembers which are not before anybody may ask for the same again. */
  const unlessAbsent =
    (fetch: (input: Details) => Promise<WantOutcome>) =>
    async ({ ids }: Details): Promise<WantOutcome> => {
      const likely = ids.filter((id) => !absentIds.has(id))
      if (likely.length === 0) return { kind: 'fresh' }
      const outcome = await fetch({ ids: likely })
      if (outcome.kind !== 'fresh') return outcome
      if (absentIds.size > ABSENT_MAX) absentIds.clear()
      for (const id of await absent((await catalogue()).details, likely)) absentIds.add(id)
      return outcome
    }

  const bring: BringDetails = {
    async want(input, fetch) {
      await Promise.allSettled(new Set(input.ids.map((id) => coming.get(id))))
      const work = fetch(input)
      for (const id of input.ids) coming.set(id, work)
      try {
        return await work
      } finally {
        for (const id of input.ids) if (coming.get(id) === work) coming.delete(id)
      }
    },
    async ahead(ids, fetch) {
      for (const part of chunksOf(ids, DETAILS_MAX)) {
        const outcome = await bring.want({ ids: part }, unlessAbsent(fetch))
        if (outcome.kind !== 'fresh') return
      }
    },
  }
  return bring
}
