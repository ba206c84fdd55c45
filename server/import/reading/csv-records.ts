import { parse } from 'csv-parse/sync'
import { LINE_BYTES_MAX, type Line, type TextLine } from './line.ts'

// Records are cut here and parsed one by one: a parser that is given the whole file cannot tell where the
// next record begins once a quotation mark is out of place, and takes everything after it along.

/** A record in quotation marks spans no more lines than this. */
const LINES_MAX = 100

/** The separator that is most frequent in the header. */
function delimiterOf(head: string): string {
  const line = head
    .replace(/^\ufeff/, '')
    .trimStart()
    .split('\n', 1)[0]!
  return [',', ';', '\t'].toSorted((a, b) => line.split(b).length - line.split(a).length)[0]!
}

const isOpen = (text: string): boolean => (text.split('"').length - 1) % 2 === 1

/** Undefined when it is no valid record. */
function cellsOf(text: string, delimiter: string): string[] | undefined {
  try {
    return (parse(text, { delimiter, trim: true, relax_column_count: true }) as string[][])[0]
  } catch {
    return undefined
  }
}

/** Cells that hold JSON lists or objects become those; empty ones are left out. */
function recordOf(header: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (const [i, name] of header.entries()) {
    const cell = cells[i]!
    if (cell !== '' && name !== '__proto__') record[name] = /^[[{]/.test(cell) ? jsonOr(cell) : cell
  }
  return record
}

function jsonOr(cell: string): unknown {
  try {
    return JSON.parse(cell)
  } catch {
    // A text may begin with a bracket; then it is one.
    return cell
  }
}

/** The records of CSV lines under their header, each with the number of its first line. */
export async function* csvRecords(lines: AsyncGenerator<TextLine>, head: string): AsyncGenerator<Line> {
  const delimiter = delimiterOf(head)
  const ahead: TextLine[] = []
  const next = async (): Promise<TextLine | undefined> =>
    ahead.shift() ?? ((await lines.next()).value as TextLine | undefined)
  let header: string[] | undefined

  for (let line = await next(); line; line = await next()) {
    if (line.reason !== undefined) {
      yield { ...line, reason: line.reason }
      continue
    }
    if (line.text.trim() === '') continue
    const taken = [line]
    let text = line.text
    while (isOpen(text) && taken.length < LINES_MAX && text.length < LINE_BYTES_MAX) {
      const more = await next()
      if (!more) break
      taken.push(more)
      text += `\n${more.text}`
    }
    const cells = isOpen(text) || taken.some((t) => t.reason !== undefined) ? undefined : cellsOf(text, delimiter)
    if (!cells) {
      // Only its first line is given up; those after it are looked at again.
      ahead.unshift(...taken.slice(1))
      yield { ...line, reason: 'the line is not valid CSV (a quotation mark is out of place)' }
    } else if (!header) header = cells
    else if (cells.length !== header.length)
      yield { ...line, text, reason: `the line has ${cells.length} columns, the header ${header.length}` }
    else yield { ...line, text, record: recordOf(header, cells) }
  }
}
