// The rows of the packed search index.

/**
 * A part of the packed search index. Documents are products, numbered with shorter titles first, then best-selling
 * first; columns are by that number.
 * `ids` are all products that it covers: it replaces what earlier segments say of them. Those of `ids` that are not in
 * `id` are gone.
 */
export interface SegmentRow {
  seq?: number
  /** Of the categories whose names it was made with. */
  signature: string
  ids: Uint32Array
  id: Uint32Array
  store: Uint32Array
  category: Uint32Array
  /** Minor units of the market's currency; NaN where it is not known. */
  worth: Float64Array
  minimum: Uint32Array
  /** 1: in stock. */
  stock: Uint8Array
  monthlySales: Uint32Array
  sales: Uint32Array
  createdAt: Float64Array
  /** Tokens of the title. */
  length: Uint8Array
  /** All tokens in order, joined by line ends; where the postings of each begin, and at last where they end. */
  terms: string
  starts: Uint32Array
  /** Document × 16 + the mask of the fields that the token stands in. */
  postings: Uint32Array
}
/** A product that was written or deleted and that no part of the index speaks of yet. */
export interface UnindexedRow {
  id: number
}

/** How large the parts of the search index are, by their seq: its documents, and bytes. */
export interface IndexSizeRow {
  key: 'index'
  parts: Record<number, { products: number; bytes: number }>
}
