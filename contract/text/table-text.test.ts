import { describe, expect, it } from 'vitest'
import { parseTable, readTable, writeRow, writeTable } from './table-text.ts'

describe('tables as text', () => {
  it.each([
    ['tabs, from a spreadsheet', 'C0001-1\t12\nC0002-2\t5\n'],
    ['commas', 'C0001-1,12\r\nC0002-2,5'],
    ['semicolons', '\uFEFFC0001-1;12\n\nC0002-2;5\n;\n'],
    ['spaces', 'C0001-1   12\nC0002-2 5 '],
  ])('are read with %s', (_of, text) =>
    expect(parseTable(text)).toEqual([
      ['C0001-1', '12'],
      ['C0002-2', '5'],
    ]),
  )

  it('have cells in quotes, with separators, line ends and quotes in them', () =>
    expect(parseTable('"a ""b"", c",1\n"two\nlines",2')).toEqual([
      ['a "b", c', '1'],
      ['two\nlines', '2'],
    ]))

  it('are written so that no cell is a formula, and read again as they were', () => {
    const rows = [
      ['=HYPERLINK("http://x")', '+1', '-2', '@me', 'plain', 'a,b', 'say "x"', ' space '],
      ["'quoted", '', '3', '4', '5', '6', '7', '8'],
    ]
    const text = writeTable(rows)
    expect(text.split('\r\n')[0]).toBe(
      `\uFEFF"'=HYPERLINK(""http://x"")",'+1,-2,'@me,plain,"a,b","say ""x"""," space "`,
    )
    expect(parseTable(text)).toEqual(rows.map((row) => row.map((cell) => cell.trim())))
  })

  it.each([
    ["a;=cmd|'/C calc'!A1;b", "a;'=cmd|'/C calc'!A1;b"],
    ['one\n@two', "one\n'@two"],
    ['\t=1', "'\t'=1"],
    ['\uFF1D1+1', "'\uFF1D1+1"],
    ["';'=b;-c", "';''=b;'-c"],
    ['sizes 1,-2; none', 'sizes 1,-2; none'],
  ])('guard %j wherever another program would begin a cell, and take that back', (cell, safe) => {
    expect(writeRow([cell])).toContain(safe)
    const rows = [
      ['a', 'b', 'c', 'd'],
      ['x', cell, 'y', 'z'],
    ]
    expect(readTable(writeTable(rows))).toEqual(rows)
  })

  it('of nothing are empty', () => expect(parseTable(' \n\r\n')).toEqual([]))
})
