import { byteLines, type ByteLine } from './byte-lines.ts'
import { csvRecords } from './csv-records.ts'
import { LINE_BYTES_MAX, SHOWN_MAX, type Line, type TextLine } from './line.ts'
import { headOf, openImport, type OpenFile } from './open-file.ts'

const strict = new TextDecoder('utf-8', { fatal: true })
const lossy = new TextDecoder('utf-8')

function textLine({ number, bytes, tooLong, position }: ByteLine): TextLine {
  if (tooLong)
    return {
      number,
      position,
      text: lossy.decode(bytes.subarray(0, SHOWN_MAX)),
      reason: `the line is longer than ${LINE_BYTES_MAX} bytes`,
    }
  try {
    return { number, position, text: strict.decode(bytes) }
  } catch {
    return { number, position, text: lossy.decode(bytes), reason: 'the line is not valid UTF-8' }
  }
}

async function* textLines(file: OpenFile): AsyncGenerator<TextLine> {
  for await (const line of byteLines(file.content as AsyncIterable<Uint8Array>, LINE_BYTES_MAX, file.position))
    yield textLine(line)
}

async function* jsonLines(lines: AsyncIterable<TextLine>): AsyncGenerator<Line> {
  for await (const line of lines) {
    // A blank line is neither a record nor a mistake.
    if (line.reason === undefined && line.text.trim() === '') continue
    yield { ...line, ...(line.reason === undefined ? parseJson(line.text) : { reason: line.reason }) }
  }
}

function parseJson(text: string): { record: Record<string, unknown> } | { reason: string } {
  try {
    const value: unknown = JSON.parse(text)
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return { record: value as Record<string, unknown> }
    return {
      reason: `the line holds ${value === null ? 'nothing' : Array.isArray(value) ? 'a list' : `a ${typeof value}`}, not an object`,
    }
  } catch {
    return { reason: 'the line is not valid JSON' }
  }
}

/** The format by the file's name, else by its first character: an object begins with a brace. */
function formatOf(path: string, head: string): 'jsonl' | 'csv' {
  const name = path.toLowerCase().replace(/\.gz$/, '')
  if (/\.(csv|tsv)$/.test(name)) return 'csv'
  if (/\.(jsonl|ndjson|json)$/.test(name)) return 'jsonl'
  return /^[\s\ufeff]*[{[]/.test(head) || head.trim() === '' ? 'jsonl' : 'csv'
}

/**
 * The records of a file (JSON Lines or CSV, plain or gzip), one after the other: nothing is held beyond what is being
 * read.
 */
export async function readRecords(path: string): Promise<{ file: OpenFile; lines: AsyncGenerator<Line> }> {
  const head = await headOf(path)
  const file = await openImport(path)
  const lines = textLines(file)
  return { file, lines: formatOf(path, head) === 'jsonl' ? jsonLines(lines) : csvRecords(lines, head) }
}
