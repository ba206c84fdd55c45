import type { SearchSort } from '#contract/lists/sorts.ts'
import { idf, isHit, norm, queryWords, scoreOf, expansions, expansionsTyped } from '#contract/search/rank.ts'
import { createBest, type Best } from './best.ts'
import { listOf, valueAt, wordOf, type TermPostings } from './posting-lists.ts'
import { vocabularyOf, type IndexPart } from './open-segment.ts'

/** A document that was found. */
export interface FoundDocument {
  part: IndexPart
  doc: number
  /** How many words of the query it matches. */
  words: number
  /** Its rank among hits that match as many words: its score, or the value that the sort compares. Greater is first. */
  value: number
}

/** The options of a search. `passes` tests a document's columns. `typing`: the last word may go on. */
export interface SearchOptions {
  query: string
  sort: SearchSort
  passes: (part: IndexPart, doc: number) => boolean
  limit: number
  typing?: boolean
}

/** The filter that every document passes. */
export const everything = (): boolean => true

/** By the number of tokens in the title. */
const norms = Float64Array.from({ length: 256 }, (_, length) => norm(length))

const known = (n: number): number => (Number.isNaN(n) ? -Infinity : n)
const keys: Record<Exclude<SearchSort, 'best'>, (part: IndexPart, doc: number) => number> = {
  sales: ({ row }, doc) => row.sales[doc]!,
  priceUp: ({ row }, doc) => known(-row.worth[doc]!),
  priceDown: ({ row }, doc) => known(row.worth[doc]!),
  new: ({ row }, doc) => row.createdAt[doc]!,
}

/** Whether a hit comes before another: the rule's fifth and sixth points. */
function order(sort: SearchSort): (a: FoundDocument, b: FoundDocument) => boolean {
  return (a, b) => {
    if (a.words !== b.words) return a.words > b.words
    if (a.value !== b.value) return a.value > b.value
    const [x, y] = [a.part.row, b.part.row]
    if (sort === 'best') {
      if (x.monthlySales[a.doc] !== y.monthlySales[b.doc]) return x.monthlySales[a.doc]! > y.monthlySales[b.doc]!
      if (x.sales[a.doc] !== y.sales[b.doc]) return x.sales[a.doc]! > y.sales[b.doc]!
    }
    return sort === 'priceUp' ? x.id[a.doc]! < y.id[b.doc]! : x.id[a.doc]! > y.id[b.doc]!
  }
}

/** The best hits of a query over all parts of the index, as contract/search/rank.ts rules. */
export function search(
  parts: readonly IndexPart[],
  { query, sort, passes, limit, typing = false }: SearchOptions,
): FoundDocument[] {
  const vocabulary = vocabularyOf(parts)
  const words = queryWords(query)
    .map((word, i, { length }) => (typing && i === length - 1 ? expansionsTyped : expansions)(word, vocabulary))
    .filter((tokens) => tokens.length > 0)
    .map(wordOf)
  if (words.length === 0) return []
  const documents = parts.reduce((sum, part) => sum + part.alive, 0)
  const idfs = words.map(({ tokens }) =>
    idf(documents, Math.max(...tokens.map(({ token }) => vocabulary.having(token)))),
  )
  const best = createBest(limit, order(sort))
  // The largest part first: its best hits soon end the search of the others.
  const lists = parts
    .toSorted((a, b) => b.row.id.length - a.row.id.length)
    .map((part) => ({ part, of: words.map((word) => listOf(part, word)) }))
  const look = (wanted: (matched: number) => boolean, drivers: number): void => {
    for (const { part, of } of lists) through(part, of, idfs, { sort, passes, best, wanted, drivers })
  }
  // Those that match every word are in the shortest list. Only when they do not fill the page do others count.
  look((matched) => matched === words.length, 1)
  if (words.length > 1 && (sort === 'best' ? best.count() < limit : best.count() === 0)) {
    // A document that matches half of the words is in at least one of this many of the shortest lists.
    look(
      (matched) => matched < words.length && isHit(matched, words.length),
      words.length - Math.ceil(words.length / 2) + 1,
    )
  }
  const hits = best.sorted()
  return sort === 'best' ? hits : hits.filter((hit) => hit.words === hits[0]!.words)
}

interface Looking extends Pick<SearchOptions, 'sort' | 'passes'> {
  best: Best<FoundDocument>
  wanted: (matched: number) => boolean
  drivers: number
}

/** Goes through the documents of a part's shortest lists, each once, and keeps those that are wanted. */
function through(
  part: IndexPart,
  lists: readonly TermPostings[],
  idfs: readonly number[],
  { sort, passes, best, wanted, drivers }: Looking,
): void {
  const { length } = part.row
  const byLength = lists.toSorted((a, b) => a.postings.length - b.postings.length)
  const values = new Float64Array(lists.length)
  const candidate: FoundDocument = { part, doc: 0, words: 0, value: 0 }
  for (const [nth, driver] of byLength.slice(0, drivers).entries()) {
    const earlier = byLength.slice(0, nth)
    for (const list of lists) list.at = 0
    const { postings, shift } = driver
    // A document in none of the earlier lists matches at most this many words; with one word left, its score is known
    // at once.
    const most = lists.length - nth
    const alone = most === 1 && sort === 'best' ? idfs[lists.indexOf(driver)]! : undefined
    const ceiling = lists.reduce((sum, list, word) => sum + (earlier.includes(list) ? 0 : idfs[word]! * list.top), 0)
    let worst = best.worst()
    for (let i = 0; i < postings.length; i++) {
      const doc = postings[i]! >>> shift
      if (worst && worst.words >= most) {
        // Documents are numbered with shorter titles first: later ones can only count less.
        if (worst.words > most || (sort === 'best' && scoreOf(ceiling * norms[length[doc]!]!) < worst.value)) break
        if (
          alone !== undefined &&
          scoreOf(alone * driver.values[postings[i]! & ((1 << shift) - 1)]! * norms[length[doc]!]!) < worst.value
        )
          continue
      }
      if (part.dead[doc] || earlier.some((list) => valueAt(list, doc) > 0)) continue
      let matched = 0
      for (let word = 0; word < lists.length; word++) {
        const value = valueAt(lists[word]!, doc)
        values[word] = value
        if (value > 0) matched++
        // Where all words are wanted, a missing one ends it.
        else if (drivers === 1) break
      }
      if (!wanted(matched)) continue
      candidate.doc = doc
      candidate.words = matched
      if (sort === 'best') {
        let sum = 0
        for (let word = 0; word < lists.length; word++) sum += idfs[word]! * values[word]!
        candidate.value = scoreOf(sum * norms[length[doc]!]!)
      } else candidate.value = keys[sort](part, doc)
      if (!best.wants(candidate) || !passes(part, doc)) continue
      best.add({ ...candidate })
      worst = best.worst()
    }
  }
}
