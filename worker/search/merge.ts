import type { SegmentRow } from '#localdb/rows/search.ts'
import { lowerBound, type IndexPart } from './open-segment.ts'
import { emptyColumns } from './segment.ts'

/** A term's worth of work in one turn of the event loop. */
const TERMS_A_TURN = 2000

/**
 * Merges some of the parts (`all`, in the order in which they were made) into the latest part: it has the living
 * documents of each. `yieldTurn` is awaited now and then, so that nothing else waits for long.
 */
export async function mergeParts(
  parts: readonly IndexPart[],
  all: readonly IndexPart[],
  yieldTurn: () => Promise<void>,
): Promise<SegmentRow> {
  const docs = parts.flatMap((part, of) =>
    Array.from(part.row.id.keys())
      .filter((doc) => !part.dead[doc])
      .map((doc) => ({ of, doc })),
  )
  const row = (of: number): SegmentRow => parts[of]!.row
  docs.sort(
    (a, b) =>
      row(a.of).length[a.doc]! - row(b.of).length[b.doc]! ||
      row(b.of).monthlySales[b.doc]! - row(a.of).monthlySales[a.doc]! ||
      row(b.of).sales[b.doc]! - row(a.of).sales[a.doc]! ||
      row(b.of).id[b.doc]! - row(a.of).id[a.doc]!,
  )
  await yieldTurn()
  // By part, its documents' new numbers; DEAD for those that do not live on.
  const numbers = parts.map((part) => new Uint32Array(part.row.id.length).fill(DEAD))
  const columns = emptyColumns(docs.length)
  const names = Object.keys(columns) as (keyof typeof columns)[]
  for (const [number, { of, doc }] of docs.entries()) {
    numbers[of]![doc] = number
    for (const name of names) columns[name][number] = row(of)[name][doc]!
  }
  await yieldTurn()
  const { terms, starts, postings } = await mergePostings(parts, numbers, yieldTurn)
  return {
    ...columns,
    signature: row(parts.length - 1).signature,
    ids: lastWords(parts, all, columns.id),
    terms: terms.join('\n'),
    starts,
    postings,
  }
}

/**
 * The ids that the merged part speaks of: its documents, and products on which one of `parts` has the last word while a
 * part that is not merged still has them.
 */
function lastWords(parts: readonly IndexPart[], all: readonly IndexPart[], documents: Uint32Array): Uint32Array {
  const last = new Map<number, IndexPart>()
  for (const part of all) for (const id of part.row.ids) last.set(id, part)
  const merged = new Set(parts)
  const ids = new Set(documents)
  for (const part of all)
    if (!merged.has(part)) for (const id of part.row.id) if (merged.has(last.get(id)!)) ids.add(id)
  return Uint32Array.from(ids)
}

const DEAD = 0xffffffff

async function mergePostings(
  parts: readonly IndexPart[],
  numbers: readonly Uint32Array[],
  yieldTurn: () => Promise<void>,
): Promise<{ terms: string[]; starts: Uint32Array; postings: Uint32Array }> {
  const all = [...new Set(parts.flatMap((part) => part.terms))].sort()
  const postings = new Uint32Array(parts.reduce((sum, part) => sum + part.row.postings.length, 0))
  const terms: string[] = []
  const starts: number[] = []
  let end = 0
  for (const [i, term] of all.entries()) {
    if (i % TERMS_A_TURN === TERMS_A_TURN - 1) await yieldTurn()
    const from = end
    for (const [of, { row, terms: own }] of parts.entries()) {
      const at = lowerBound(own, term)
      if (own[at] !== term) continue
      for (let p = row.starts[at]!; p < row.starts[at + 1]!; p++) {
        const posting = row.postings[p]!
        const number = numbers[of]![posting >>> 4]!
        if (number !== DEAD) postings[end++] = number * 16 + (posting & 15)
      }
    }
    if (end === from) continue
    postings.subarray(from, end).sort()
    terms.push(term)
    starts.push(from)
  }
  return { terms, starts: Uint32Array.from([...starts, end]), postings: postings.slice(0, end) }
}
