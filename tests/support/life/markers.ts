import { randomBytes, randomInt } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { sql } from 'kysely'
import { dataFolder } from '#server/db/personal/data-folder.ts'
import { columnsIn, type Author, type Declared } from '#server/db/personal/declaration.ts'
import { personalData } from '#server/db/personal/personal-data.ts'
import type { Db } from '#server/db/tables/tables.ts'

// Texts and bytes that stand nowhere else, by which it is found where something was written to.

/** Something unique that somebody has written or sent. */
export interface Marker {
  name: string
  by: Author
  bytes: Buffer
  /** It is sealed wherever it is kept. */
  sealed: boolean
}

/** Makes markers, and remembers them. */
export interface Markers {
  all: readonly Marker[]
  /** A word that somebody writes. */
  word(by: Author, name: string, length?: number): string
  /** A word that is kept only sealed. */
  secret(name: string): string
  /** A telephone number of the person's. */
  phone(name: string): string
  /** Something else that is to be found as it is. */
  note(by: Author, name: string, what: string | Uint8Array, sealed?: boolean): void
}

export function createMarkers(): Markers {
  const all: Marker[] = []
  const note: Markers['note'] = (by, name, what, sealed = false) =>
    void all.push({ name, by, bytes: Buffer.from(what), sealed })
  const noted = (by: Author, name: string, text: string, sealed = false): string => {
    note(by, name, text, sealed)
    return text
  }
  const random = (): string => `zq${randomBytes(8).toString('hex')}`
  return {
    all,
    note,
    word: (by, name, length) => noted(by, name, random().slice(0, length)),
    secret: (name) => noted('person', name, random(), true),
    phone: (name) => `+${noted('person', name, `4930${randomInt(10_000_000, 99_999_999)}`)}`,
  }
}

/** A place where a marker was found. */
export interface Found {
  /** `table.column`, or the path of a file. */
  at: string
  marker: Marker
}

const holds = (bytes: Buffer, marker: Marker): boolean =>
  bytes.includes(marker.bytes) || bytes.toString('latin1').toLowerCase().includes(marker.bytes.toString('latin1'))

/** Says that a column may hold these words when an account was deleted, as it is declared. */
function mayHold({ of, texts = {}, written, codes }: Declared, column: string, { by }: Marker): boolean {
  const kept = texts[column] ?? (of === undefined && !columnsIn(codes).includes(column) ? written : undefined)
  return kept !== undefined && [kept.by].flat().includes(by)
}

/** Every place in the database that holds one of these markers. */
export async function findInDatabase(db: Db, markers: readonly Marker[]): Promise<Found[]> {
  const { rows: tables } = await sql<{ name: string; columns: { name: string; binary: boolean }[] }>`
    select c.table_name as name,
      json_agg(json_build_object('name', c.column_name, 'binary', c.udt_name = 'bytea')) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1 order by 1`.execute(db)
  const found: Found[] = []
  for (const { name, columns } of tables) {
    const read = columns.map(({ name: column, binary }) =>
      binary
        ? sql`encode(${sql.ref(column)}, 'base64') as ${sql.ref(column)}`
        : sql`${sql.ref(column)}::text as ${sql.ref(column)}`,
    )
    const { rows } = await sql<Record<string, string | null>>`
      select ${sql.join(read)} from ${sql.table(name)}`.execute(db)
    for (const row of rows)
      for (const { name: column, binary } of columns) {
        const bytes = Buffer.from(row[column] ?? '', binary ? 'base64' : 'utf8')
        for (const marker of markers) if (holds(bytes, marker)) found.push({ at: `${name}.${column}`, marker })
      }
  }
  return found
}

/** The files of an entry of a folder, by their paths. */
async function filesIn(folder: string, entry: Dirent): Promise<string[]> {
  if (!entry.isDirectory()) return [join(folder, entry.name)]
  const within = await readdir(join(folder, entry.name), { recursive: true, withFileTypes: true })
  return within.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
}

/** Every file of a data folder whose name or bytes hold one of these markers, but in entries that are declared to. */
export async function findInFolder(folder: string, markers: readonly Marker[]): Promise<Found[]> {
  const found: Found[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const declared = dataFolder[entry.name]
    if (!declared) throw new Error(`What does ${entry.name} of the data folder hold of persons?`)
    if (declared.stays !== undefined) continue
    for (const path of await filesIn(folder, entry)) {
      const [at, bytes] = [relative(folder, path), await readFile(path)]
      for (const marker of markers)
        if (holds(Buffer.from(at), marker) || holds(bytes, marker)) found.push({ at, marker })
    }
  }
  return found
}

/** Of what was found in the database after an account was deleted, what is not declared to stay; each once. */
export const undeclared = (found: readonly Found[]): string[] => [
  ...new Set(
    found.flatMap(({ at, marker }) => {
      const [table = '', column = ''] = at.split('.')
      const declared = personalData[table]
      return declared && mayHold(declared, column, marker) ? [] : [`${at}: ${marker.name} (${marker.by})`]
    }),
  ),
]
