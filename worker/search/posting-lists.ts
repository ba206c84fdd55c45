import { weightOfMask, type Expansion } from '#contract/search/rank.ts'
import { lowerBound, postingsAt, topOf, type IndexPart } from './open-segment.ts'

/**
 * The documents of a part that match one word, ascending: document × 2^shift + a code, and what a match by that code
 * counts, at most `top`. `at` is where a search stands in it.
 */
export interface TermPostings {
  postings: Uint32Array
  shift: number
  values: Float64Array
  top: number
  at: number
}

/** How many bits the mask in a stored posting's code has. A merged code has the number of its factor above them. */
const MASK_BITS = 4
const MASK = 2 ** MASK_BITS - 1
const valuesBy = (factors: readonly number[]): Float64Array =>
  Float64Array.from(factors.flatMap((factor) => weightOfMask.map((weight) => factor * weight)))

/**
 * A word of a query: the tokens that it stands for, and what their codes count, for each factor: as they are stored,
 * and when several are merged.
 */
export interface IndexedWord {
  tokens: readonly Expansion[]
  factors: readonly number[]
  stored: readonly Float64Array[]
  merged: Float64Array
  /** The bits of a merged code. */
  shift: number
}

/** Prepares a word. */
export function wordOf(tokens: readonly Expansion[]): IndexedWord {
  const factors = [...new Set(tokens.map((t) => t.factor))]
  return {
    tokens,
    factors,
    stored: factors.map((factor) => valuesBy([factor])),
    merged: valuesBy(factors),
    shift: MASK_BITS + Math.ceil(Math.log2(Math.max(1, factors.length))),
  }
}

/** The list of a word in a part: of its one token as it is stored, of several merged by the best of them. */
export function listOf(part: IndexPart, { tokens, factors, stored, merged: values, shift }: IndexedWord): TermPostings {
  const found = tokens.flatMap(({ token, factor }) => {
    const at = lowerBound(part.terms, token)
    return part.terms[at] === token ? [{ factor, postings: postingsAt(part, at), top: factor * topOf(part, at) }] : []
  })
  const top = found.reduce((most, one) => Math.max(most, one.top), 0)
  if (found.length === 1)
    return {
      postings: found[0]!.postings,
      shift: MASK_BITS,
      values: stored[factors.indexOf(found[0]!.factor)]!,
      top,
      at: 0,
    }
  let lists: Uint32Array[] = found.map(({ factor, postings }) => {
    const offset = factors.indexOf(factor) << MASK_BITS
    return postings.map((p) => (p >>> MASK_BITS) * 2 ** shift + offset + (p & MASK))
  })
  // Neighbours first, so that no posting is moved more often than there are doublings.
  while (lists.length > 1)
    lists = lists.flatMap((list, i) =>
      i % 2 === 1 ? [] : i + 1 < lists.length ? [mergeTwo(list, lists[i + 1]!, { shift, values })] : [list],
    )
  return { postings: lists[0] ?? new Uint32Array(), shift, values, top, at: 0 }
}

function mergeTwo(
  a: Uint32Array,
  b: Uint32Array,
  { shift, values }: Pick<TermPostings, 'shift' | 'values'>,
): Uint32Array {
  const code = 2 ** shift - 1
  const merged = new Uint32Array(a.length + b.length)
  let i = 0
  let j = 0
  let end = 0
  while (i < a.length && j < b.length) {
    const x = a[i]!
    const y = b[j]!
    const [left, right] = [x >>> shift, y >>> shift]
    if (left < right) merged[end++] = a[i++]!
    else if (left > right) merged[end++] = b[j++]!
    else {
      merged[end++] = values[x & code]! >= values[y & code]! ? x : y
      i++
      j++
    }
  }
  while (i < a.length) merged[end++] = a[i++]!
  while (j < b.length) merged[end++] = b[j++]!
  return merged.subarray(0, end)
}

/**
 * The value of a document in a list; 0 when it is not in it. Documents must be asked for in ascending order, after `at`
 * was set to 0.
 */
export function valueAt(list: TermPostings, doc: number): number {
  const { postings, shift } = list
  let low = list.at
  if (low < postings.length && postings[low]! >>> shift < doc) {
    // By doubling steps to beyond it, then by halves back: cheap for the next one, and for one far on.
    let step = 1
    while (low + step < postings.length && postings[low + step]! >>> shift < doc) step *= 2
    let high = Math.min(low + step, postings.length)
    while (low < high) {
      const middle = (low + high) >>> 1
      if (postings[middle]! >>> shift < doc) low = middle + 1
      else high = middle
    }
    list.at = low
  }
  if (low >= postings.length || postings[low]! >>> shift !== doc) return 0
  return list.values[postings[low]! & ((1 << shift) - 1)]!
}
