import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnsIn, declaredColumns, type Declared } from '#server/db/personal/declaration.ts'
import { personalData } from '#server/db/personal/personal-data.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'

// Every table and column of the database is declared: whose it is, what becomes of it with an account, whether it is
// exported. A new one fails here until it is declared.

interface Column {
  table_name: string
  column_name: string
  udt_name: string
  /** It refers to an account, or to whoever has a feed. */
  refers: boolean
}

let market: TestMarket
let columns: Column[]
beforeAll(async () => {
  market = await openTestMarket()
  columns = (
    await sql<Column>`
      select c.table_name, c.column_name, c.udt_name, exists (
        select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
        where k.contype = 'f' and k.conrelid = quote_ident(c.table_name)::regclass and a.attname = c.column_name
          and k.confrelid in ('users'::regclass, 'owners'::regclass)) as refers
      from information_schema.columns c join information_schema.tables t
        on t.table_name = c.table_name and t.table_schema = c.table_schema
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, 2`.execute(market.db)
  ).rows
})
afterAll(() => market.close())

const tables = Object.entries(personalData)
const columnsOf = (table: string): Column[] => columns.filter((column) => column.table_name === table)
/** Types in which somebody's words, or the number of an account, can stand. */
const TEXTUAL = new Set(['text', 'varchar', 'bpchar', 'name', 'json', 'jsonb', 'bytea', 'uuid', 'tsvector', 'xml'])
const isTextual = ({ udt_name: type }: Column): boolean => TEXTUAL.has(type.replace(/^_/, ''))
/** Says that rows of a table, or what others' rows hold of a person, outlive the account. */
const outlives = ({ of, deleted }: Declared): boolean => of === undefined || deleted !== 'all'
const partsOf = (declared: Declared): string[][] => [
  columnsIn(declared.exported),
  columnsIn(declared.internal),
  Object.keys(declared.accounts ?? {}),
]
/** Columns that a declaration speaks of beside those lists. */
const spoken = ({ becomes = {}, texts = {}, sealed = {}, codes }: Declared): string[] => [
  ...Object.keys(becomes),
  ...Object.keys(texts),
  ...Object.keys(sealed),
  ...columnsIn(codes),
]

it('each table of the database is declared, and each that is declared is there', () => {
  expect(columns.length).toBeGreaterThan(500)
  const there = [...new Set(columns.map((column) => column.table_name))]
  expect(there.filter((table) => !Object.hasOwn(personalData, table))).toEqual([])
  expect(tables.map(([table]) => table).filter((table) => !there.includes(table))).toEqual([])
})

describe.each(tables)('%s', (table, declared) => {
  it('has the columns that are declared, each once', () => {
    const named = declaredColumns(declared)
    expect(named.toSorted()).toEqual(
      columnsOf(table)
        .map((column) => column.column_name)
        .sort(),
    )
    expect(spoken(declared).filter((column) => !named.includes(column))).toEqual([])
    const parts = partsOf(declared).flat()
    expect(parts.filter((column, n) => parts.indexOf(column) < n)).toEqual([])
  })

  it('says of rows that are somebody’s whether they go, and else why they stay', () => {
    const { of, deleted, stays, exported, becomes, tombstones } = declared
    if (of === undefined) expect([deleted, stays, exported, becomes, tombstones].filter(Boolean)).toEqual([])
    else if (deleted !== 'all') expect(stays).toMatch(/^.{20,}\.$/)
    else expect([stays, becomes].filter(Boolean)).toEqual([])
  })

  it('says of each text that may stay whose it is and why, or that nobody writes it', () => {
    if (!outlives(declared)) return
    const { becomes = {}, texts = {}, accounts = {}, written, codes } = declared
    const explained = [...Object.keys(becomes), ...Object.keys(texts), ...Object.keys(accounts), ...columnsIn(codes)]
    const textual = columnsOf(table).filter(isTextual)
    const left = textual.map((column) => column.column_name).filter((column) => !explained.includes(column))
    expect(written ? [] : left).toEqual([])
    for (const { why } of [...Object.values(texts), ...(written ? [written] : [])]) expect(why).toMatch(/^.{10,}\.$/)
  })

  it('exports no account of somebody else, and nothing sealed that it does not open', () => {
    const { of = '', accounts = {}, sealed = {}, exported } = declared
    const shown = columnsIn(exported)
    for (const { column_name: column } of columnsOf(table).filter(({ refers }) => refers)) {
      const isOwner = new RegExp(String.raw`\b${column}\b`).test(of) || column === 'user_id'
      expect(isOwner || Object.hasOwn(accounts, column) ? [] : [column], 'names an account').toEqual([])
      if (of !== '' && table !== 'users') expect(shown).not.toContain(column)
    }
    expect(shown.filter((column) => Object.hasOwn(accounts, column) || sealed[column] === 'closed')).toEqual([])
  })

  it('has its rows found by their person, where they have one', () => {
    const named = columnsOf(table).map((column) => column.column_name)
    if (named.includes('user_id')) expect(declared.of).toMatch(/user_id/)
    // A table in a person's feed says which of its rows are tombstones, unless each row stays one of a kind.
    const oneOfAKind = [
      'address_defaults',
      'avatars',
      'billing_details',
      'invoices',
      'ledger_postings',
      'loans',
      'merchant_applications',
      'orders',
      'outcomes',
      'recharges',
      'withdrawals',
    ]
    const counts = ['feeds', 'feed_stamps', 'store_members', ...oneOfAKind]
    if (named.includes('user_id') && named.includes('rev') && !counts.includes(table))
      expect(declared.tombstones).toBeTruthy()
  })
})
