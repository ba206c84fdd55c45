// Tables as people paste and save them: from a spreadsheet (tabs), a CSV file (commas, or semicolons where the comma is
// the decimal sign), or typed with spaces.

/** The separator of a text's cells: the one that most of its first lines have; a space where none of them has any. */
function separatorOf(text: string): string {
  const lines = text.split(/\r\n?|\n/, 20).filter((line) => line.trim() !== '')
  const count = (sign: string): number => lines.filter((line) => line.includes(sign)).length
  const best = (['\t', ';', ','] as const).reduce((a, b) => (count(b) > count(a) ? b : a))
  return count(best) > 0 ? best : ' '
}

/** The separator of a table whose first line names its columns: the one that this line has most of. */
function headSeparatorOf(text: string): string {
  const head = text.split(/\r\n?|\n/, 1)[0]!
  const count = (sign: string): number => head.split(sign).length
  return ([',', ';', '\t'] as const).reduce((a, b) => (count(b) > count(a) ? b : a))
}

/**
 * Where a spreadsheet would begin a formula: at a cell's beginning, and within it after a sign that separates cells
 * elsewhere. The signs of a formula are taken in full width, too.
 */
const FORMULA = /(?<=^|[;\t\n\r])('*)(?=[=+\-@\t\r＝＋－＠])/g

/** A cell as it was meant: without the apostrophes that keep a spreadsheet from reckoning it. */
const unguarded = (cell: string): string => cell.replace(FORMULA, (marks) => marks.slice(1))

const bare = (text: string): string => text.replace(/^\uFEFF/, '')

/** Rows of cells. A cell in quotes is kept as it is; any other is trimmed. */
function* scan(source: string, separator: string): Generator<string[]> {
  let [row, cell, quoted, wasQuoted]: [string[], string, boolean, boolean] = [[], '', false, false]
  const endCell = (): void => {
    if (separator !== ' ' || cell !== '') row.push(unguarded(wasQuoted ? cell : cell.trim()))
    ;[cell, wasQuoted] = ['', false]
  }
  for (let i = 0; i < source.length; i++) {
    const sign = source[i]!
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (source[i + 1] === '"') cell += source[++i]
      else quoted = false
    } else if (sign === '"' && cell.trim() === '' && !wasQuoted) [cell, quoted, wasQuoted] = ['', true, true]
    else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && source[i + 1] === '\n') i++
      endCell()
      yield row
      row = []
    } else if (sign === separator || (separator === ' ' && /\s/.test(sign))) endCell()
    else if (!wasQuoted || sign.trim() !== '') cell += sign
  }
  endCell()
  if (row.length > 1 || row[0] !== '') yield row
}

/**
 * Cells of a text by rows; a cell in quotes may hold separators, line ends and doubled quotes. Empty rows are left
 * out.
 */
export function parseTable(text: string): string[][] {
  const source = bare(text)
  return [...scan(source, separatorOf(source))]
    .map((row) => row.map((cell) => cell.trim()))
    .filter((row) => row.some((cell) => cell !== ''))
}

/** Rows of a table whose first row names its columns, exactly as they were written; empty rows keep their place. */
export const readTable = (text: string): string[][] => [...tableRowsOf(text)]

/** The same, one row after the other. */
export function tableRowsOf(text: string): Generator<string[]> {
  const source = bare(text)
  return scan(source, headSeparatorOf(source))
}

/** A number needs no guard. */
const NUMBER = /^-?\d+(\.\d+)?(e-?\d+)?$/

/** A cell that no spreadsheet takes for a formula, quoted where it must be. */
function written(cell: string): string {
  const safe = NUMBER.test(cell) ? cell : cell.replace(FORMULA, "'$1")
  return /["\n\r,;\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A row as a line of a CSV file. */
export const writeRow = (row: readonly string[]): string => `${row.map(written).join(',')}\r\n`

/** The beginning of a CSV file, by which spreadsheets open it as UTF-8. */
export const TABLE_MARK = '\uFEFF'

/** Rows as a CSV file that spreadsheets open as UTF-8. */
export const writeTable = (rows: readonly (readonly string[])[]): string => TABLE_MARK + rows.map(writeRow).join('')
