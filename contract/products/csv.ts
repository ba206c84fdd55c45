import type { Texts } from '../text/locales.ts'
import { Faulty, plainFields, textFields, type RawFault, type RawGoods, type RawVariant } from './raw.ts'
import { PROBLEM } from './problem.ts'
import { LANGUAGE } from './rules.ts'
import { atOnce } from './in-turns.ts'
import { readTable, tableRowsOf, TABLE_MARK, writeRow } from '../text/table-text.ts'

// Goods as a CSV table. A product has one row; one with choices a row for each, of which only the first says what is
// the product's. Rows of one product follow each other and name it by its id or its code.
//
//   id, code, state          which product, and whether it is draft, listed or hidden
//   title.xx, description.xx texts by language (en, ar, zh, …)
//   category                 names from the root down, joined by " > "; or "#" and its number
//   brand, currency, price   the price of one, as a decimal: 12.50
//   steps                    further steps of the ladder: "10: 11.00 | 100: 9.50"
//   minimum, multiple        least quantity, and what a quantity must be a multiple of
//   lead                     within how many days it leaves
//   weight                   grams of a piece
//   backorder                pieces beyond the shelf, and when they leave: "500 within 10 days"
//   deal                    a reduction and its end: "20 % until 2026-12-24T18:00:00.000Z"
//   stock                    pieces on the shelf; of the choice, in a row of one
//   attributes               "Material = Cotton | Size = 40 cm"
//   pictures                 those it has, by their addresses, joined by " | "
//   variant, label.xx, extra a choice: its code, its name by language, what it costs beyond the price
//   variantweight            grams of a piece of the choice, where they are not the product's
//   problem                  why the row was not taken over: written with what was rejected, and not read

const listed = ['steps', 'attributes', 'pictures'] as const
const choice = ['variant', 'extra', 'variantweight'] as const

const escaped = (text: string): string => text.replace(/[\\|=\n\r]/g, (sign) => escapes[sign]!)
const escapes: Record<string, string> = { '\\': '\\\\', '|': '\\|', '=': '\\=', '\n': '\\n', '\r': '\\r' }

/** The parts of a text between the occurrences of a sign that are not escaped. */
function partsAt(text: string, sign: string): string[] {
  const parts = ['']
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\' && i + 1 < text.length) parts[parts.length - 1]! += text[i]! + text[++i]!
    else if (text[i] === sign) parts.push('')
    else parts[parts.length - 1]! += text[i]!
  }
  return parts
}
const plain = (text: string): string =>
  text.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign === 'r' ? '\r' : sign))

/** A list in one cell: its parts stand between bars, with a space on either side that is none of theirs. */
const inCell = (parts: readonly string[]): string => parts.join(' | ')
const fromCell = (cell: string): string[] => {
  const parts = cell.trim() === '' ? [] : partsAt(cell, '|')
  return parts.map((part, i) => part.slice(i > 0 && part.startsWith(' ') ? 1 : 0, ending(part, i < parts.length - 1)))
}
const ending = (part: string, more: boolean): number => (more && part.endsWith(' ') ? -1 : part.length)

const pairsIn = (cell: string, column: string, sign: string): [string, string][] =>
  fromCell(cell).map((part) => {
    const [name, ...value] = partsAt(part, sign)
    if (value.length !== 1) throw new Faulty(column, 'badList', part)
    const [left, right] = [name!.replace(/ $/, ''), value[0]!.replace(/^ /, '')]
    return [plain(left), plain(right)]
  })

/**
 * A column's name in lower case. A language follows a point; other programs write an underscore, a space or a hyphen.
 */
const headOf = (cell: string): string => {
  const name = cell.trim().toLowerCase()
  return name === 'ladder' ? 'steps' : name.replace(/^(title|description|label)[_ -](?=[a-z]{2,8}$)/, '$1.')
}

