import { nextIncarnation } from '#contract/sync/incarnation.ts'
import { INCARNATIONS_MAX } from '#contract/wire/limits.ts'
import type { MetaRows } from '#localdb/schema.ts'

// Two copies of one database (a phone put back from a backup, a copied profile) count the same seqs under one
// incarnation. Whoever comes second with an id finds it used by another intent. That intent goes on to the next id:
//
//   used by another intent        free, or this intent's own outcome
//   incarnation:7  ──▶  incarnation-2:7  ──▶  incarnation-3:7 …
//
// The next id follows from the last one alone. So copies that hold the same intent walk the same ids, and it takes
// effect once, however many copies there are. New intents are recorded under an incarnation that no copy has.

type FenceRow = MetaRows['fence']

/** 96 random bits as 16 URL-safe characters. An outbox that was evicted and made again never uses an id again. */
export function newIncarnation(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(12))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}

/** All incarnations that intents of this database may have been sent under: the last so many. */
export const incarnationsOf = (fence: FenceRow): string[] =>
  [...new Set([fence.current ?? fence.incarnation, fence.incarnation, ...(fence.others ?? [])])].slice(
    0,
    INCARNATIONS_MAX,
  )

/** The fence once a copy of this store is known to use `used`: new intents are recorded elsewhere. */
export function afterReuse(fence: FenceRow, used: string): FenceRow {
  const current = fence.current ?? fence.incarnation
  const others = [...new Set([nextIncarnation(used), used, current, ...(fence.others ?? [])])]
  return {
    ...fence,
    current: current === used ? newIncarnation() : current,
    others: others.slice(0, INCARNATIONS_MAX - 2),
  }
}
