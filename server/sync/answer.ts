import type { Change } from '#contract/sync/schema-changes.ts'
import type { PushResult } from '#contract/sync/schema.ts'

/** About how many bytes of rows one answer of a push or a pull carries; what is left comes with the next. */
export const ANSWER_BYTES = 2_000_000

/** About how long one transaction works on a push while others wait for the session (ms). */
export const TRANSACTION_MS = 10
/** And while nobody does: it still holds the rows that it has written. */
export const ALONE_MS = 1000

/** About how many bytes rows take in an answer. */
export const bytesOf = (rows: readonly Change[]): number =>
  rows.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(row)), 0)

const idOf = ({ table, key }: Pick<Change, 'table' | 'key'>): string => `${table} ${key}`

/** The rows that one transaction answers with, each once, as it was answered last. */
export class AnsweredRows {
  readonly #rev: number
  readonly #texts = new Map<string, string>()
  /** Bytes that the whole push has been answered so far. */
  bytes: number

  constructor(rev: number, bytes: number) {
    this.#rev = rev
    this.bytes = bytes
  }

  /** Takes the rows of one result, and says whether its intent changed one: these carry the transaction's rev. */
  add(rows: readonly Change[]): boolean {
    let changed = false
    for (const row of rows) {
      const [id, text] = [idOf(row), JSON.stringify(row)]
      const before = this.#texts.get(id)
      if (row.rev === this.#rev && before !== text) changed = true
      this.bytes += Buffer.byteLength(text) - Buffer.byteLength(before ?? '')
      this.#texts.set(id, text)
    }
    return changed
  }

  isFull(): boolean {
    return this.bytes >= ANSWER_BYTES
  }
}

/**
 * The same results, with each row only where it stands last: a device takes them all at once, and one result may have a
 * row twice.
 */
export function eachRowOnce(results: readonly PushResult[]): PushResult[] {
  const seen = new Set<string>()
  const once = (row: Change): boolean => seen.size < seen.add(idOf(row)).size
  return results
    .toReversed()
    .map((result) => ({ ...result, rows: result.rows.toReversed().filter(once).toReversed() }))
    .toReversed()
}
