import { weightOfMask, type Vocabulary } from '#contract/search/rank.ts'
import type { SegmentRow } from '#localdb/rows/search.ts'

/** A part of the index as it is searched. */
export interface IndexPart {
  row: SegmentRow
  terms: readonly string[]
  /** 1: a later part speaks of this document. */
  dead: Uint8Array
  alive: number
  /** By term: in how many living documents it stands; undefined while all live. */
  having: Uint32Array | undefined
  /** By term: the mask that counts most among its postings; 0 while nobody has asked (topOf). */
  tops: Uint8Array
}

/** Opens a stored segment. */
export function openPart(row: SegmentRow): IndexPart {
  const n = row.id.length
  const terms = row.terms === '' ? [] : row.terms.split('\n')
  return { row, terms, dead: new Uint8Array(n), alive: n, having: undefined, tops: new Uint8Array(terms.length) }
}

/** Marks documents of which a later part speaks; `parts` in the order in which they were made. */
export function markDeleted(parts: readonly IndexPart[]): void {
  const spoken = idSet(parts)
  for (const part of parts.toReversed()) {
    const {
      row: { id, ids },
      dead,
    } = part
    part.alive = id.length
    for (let doc = 0; doc < id.length; doc++) {
      dead[doc] = spoken.has(id[doc]!) ? 1 : 0
      part.alive -= dead[doc]!
    }
    if (part !== parts[0]) for (const one of ids) spoken.add(one)
    part.having = part.alive === id.length ? undefined : countLiving(part)
  }
}

/** Ids are counted up from 1, so a byte for each is soon less than a set, and much faster; up to this many. */
const BYTES_MAX = 4_000_000
function idSet(parts: readonly IndexPart[]): { has(id: number): boolean; add(id: number): void } {
  let most = 0
  for (const {
    row: { ids },
  } of parts)
    for (const id of ids) if (id > most) most = id
  if (most > BYTES_MAX) return new Set<number>()
  const bytes = new Uint8Array(most + 1)
  return {
    has: (id) => bytes[id] === 1,
    add: (id) => {
      bytes[id] = 1
    },
  }
}

function countLiving({ row: { starts, postings }, terms, dead }: IndexPart): Uint32Array {
  const having = new Uint32Array(terms.length)
  for (let term = 0; term < having.length; term++)
    for (let p = starts[term]!; p < starts[term + 1]!; p++) having[term]! += 1 - dead[postings[p]! >>> 4]!
  return having
}

/** The lower bound of a term: its index, or the index at which it would be inserted. */
export function lowerBound(terms: readonly string[], term: string): number {
  let low = 0
  let high = terms.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (terms[middle]! < term) low = middle + 1
    else high = middle
  }
  return low
}

/** The postings of a term by its place. */
export const postingsAt = ({ row: { postings, starts } }: IndexPart, at: number): Uint32Array =>
  postings.subarray(starts[at], starts[at + 1])

/** The most that a match by the term at this place counts. */
export function topOf(part: IndexPart, at: number): number {
  let top = part.tops[at]!
  if (top === 0) {
    for (const posting of postingsAt(part, at)) if (weightOfMask[posting & 15]! > weightOfMask[top]!) top = posting & 15
    part.tops[at] = top
  }
  return weightOfMask[top]!
}

/** The tokens of all parts together. */
export function vocabularyOf(parts: readonly IndexPart[]): Vocabulary {
  const having = (token: string): number => {
    let sum = 0
    for (const part of parts) {
      const at = lowerBound(part.terms, token)
      if (part.terms[at] === token) sum += part.having?.[at] ?? part.row.starts[at + 1]! - part.row.starts[at]!
    }
    return sum
  }
  return {
    having,
    beginning(prefix) {
      const found = new Set<string>()
      for (const { terms } of parts)
        for (let at = lowerBound(terms, prefix); at < terms.length && terms[at]!.startsWith(prefix); at++)
          found.add(terms[at]!)
      return found
    },
    containing(char) {
      const found = new Set<string>()
      for (const { terms } of parts) for (const term of terms) if (term.includes(char)) found.add(term)
      return found
    },
  }
}