/** Whether a column is one of ours. */
function isColumn(name: string): boolean {
  if (name === PROBLEM) return true
  if (([...plainFields, ...listed, ...choice] as string[]).includes(name)) return true
  const [field, language, more] = name.split('.')
  return ['title', 'description', 'label'].includes(field!) && LANGUAGE.test(language ?? '') && more === undefined
}

/** The contents of a file of products: its products, its faults, and those of its columns that are not ours. */
export interface GoodsFile {
  goods: RawGoods[]
  faults: RawFault[]
  unknown: string[]
}

/** The rows of one product, the head being row 1. */
interface Run {
  row: number
  cells: string[]
}

/** The rows of a table by their products: rows of further choices follow the row that begins their product. */
function runsOf(rows: readonly string[][], columns: readonly string[]): Run[][] {
  const [id, code, variant] = ['id', 'code', 'variant'].map((name) => columns.indexOf(name))
  const at = (cells: readonly string[], column: number | undefined): string => cells[column ?? -1] ?? ''
  const runs: Run[][] = []
  for (const [i, cells] of rows.entries()) {
    if (cells.every((cell) => cell === '')) continue
    const first = runs.at(-1)?.[0]?.cells
    const further =
      first !== undefined &&
      at(cells, variant) !== '' &&
      at(first, variant) !== '' &&
      (at(cells, id) === ''
        ? at(cells, code) !== '' && at(cells, code) === at(first, code)
        : at(cells, id) === at(first, id))
    if (further) runs.at(-1)!.push({ row: i + 2, cells })
    else runs.push([{ row: i + 2, cells }])
  }
  return runs
}

/**
 * Reads a CSV file. A product with a faulty row is left out as a whole: without the choice of that row, it would ask
 * for the removal of this choice.
 */
export const readCsv = (text: string): GoodsFile => atOnce(readingCsv(text))

/** The same, pausing after each row. */
export function* readingCsv(text: string): Generator<undefined, GoodsFile> {
  const all: string[][] = []
  for (const row of tableRowsOf(text)) yield void all.push(row)
  const [head = [], ...rows] = all
  const columns = head.map(headOf)
  const file: GoodsFile = { goods: [], faults: [], unknown: columns.filter((name) => name !== '' && !isColumn(name)) }
  const has = new Set(columns)
  for (const run of runsOf(rows, columns)) {
    yield
    let raw: RawGoods | undefined
    let at = 0
    try {
      for (const { row, cells } of run) {
        at = row
        const over = cells.slice(columns.length).find((cell) => cell !== '')
        if (over !== undefined) throw new Faulty('', 'columns', over)
        const cell = (name: string): string => cells[columns.indexOf(name)] ?? ''
        if (raw) raw.variants!.push(variantOf(columns, cell))
        else raw = rawOf(row, columns, has, cell)
      }
      file.goods.push(raw!)
    } catch (error) {
      if (!(error instanceof Faulty)) throw error
      file.faults.push({ row: at, ...error.at })
    }
  }
  return file
}

/** The head of a table, and the rows, as they were written, of the products that have one of the wanted rows. */
export function rowsOfTable(
  text: string,
  wanted: ReadonlySet<number>,
): { head: string[]; of: Map<number, string[][]> } {
  const [head = [], ...rows] = readTable(text)
  const of = new Map<number, string[][]>()
  for (const run of runsOf(rows, head.map(headOf)))
    for (const { row } of run)
      if (wanted.has(row))
        of.set(
          row,
          run.map(({ cells }) => cells),
        )
  return { head, of }
}

const languagesOf = (columns: readonly string[], field: string, cell: (name: string) => string): Texts =>
  Object.fromEntries(
    columns
      .filter((name) => name.startsWith(`${field}.`) && isColumn(name))
      .map((name) => [name.split('.')[1]!, cell(name)]),
  )

function variantOf(columns: readonly string[], cell: (name: string) => string): RawVariant {
  return {
    sku: cell('variant'),
    label: languagesOf(columns, 'label', cell),
    ...(columns.includes('extra') ? { extra: cell('extra') } : {}),
    ...(columns.includes('variantweight') ? { weight: cell('variantweight') } : {}),
    ...(columns.includes('stock') ? { stock: cell('stock') } : {}),
  }
}

