// Tables as people paste and save them: from a spreadsheet (tabs), a CSV file (commas, or semicolons where the comma is
// the decimal sign), or typed with spaces.

/** The separator of a text's cells: the one that most of its first lines have; a space where none of them has any. */
function separatorOf(text: string): string {
  const lines = text.split(/\r\n?|\n/, 20).filter((line) => line.trim() !== '')
  const count = (sign: string): number => lines.filter((line) => line.includes(sign)).length
  const best = (['\t', ';', ','] as const).reduce((a, b) => (count(b) > count(a) ? b : a))
  return count(best) > 0 ? best : ' '
}

/** A cell as it was meant: without the apostrophe that keeps a spreadsheet from reckoning it. */
const unguarded = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@\t\r])/, '')

/**
 * Cells of a text by rows; a cell in quotes may hold separators, line ends and doubled quotes. Empty rows are left
 * out.
 */
export function parseTable(text: string): string[][] {
  const source = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(source)
  const rows: string[][] = []
  let [row, cell, quoted]: [string[], string, boolean] = [[], '', false]
  const endCell = (): void => {
    if (separator !== ' ' || cell !== '') row.push(unguarded(cell))
    cell = ''
  }
  const endRow = (): void => {
    endCell()
    if (row.some((one) => one !== '')) rows.push(row)
    row = []
  }
  for (let i = 0; i < source.length; i++) {
    const sign = source[i]!
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (source[i + 1] === '"') cell += source[++i]
      else quoted = false
    } else if (sign === '"' && cell.trim() === '') [cell, quoted] = ['', true]
    else if (sign === '\n' || sign === '\r') endRow()
    else if (sign === separator || (separator === ' ' && /\s/.test(sign))) endCell()
    else cell += sign
  }
  endRow()
  return rows
}

/** A cell that no spreadsheet takes for a formula, quoted where it must be. */
function written(cell: string): string {
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /["\n\r,;\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as a CSV file that spreadsheets open as UTF-8. */
export const writeTable = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(written).join(',')}\r\n`).join('')}`
