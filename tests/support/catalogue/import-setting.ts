import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openDatabase, type OpenDatabase } from '#server/db/open.ts'
import type { Db } from '#server/db/tables/tables.ts'
import { importCatalogue, type ImportSummary } from '#server/import/import-catalogue.ts'

/** The result of an import: its summary, the rejected lines as it reported them, and as it wrote them to a file. */
interface Run {
  summary: ImportSummary
  reported: [number, string][]
  rejects: unknown[] | undefined
}

/** A database without a catalogue and a folder for files, before each test of a file. */
export class ImportSetting {
  folder!: string
  #database!: OpenDatabase

  constructor() {
    beforeAll(async () => {
      this.#database = await openDatabase()
    })
    beforeEach(async () => {
      this.folder = await mkdtemp(join(tmpdir(), 'caravan-import-'))
      await sql`truncate products, variants, stores, categories restart identity cascade`.execute(this.db)
    })
    afterEach(() => rm(this.folder, { recursive: true, force: true }))
    afterAll(() => this.#database.close())
  }

  get db(): Db {
    return this.#database.db
  }

  /** Imports a file, or a new file with this content. */
  bring = async (
    content: string | Uint8Array | { path: string },
    options: { store?: string; stock?: number } = {},
  ): Promise<Run> => {
    const path = typeof content === 'object' && 'path' in content ? content.path : join(this.folder, 'goods.jsonl')
    if (typeof content === 'string' || content instanceof Uint8Array) await writeFile(path, content)
    const rejectsPath = join(this.folder, 'rejects.jsonl')
    const reported: [number, string][] = []
    const summary = await importCatalogue(this.db, {
      path,
      stock: 0,
      rejectsPath,
      progress: () => undefined,
      rejected: (at, reason) => {
        reported.push([at, reason])
      },
      ...options,
    })
    const kept = await readFile(rejectsPath, 'utf8').catch(() => undefined)
    const rejects = kept?.trim().split('\n')
    return { summary, reported, rejects: rejects?.map((text) => JSON.parse(text) as unknown) }
  }

  rev = async (): Promise<number> =>
    (await this.db.selectFrom('catalogue_feed').select('rev').executeTakeFirstOrThrow()).rev

  products = () =>
    this.db
      .selectFrom('products as p')
      .innerJoin('stores as s', 's.id', 'p.store_id')
      .innerJoin('categories as c', 'c.id', 'p.category_id')
      .select(['p.source_id', 's.name as store', 'c.path', 'p.title', 'p.price', 'p.stock', 'p.rev', 'p.id'])
      .orderBy('p.id')
      .execute()
}

/** One line of a catalogue file. */
export const line = (more: Record<string, unknown>): string =>
  `${JSON.stringify({ sourceId: 'a', source: 'shop', name: 'Cup', price: '2.50', currency: 'USD', ...more })}\n`
/** Added, changed, unchanged and rejected lines. */
export const counts = (s: ImportSummary): number[] => [s.added, s.changed, s.unchanged, s.rejected]