function rawOf(
  row: number,
  columns: readonly string[],
  has: ReadonlySet<string>,
  cell: (name: string) => string,
): RawGoods {
  const raw: RawGoods = { row, title: {}, description: {} }
  for (const field of plainFields) if (has.has(field)) raw[field] = cell(field)
  for (const field of textFields) raw[field] = languagesOf(columns, field, cell)
  if (has.has('steps')) raw.steps = pairsIn(cell('steps'), 'steps', ':').map(([from, price]) => ({ from, price }))
  if (has.has('attributes'))
    raw.attributes = pairsIn(cell('attributes'), 'attributes', '=').map(([name, value]) => ({ name, value }))
  if (has.has('pictures')) raw.pictures = fromCell(cell('pictures')).map(plain)
  if (!has.has('variant')) return raw
  if (cell('variant') === '') return { ...raw, variants: [] }
  const { stock: _of, ...rest } = raw
  return { ...rest, variants: [variantOf(columns, cell)] }
}

const columnsOf = (goods: readonly RawGoods[]): string[] => {
  const languages = (texts: (raw: RawGoods) => Texts[]): string[] =>
    [...new Set(goods.flatMap((raw) => texts(raw).flatMap((each) => Object.keys(each))))].toSorted()
  const of = (field: string, found: string[]): string[] =>
    (found.length > 0 ? found : ['en']).map((l) => `${field}.${l}`)
  return [
    ...['id', 'code', 'state'],
    ...of(
      'title',
      languages((raw) => [raw.title]),
    ),
    ...of(
      'description',
      languages((raw) => [raw.description]),
    ),
    ...['category', 'brand', 'currency', 'price', 'steps', 'minimum', 'multiple', 'lead', 'weight', 'backorder'],
    ...['deal', 'stock'],
    ...['attributes', 'pictures'],
    'variant',
    ...of(
      'label',
      languages((raw) => (raw.variants ?? []).map(({ label }) => label)),
    ),
    'extra',
    'variantweight',
  ]
}

/** Goods as a CSV file that spreadsheets open as UTF-8, and that reads again as it was. */
export const writeCsv = (goods: readonly RawGoods[]): string => atOnce(writingCsv(goods))

/** The same, pausing after each product. */
export function* writingCsv(goods: readonly RawGoods[]): Generator<undefined, string> {
  const columns = columnsOf(goods)
  const lines = [TABLE_MARK, writeRow(columns)]
  for (const raw of goods) {
    yield
    const texts = (field: string, all: Texts): [string, string][] =>
      Object.entries(all).map(([language, text]) => [`${field}.${language}`, text])
    const own = new Map<string, string>([
      ...plainFields.map((field) => [field, raw[field] ?? ''] as const),
      ...texts('title', raw.title),
      ...texts('description', raw.description),
      ['steps', inCell((raw.steps ?? []).map(({ from, price }) => `${from}: ${price}`))],
      ['attributes', inCell((raw.attributes ?? []).map((a) => `${escaped(a.name)} = ${escaped(a.value)}`))],
      ['pictures', inCell((raw.pictures ?? []).map(escaped))],
    ])
    const choices = (raw.variants ?? []).map(({ sku, label, extra = '', weight = '', stock = '' }, n) => {
      const first = n === 0 ? own : new Map(['id', 'code'].map((name) => [name, own.get(name)!]))
      const numbers = [
        ['extra', extra],
        ['variantweight', weight],
        ['stock', stock],
      ] as const
      return new Map<string, string>([...first, ['variant', sku], ...texts('label', label), ...numbers])
    })
    for (const cells of choices.length > 0 ? choices : [own])
      lines.push(writeRow(columns.map((name) => cells.get(name) ?? '')))
  }
  return lines.join('')
}
