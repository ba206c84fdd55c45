import {
  fieldWeights,
  idf,
  isHit,
  norm,
  queryWords,
  scoreOf,
  expansions,
  titleLength,
  weightOfMask,
  type Expansion,
  type Vocabulary,
} from './rank.ts'
import { searchTokens } from './tokens.ts'

// The ranking rule (rank.ts) over lists of postings: id * 4096 + length of the title * 16 + mask of the fields.

const DOCUMENT = 4096

/** A collection's tokens, in how many documents each stands, and how many documents there are. */
export interface Collection extends Vocabulary {
  documents: number
}

/** Makes a collection of its tokens' counts. */
export function collectionOf(documents: number, counts: ReadonlyMap<string, number>): Collection {
  const terms = [...counts.keys()].sort()
  return {
    documents,
    having: (token) => counts.get(token) ?? 0,
    *beginning(prefix) {
      let from = 0
      for (let to = terms.length; from < to;) {
        const middle = (from + to) >> 1
        if (terms[middle]! < prefix) from = middle + 1
        else to = middle
      }
      for (; from < terms.length && terms[from]!.startsWith(prefix); from++) yield terms[from]!
    },
    *containing(char) {
      for (const term of terms) if (term.includes(char)) yield term
    },
  }
}

/** A word of a query that stands for something here. */
export interface QueryWord {
  idf: number
  expanded: Expansion[]
}

/**
 * The words of a query, with the tokens that they stand for in a collection; words that stand for nothing are left out.
 */
export function queryWordsOf(query: string, collection: Collection): QueryWord[] {
  return queryWords(query)
    .map((word) => expansions(word, collection))
    .filter((found) => found.length > 0)
    .map((found) => ({
      expanded: found,
      idf: idf(collection.documents, Math.max(...found.map((s) => collection.having(s.token)))),
    }))
}

/** Packs a posting. */
export const posting = (id: number, length: number, mask: number): number => id * DOCUMENT + length * 16 + mask

/** A document that was found: how many words it matches, and its score. */
export interface Hit {
  id: number
  matched: number
  score: number
}

/** One number that orders hits by matched words, then score: higher is better. */
export const rankOf = (hit: Hit): number => hit.matched * 1_000_000_000 + hit.score
export const matchedIn = (rank: number): number => Math.floor(rank / 1_000_000_000)

/** The documents that the words find, in no order. */
export function hitsOf(words: readonly QueryWord[], postings: (token: string) => readonly number[]): Hit[] {
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
  for (const [id, { matched, sum }] of sums)
    if (isHit(matched, words.length)) hits.push({ id, matched, score: scoreOf(sum) })
  return hits
}

/** The score of a word in each document that it matches: that of its best token there. */
function matchesOf(word: QueryWord, postings: (token: string) => readonly number[]): Map<number, number> {
  const best = new Map<number, number>()
  for (const { token, factor } of word.expanded) {
    for (const packed of postings(token)) {
      const id = Math.floor(packed / DOCUMENT)
      const marks = packed % DOCUMENT
      const match = word.idf * (factor * weightOfMask[marks & 15]!) * norm(marks >> 4)
      if (match > (best.get(id) ?? -1)) best.set(id, match)
    }
  }
  return best
}

/** The names of stores as a collection of its own. */
export interface StoreNames {
  collection: Collection
  postings: ReadonlyMap<string, number[]>
}

/** Makes it of all stores. */
export function storeNamesOf(stores: readonly { id: number; name: string }[]): StoreNames {
  const postings = new Map<string, number[]>()
  for (const { id, name } of stores) {
    for (const token of searchTokens(name))
      postings.set(token, [...(postings.get(token) ?? []), posting(id, titleLength({ name }), fieldWeights.title)])
  }
  return {
    postings,
    collection: collectionOf(stores.length, new Map([...postings].map(([token, of]) => [token, of.length]))),
  }
}

/** Above every number of products that a store could sell. */
const BY_NAME = 10 ** 13

/**
 * Ranks stores. Those whose name matches come first, by how well it matches. Then come those that sell what was found,
 * by how many of their products match the most words (`sells`, by store id). Equal ones are ordered by id.
 */
export function rankStores(
  query: string,
  { collection, postings }: StoreNames,
  sells: ReadonlyMap<number, number>,
): { id: number; value: number }[] {
  const named = hitsOf(queryWordsOf(query, collection), (token) => postings.get(token)!).map(
    (hit) => [hit.id, BY_NAME + rankOf(hit)] as const,
  )
  return [...new Map([...sells, ...named])]
    .map(([id, value]) => ({ id, value }))
    .sort((a, b) => b.value - a.value || a.id - b.id)
}
