import { basename } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../db/tables/tables.ts'
import { Unusable } from './fields.ts'
import { readItem } from './item.ts'
import type { Line } from './reading/line.ts'
import { readRecords } from './reading/records.ts'
import { openRejects } from './rejects.ts'
import { itemHashOf, keyOf, type ImportEntry } from './rows.ts'
import { createWriter } from './write.ts'

const BATCH = 500

export interface ImportOptions {
  path: string
  /** All into this store; else one store for each `source`. */
  store?: string | undefined
  /** Stock of lines that name none. */
  stock: number
  rejectsPath: string
  /** After each batch: lines read, and bytes of the file read of all. */
  progress(read: number, position: number, size: number): void
  /** A line that was not imported, and in words why. */
  rejected(line: number, reason: string): void
}

/** The counts of an import. `broken` says in words why the file could not be read to its end. */
export interface ImportSummary {
  added: number
  changed: number
  unchanged: number
  rejected: number
  read: number
  broken?: string
}

/** A line as an entry, or in words why it is none. */
function entryOf(line: Line, options: ImportOptions, seen: Map<string, number>): ImportEntry | string {
  if ('reason' in line) return line.reason
  try {
    const item = readItem(line.record, {
      source: options.store ?? basename(options.path).replace(/(\.(jsonl|ndjson|json|csv|tsv|gz))+$/i, ''),
      stock: options.stock,
    })
    const store = options.store ?? item.source
    const key = keyOf(store, item)
    const first = seen.get(key)
    if (first !== undefined) return `sourceId ${item.sourceId} was already on line ${first}`
    seen.set(key, line.number)
    return { line: line.number, text: line.text, item, store, key, hash: itemHashOf(item) }
  } catch (error) {
    if (error instanceof Unusable) return error.message
    throw error
  }
}

/**
 * Brings a file into the market: what can be read is imported in batches, each bad line is reported and kept, a second
 * run changes nothing.
 */
export async function importCatalogue(db: Db, options: ImportOptions): Promise<ImportSummary> {
  const { file, lines } = await readRecords(options.path)
  const write = createWriter(db)
  const rejects = openRejects(options.rejectsPath)
  const summary: ImportSummary = { added: 0, changed: 0, unchanged: 0, rejected: 0, read: 0 }
  const seen = new Map<string, number>()
  let batch: ImportEntry[] = []
  const flush = async (): Promise<void> => {
    const written = await write(batch)
    summary.added += written.added
    summary.changed += written.changed
    summary.unchanged += written.unchanged
    batch = []
  }
  try {
    for await (const line of unbroken(lines, summary)) {
      summary.read++
      const entry = entryOf(line, options, seen)
      if (typeof entry === 'string') {
        summary.rejected++
        options.rejected(line.number, entry)
        await rejects.add(line.number, entry, line.text)
      } else batch.push(entry)
      if (batch.length === BATCH) await flush()
      if (summary.read % BATCH === 0) options.progress(summary.read, line.position, file.size)
    }
    if (batch.length > 0) await flush()
    options.progress(summary.read, file.size, file.size)
  } finally {
    await rejects.close()
  }
  // The planner knows nothing of rows that came all at once, and counters are read from indexes alone only where a
  // vacuum has been.
  if (summary.added + summary.changed > 0)
    await sql`vacuum (analyze) products, variants, stores, categories, search_terms`.execute(db)
  return summary
}

/** The lines as far as the file can be read: a damaged gzip ends them, and what came before counts. */
async function* unbroken(lines: AsyncIterable<Line>, summary: ImportSummary): AsyncGenerator<Line> {
  const each = lines[Symbol.asyncIterator]()
  for (;;) {
    let next: IteratorResult<Line>
    try {
      next = await each.next()
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error
      summary.broken = error.message
      return
    }
    if (next.done) return
    yield next.value
  }
}
