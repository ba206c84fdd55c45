import { DATA_ID, wantKey } from '#contract/document.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import { unpackResults, type DocumentData } from './document-data.ts'
import { noSnapshot, type Snapshot } from './snapshot.ts'
import { createTakeover } from './takeover.ts'

/** The first screen as the server rendered it: what the page takes over. */
export interface FirstDocument {
  data: DocumentData
  snapshot: Snapshot
}

/**
 * The document's data, if the server rendered a screen into it from this very build; `script` is the path of the page's
 * script. Another build's is not used at all. A `kept` one is of an earlier visit.
 */
export function firstDocument(script: string, kept: boolean): FirstDocument | undefined {
  const text = document.getElementById(DATA_ID)?.textContent
  if (!text) return undefined
  const data = JSON.parse(text) as DocumentData
  if (data.build !== script) return undefined
  const results = unpackResults(
    data.answers.map((answer) => answer.output),
    data.results,
  )
  return {
    data,
    snapshot: {
      ...noSnapshot,
      result: <T>(id: string) => results.get(id) as T | undefined,
      want: (name, params) => data.refused[wantKey(name, params)],
      product: (id) => productIn(data, id),
      title: data.title,
      currency: data.currency,
      takeover: createTakeover(results),
      at: data.at,
      kept,
    },
  }
}

/** The card of a product among the rows of a document's answers. */
function productIn({ answers }: DocumentData, id: number): Product | undefined {
  for (const { output } of answers) {
    const product = (output as { products?: Product[] }).products?.find((row) => row.id === id)
    if (product) return product
  }
  return undefined
}
