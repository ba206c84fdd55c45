// Reads a list's beginning from several sorted sources (an index range each) without reading much more than is shown.
//
//   each source's first block ──▶ merge ──▶ may a source that goes on still come before the last that is wanted? then
// its larger block, and again
//
// A block is one getAll from the source's start: many times cheaper a row than a cursor, so reading some rows again
// costs less than stepping.

/** The first `limit` rows of a sorted source. */
export type RowSource<T> = (limit: number) => Promise<T[]>

interface Read<T> {
  source: RowSource<T>
  block: number
  rows: T[]
  ended: boolean
}

/** No source is asked for fewer rows than this. */
const LEAST = 4

/**
 * The first `limit` rows of all sources together that fit, in the order of `compare`, which each source is already in.
 */
export async function walkSorted<T>(
  sources: readonly RowSource<T>[],
  compare: (a: T, b: T) => number,
  fits: (row: T) => boolean,
  limit: number,
): Promise<T[]> {
  const first = Math.max(LEAST, Math.ceil(limit / Math.max(1, sources.length)))
  const reads: Read<T>[] = sources.map((source) => ({ source, block: first, rows: [], ended: false }))
  let stale = reads
  for (;;) {
    await Promise.all(
      stale.map(async (read) => {
        read.rows = await read.source(read.block)
        read.ended = read.rows.length < read.block
      }),
    )
    const rows = reads
      .flatMap((read) => read.rows.filter(fits))
      .sort(compare)
      .slice(0, limit)
    const last = rows[limit - 1]
    // Only what was read up to a row before that one may have more that belongs here.
    stale = reads.filter((read) => !read.ended && (last === undefined || compare(read.rows.at(-1)!, last) < 0))
    if (stale.length === 0) return rows
    for (const read of stale) read.block *= 4
  }
}
