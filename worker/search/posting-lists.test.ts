import { expect, it } from 'vitest'
import { weightOfMask } from '#contract/search/rank.ts'
import { listOf, valueAt, wordOf } from './posting-lists.ts'
import { openPart } from './open-segment.ts'

/** A part of the index whose terms stand in these documents, each with the mask of where in it. */
function partWith(terms: Record<string, [doc: number, mask: number][]>) {
  const names = Object.keys(terms).sort()
  const starts = [0]
  for (const name of names) starts.push(starts.at(-1)! + terms[name]!.length)
  return openPart({
    id: new Uint32Array(200),
    ids: new Uint32Array(200),
    terms: names.join('\n'),
    starts: Uint32Array.from(starts),
    postings: Uint32Array.from(names.flatMap((name) => terms[name]!.map(([doc, mask]) => doc * 16 + mask))),
  } as unknown as Parameters<typeof openPart>[0])
}

// While the last word is typed its tokens count by as many factors as the ranking has: nothing keeps two of them equal.
it.each([[[1, 0.6]], [[1, 0.6, 0.5]], [[1, 0.7, 0.6, 0.5, 0.4]]])(
  'merges the tokens of a word by the best of them, whatever they count: %j',
  (factors) => {
    const terms = Object.fromEntries(
      factors.map((_, n) => [`t${n}`, [7, 8, 20 + n, 150].map((doc): [number, number] => [doc, ((doc + n) % 15) + 1])]),
    )
    const list = listOf(partWith(terms), wordOf(factors.map((factor, n) => ({ token: `t${n}`, factor }))))
    for (let doc = 0; doc < 200; doc++) {
      const counted = factors.flatMap((factor, n) =>
        terms[`t${n}`]!.flatMap(([d, mask]) => (d === doc ? [factor * weightOfMask[mask]!] : [])),
      )
      expect([doc, valueAt(list, doc)]).toEqual([doc, Math.max(0, ...counted)])
    }
  },
)
