import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type * as realFs from 'node:fs'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startPostgres, type TestPostgres } from '../../tests/support/servers/postgres.ts'
import { openDatabase, type OpenDatabase } from './open.ts'
import { DurableFs } from './pglite/durable-fs.ts'
import { startParams } from './pglite/engine.ts'

const synced = vi.hoisted(() => ({ data: 0 }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof realFs>()
  return {
    ...fs,
    fdatasyncSync: (fd: number) => {
      synced.data++
      fs.fdatasyncSync(fd)
    },
  }
})

const opener = new URL('./open.ts', import.meta.url).href
/** A process that opens the folder and raises the catalogue's rev for ever, saying each value once it is committed. */
const writer = (folder: string): string => `
  const { openDatabase } = await import(${JSON.stringify(opener)})
  const { db } = await openDatabase({ dataDir: ${JSON.stringify(folder)} })
  for (;;) {
    const row = await db
      .updateTable('catalogue_feed')
      .set((eb) => ({ rev: eb('rev', '+', 1) }))
      .returning('rev')
      .executeTakeFirstOrThrow()
    console.log(row.rev)
  }`

describe('a data folder', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'caravan-open-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('whose first start was killed half-way is made again', async () => {
    await writeFile(join(folder, 'writer.mjs'), writer(join(folder, 'data')))
    const child = spawn(process.execPath, [join(folder, 'writer.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] })
    await vi.waitUntil(() => existsSync(join(folder, 'data', 'pglite.new', 'PG_VERSION')), {
      timeout: 90_000,
      interval: 5,
    })
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    expect(existsSync(join(folder, 'data', 'pglite'))).toBe(false)
  })

  it('keeps what was committed when its process is killed, belongs to one process at a time, and is taken over from a dead one', async () => {
    const child = spawn(process.execPath, [join(folder, 'writer.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] })
    let printed = 0
    child.stdout.on('data', (data) => {
      printed = Number(String(data).trim().split('\n').at(-1))
    })
    await vi.waitUntil(() => printed > 0, { timeout: 90_000 })
    await expect(openDatabase({ dataDir: join(folder, 'data') })).rejects.toThrow(`in use by process ${child.pid}.`)
    await vi.waitUntil(() => printed > 50, { timeout: 90_000 })
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    const again = await openDatabase({ dataDir: join(folder, 'data') })
    const { rev } = await again.db.selectFrom('catalogue_feed').select('rev').executeTakeFirstOrThrow()
    expect(rev).toBeGreaterThanOrEqual(printed)
    await expect(openDatabase({ dataDir: join(folder, 'data') })).rejects.toThrow(`in use by process ${process.pid}.`)
    await again.close()
  })

  it.skipIf(process.platform === 'win32')('is closed to other users at each start', async () => {
    const data = join(folder, 'data')
    for (const path of [data, join(data, 'pglite')]) await chmod(path, 0o755)
    const reports: unknown[] = []
    await (await openDatabase({ dataDir: data, report: (error) => reports.push(error) })).close()
    for (const path of [data, join(data, 'pglite')]) expect((await stat(path)).mode & 0o777).toBe(0o700)
    expect(reports).toEqual([expect.stringContaining('was open to other users (mode 0755)')])
  })

  it('that another process may have taken ends the one that held it', async () => {
    const child = spawn(process.execPath, [join(folder, 'writer.mjs')], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stderr.on('data', (data) => {
      output += String(data)
    })
    await once(child.stdout, 'data')
    child.stdout.resume()
    await rm(join(folder, 'data', 'market.lock'))
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(output).toContain('Another process may use the folder now')
  })

  it('has each commit on the disk before it is answered', async () => {
    const pglite = await PGlite.create({ fs: new DurableFs(join(folder, 'data', 'pglite')), startParams })
    await pglite.query('select 1')
    const before = synced.data
    await pglite.query('update catalogue_feed set rev = rev + 1')
    expect(synced.data).toBe(before + 1)
    await pglite.close()
  })
})

describe('both databases', () => {
  let postgres: TestPostgres
  const open: OpenDatabase[] = []
  beforeAll(async () => {
    postgres = await startPostgres()
    open.push(await openDatabase(), await openDatabase({ databaseUrl: await postgres.freshDatabase() }))
  })
  afterAll(async () => {
    for (const o of open) await o.close()
    await postgres.stop()
  })

  it('give the same values', async () => {
    const at = new Date('2026-01-02T03:04:05.678Z')
    for (const { db } of open) {
      const { rows } = await sql`
        select 9007199254740991::int8 as int8, 7::int4 as int4, count(*) as count, ${at}::timestamptz as time,
          '{"a":[1,"x"]}'::jsonb as object, '[1]'::jsonb as list,
          array[1,2]::int8[] as longs, ${[3, 4]}::int[] as ints, ${new Uint8Array([1, 255])}::bytea as bytes,
            1.50::numeric as exact, 1.5::float8 as float, true as yes,
          null as nothing, ${'3f1e2c9a-0b1d-4c5e-8f70-112233445566'}::uuid as uuid, ${JSON.stringify({ b: 2 })}::jsonb as given`.execute(
        db,
      )
      expect(rows).toStrictEqual([
        {
          int8: 9007199254740991,
          int4: 7,
          count: 1,
          time: at,
          object: { a: [1, 'x'] },
          list: [1],
          longs: [1, 2],
          ints: [3, 4],
          bytes: new Uint8Array([1, 255]),
          exact: '1.50',
          float: 1.5,
          yes: true,
          nothing: null,
          uuid: '3f1e2c9a-0b1d-4c5e-8f70-112233445566',
          given: { b: 2 },
        },
      ])
    }
  })

  it('count changed rows alike, roll back alike, and tell of a constraint by the same code', async () => {
    for (const { db } of open) {
      const changed = await db.updateTable('catalogue_feed').set({ rev: 5 }).executeTakeFirst()
      expect(changed.numUpdatedRows).toBe(1n)
      await expect(
        db.transaction().execute(async (tx) => {
          await tx.updateTable('catalogue_feed').set({ rev: 9 }).execute()
          await tx.insertInto('catalogue_feed').values({ rev: 1 }).execute()
        }),
      ).rejects.toMatchObject({ code: '23505' })
      expect(await db.selectFrom('catalogue_feed').select('rev').execute()).toEqual([{ rev: 5 }])
    }
  })

  it('end an aborted transaction whose error was swallowed with an error', async () => {
    for (const { db } of open) {
      const swallowed = db.transaction().execute((tx) => sql`select 1 / 0`.execute(tx).catch(() => undefined))
      await expect(swallowed).rejects.toThrow(/rolled back/)
    }
  })

  it('never mix a transaction with what runs beside it', async () => {
    for (const { db } of open) {
      await db.updateTable('catalogue_feed').set({ rev: 0 }).execute()
      await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          db
            .transaction()
            .execute(async (tx) => {
              await sql`update catalogue_feed set rev = rev + 1`.execute(tx)
              if (i % 4 === 0) throw new Error('back')
            })
            .catch((error: Error) => expect(error.message).toBe('back')),
        ),
      )
      expect(await db.selectFrom('catalogue_feed').select('rev').execute()).toEqual([{ rev: 30 }])
    }
  })
})
