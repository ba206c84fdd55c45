import type { AnswerRows } from './answer-rows.ts'
import type { CatalogueReader, Readers, UserReader } from './read.ts'
import { type CatalogueFeedRow } from './schema.ts'
import { catalogueVersions, userVersions } from './versions.ts'

// A device in memory, for queries over rows that are in no database: those of the answers from which a server renders a
// document. It belongs to nobody, so every table of a person is empty. Only what such queries ask for is here.

/** A query asked for something that only a real database can do. */
export class NotInMemory extends Error {}

type Row = Record<string, unknown>
type Versions = readonly Readonly<Record<string, string>>[]

/** Tables by name with their primary key, as the versions of a schema declare them. */
const keysOf = (versions: Versions): Map<string, string> =>
  new Map(
    versions.flatMap((tables) =>
      Object.entries(tables).map(([name, fields]): [string, string] => [
        name,
        fields.split(',')[0]!.replace(/[+&*]/g, ''),
      ]),
    ),
  )
const catalogueKeys = keysOf(catalogueVersions)
const userKeys = keysOf(userVersions)

interface Collection {
  toArray(): Promise<Row[]>
  count(): Promise<number>
  primaryKeys(): Promise<unknown[]>
  filter(fits: (row: Row) => boolean): Collection
}
const collection = (rows: readonly Row[], key: string): Collection => ({
  toArray: async () => [...rows],
  count: async () => rows.length,
  primaryKeys: async () => rows.map((row) => row[key]),
  filter: (fits) => collection(rows.filter(fits), key),
})

function tableOf(rows: readonly Row[], key: string): unknown {
  const byKey = new Map(rows.map((row) => [row[key], row]))
  const all = [...byKey.values()]
  const missing = (): never => {
    throw new NotInMemory()
  }
  return {
    get: async (id: unknown) => byKey.get(id),
    bulkGet: async (ids: readonly unknown[]) => ids.map((id) => byKey.get(id)),
    ...collection(all, key),
    toCollection: () => collection(all, key),
    where: (field: string) => ({
      equals: (value: unknown) =>
        collection(
          all.filter((row) => row[field] === value),
          key,
        ),
      startsWith: (start: string) =>
        collection(
          all.filter((row) => String(row[field]).startsWith(start)),
          key,
        ),
      anyOf: (values: readonly unknown[]) =>
        collection(
          all.filter((row) => values.includes(row[field])),
          key,
        ),
      between: missing,
    }),
    orderBy: missing,
    limit: missing,
    filter: missing,
    each: missing,
    reverse: missing,
  }
}

function readerOf(keys: Map<string, string>, rows: Readonly<Record<string, readonly unknown[]>>): unknown {
  const tables = [...keys].map(([name, key]) => [name, tableOf((rows[name] ?? []) as Row[], key)])
  return { ...Object.fromEntries(tables), close: () => undefined }
}

/** Reads from these rows; a later row of the same key stands for an earlier one. */
export function memoryReaders(rows: AnswerRows & { feed: CatalogueFeedRow[] }): Readers {
  return {
    user: readerOf(userKeys, {}) as UserReader,
    catalogue: readerOf(catalogueKeys, rows as unknown as Record<string, unknown[]>) as CatalogueReader,
  }
}
