import { idf, isHit, norm, queryWords, scoreOf, standIns, weightOfMask, type StandIn } from '#contract/search-rank.ts'
import type { Collection } from './vocabulary.ts'

// The ranking rule (contract/search-rank.ts) over lists of postings: id * 4096 + length of the title * 16 + mask of the fields.

const DOCUMENT = 4096

/** A word of a query that stands for something here. */
export interface Word { idf: number; standIns: StandIn[] }

/** What a query's words stand for in a collection; those that stand for nothing are left out. */
export function wordsOf(query: string, collection: Collection): Word[] {
  return queryWords(query).map((word) => standIns(word, collection)).filter((found) => found.length > 0)
    .map((found) => ({ standIns: found, idf: idf(collection.documents, Math.max(...found.map((s) => collection.having(s.token)))) }))
}

/** Packs a posting. */
export const posting = (id: number, length: number, mask: number): number => id * DOCUMENT + length * 16 + mask

/** A document that was found: how many words it matches, and its score. */
export interface Hit { id: number; matched: number; score: number }

/** One number that orders hits by matched words, then score: higher is better. */
export const rankOf = (hit: Hit): number => hit.matched * 1_000_000_000 + hit.score
export const matchedIn = (rank: number): number => Math.floor(rank / 1_000_000_000)

/** The documents that the words find, in no order. */
export function hitsOf(words: readonly Word[], postings: (token: string) => readonly number[]): Hit[] {
  const sums = new Map<number, { matched: number; sum: number }>()
  for (const word of words) {
    for (const [id, match] of matchesOf(word, postings)) {
      const before = sums.get(id)
      if (before) {
        before.matched++
        before.sum += match
      } else sums.set(id, { matched: 1, sum: match })
    }
  }
  const hits: Hit[] = []
  for (const [id, { matched, sum }] of sums) if (isHit(matched, words.length)) hits.push({ id, matched, score: scoreOf(sum) })
  return hits
}

/** What a word counts for in each document that it matches: by its best token there. */
function matchesOf(word: Word, postings: (token: string) => readonly number[]): Map<number, number> {
  const best = new Map<number, number>()
  for (const { token, factor } of word.standIns) {
    for (const packed of postings(token)) {
      const id = Math.floor(packed / DOCUMENT)
      const marks = packed % DOCUMENT
      const match = word.idf * (factor * weightOfMask[marks & 15]!) * norm(marks >> 4)
      if (match > (best.get(id) ?? -1)) best.set(id, match)
    }
  }
  return best
}
