import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LINE_BYTES_MAX } from './line.ts'
import { readRecords } from './records.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'caravan-records-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The lines of a file, as [line number, record or reason]. */
async function read(content: string | Uint8Array, name = 'file'): Promise<[number, unknown][]> {
  const path = join(folder, name)
  await writeFile(path, content)
  const { lines } = await readRecords(path)
  const out: [number, unknown][] = []
  for await (const line of lines) out.push([line.number, 'record' in line ? line.record : line.reason])
  return out
}
const bytes = (...parts: (string | number[])[]): Buffer => Buffer.concat(parts.map((p) => Buffer.from(p as string)))

describe('JSON Lines', () => {
  it('are read line by line, whatever is wrong with some of them', async () => {
    expect(
      await read('{"a":1}\r\n\n  \nnot json\n{"a":2\n[1]\n"text"\nnull\n7\n{"a":"\u0000"}\n{"a":"\\u0000"}\n{"a":3}'),
    ).toEqual([
      [1, { a: 1 }],
      [4, 'the line is not valid JSON'],
      [5, 'the line is not valid JSON'],
      [6, 'the line holds a list, not an object'],
      [7, 'the line holds a string, not an object'],
      [8, 'the line holds nothing, not an object'],
      [9, 'the line holds a number, not an object'],
      [10, 'the line is not valid JSON'],
      [11, { a: '\u0000' }],
      [12, { a: 3 }],
    ])
  })

  it('may begin with a byte order mark', async () => {
    expect(await read(bytes([0xef, 0xbb, 0xbf], '{"a":1}\n{"a":2}\n'))).toEqual([
      [1, { a: 1 }],
      [2, { a: 2 }],
    ])
  })

  it('that are not UTF-8 are refused one by one', async () => {
    expect(await read(bytes('{"a":"', [0xff, 0xfe], '"}\n{"a":"caf', [0xe9], '"}\n{"a":"ü"}\n'), 'x.jsonl')).toEqual([
      [1, 'the line is not valid UTF-8'],
      [2, 'the line is not valid UTF-8'],
      [3, { a: 'ü' }],
    ])
  })

  it('that never end cost no memory, and what follows them is read', async () => {
    const rows = await read(bytes('{"a":1}\n{"a":"', 'x'.repeat(5 * LINE_BYTES_MAX), '"}\n{"a":2}'))
    expect(rows).toEqual([
      [1, { a: 1 }],
      [2, 'the line is longer than 1000000 bytes'],
      [3, { a: 2 }],
    ])
  })

  it('may be gzip under any name, and are told from CSV by their content', async () => {
    expect(await read(gzipSync('{"a":1}\n'), 'plain.txt')).toEqual([[1, { a: 1 }]])
    expect(await read('{"a":1}\n', 'lies.gz')).toEqual([[1, { a: 1 }]])
    expect(await read('', 'empty')).toEqual([])
    expect(await read(gzipSync(''), 'empty.gz')).toEqual([])
  })

  it('end where a gzip file is damaged', async () => {
    const packed = gzipSync(`${'{"a":1}\n'.repeat(50_000)}`, { level: 0 })
    await expect(read(packed.subarray(0, packed.length - 1000), 'x.jsonl.gz')).rejects.toThrow('unexpected end of file')
  })
})

describe('CSV', () => {
  it('has a header; quoted cells may hold separators, quotation marks and line ends', async () => {
    expect(await read('\ufeffsourceId,name,price\r\n1,"a, ""b""\nc",2\r\n\r\n2, d ,3\r\n', 'x.csv')).toEqual([
      [2, { sourceId: '1', name: 'a, "b"\nc', price: '2' }],
      [5, { sourceId: '2', name: 'd', price: '3' }],
    ])
  })

  it('loses only the lines that are wrong', async () => {
    expect(await read('id,name\n1,a,b\n2\n3,"bad"quote\n4,ok\n5,"never closed\n6,ok\n7,"fine"\n')).toEqual([
      [2, 'the line has 3 columns, the header 2'],
      [3, 'the line has 1 columns, the header 2'],
      [4, 'the line is not valid CSV (a quotation mark is out of place)'],
      [5, { id: '4', name: 'ok' }],
      [6, 'the line is not valid CSV (a quotation mark is out of place)'],
      [7, { id: '6', name: 'ok' }],
      [8, { id: '7', name: 'fine' }],
    ])
  })

  it('may be separated by semicolons or tabs', async () => {
    expect(await read('id;name\n1;a,b\n')).toEqual([[2, { id: '1', name: 'a,b' }]])
    expect(await read('id\tname\n1\ta;b\n')).toEqual([[2, { id: '1', name: 'a;b' }]])
  })

  it('holds lists and objects as JSON in a cell; empty cells say nothing', async () => {
    expect(await read('id,variants,category,note\n1,"[{""sku"":""s""}]",,[not json\n')).toEqual([
      [2, { id: '1', variants: [{ sku: 's' }], note: '[not json' }],
    ])
  })

  it('that is not UTF-8 is refused line by line', async () => {
    expect(await read(bytes('id,name\n1,caf', [0xe9], '\n2,ok\n'), 'x.csv')).toEqual([
      [2, 'the line is not valid UTF-8'],
      [3, { id: '2', name: 'ok' }],
    ])
  })

  it('may be gzip', async () => {
    expect(await read(gzipSync('id,name\n1,a\n'), 'x.csv.gz')).toEqual([[2, { id: '1', name: 'a' }]])
  })
})
