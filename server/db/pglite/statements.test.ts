import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineOptions } from './engine.ts'
import { statementsOver } from './statements.ts'

let pglite: PGlite
let run: ReturnType<typeof statementsOver>
beforeAll(async () => {
  pglite = await PGlite.create(engineOptions)
  run = statementsOver(pglite, 4)
  await pglite.exec('create table things (id int primary key, name text)')
})
afterAll(() => pglite.close())

const ready = async (): Promise<number> =>
  (await pglite.query<{ n: number }>("select count(*)::int as n from pg_prepared_statements where name <> ''")).rows[0]!
    .n

describe('a statement with parameters', () => {
  const at = new Date('2026-02-03T04:05:06.789Z')
  it.each([
    ['numbers', 'select $1::int as a, $2::bigint as b, $3::float8 as c, $4::numeric as d', [1, 2 ** 52, 0.5, '12.50']],
    ['nothing', 'select $1::int as a, $2::text as b, $3::jsonb as c', [null, undefined, null]],
    [
      'texts',
      'select $1::text as a, $2::varchar as b, $3::uuid as c',
      ['', 'Größe "\'\\ 🐪\n', '6b0dd0f2-6a2b-4f3e-9b5f-0f4a4b3c2d1e'],
    ],
    ['truth', 'select $1::boolean as a, not $1::boolean as b', [true]],
    ['times', 'select $1::timestamptz as a, $2::date as b', [at, '2026-02-03']],
    ['bytes', 'select $1::bytea as a', [new Uint8Array([0, 1, 254, 255])]],
    [
      'lists',
      'select $1::int[] as a, $2::text[] as b, $3::uuid[] as c, $4::bigint[] as d',
      [[1, 2, null], ['a', 'b"c', '{}', ''], [], [2 ** 52]],
    ],
    ['documents', 'select $1::jsonb as a, $2::json as b', [{ a: [1, { b: null }] }, '["text"]']],
    ['no rows', 'select id from things where id = $1', [-1]],
  ])("answers as PGlite's own query does: %s", async (_what, sql, parameters) => {
    const due = await pglite.query(sql, [...parameters])
    for (const _time of ['first', 'again']) expect((await run(sql, parameters)).rows).toEqual(due.rows)
  })

  it('says which command it was and how many rows it touched', async () => {
    expect(await run('insert into things values ($1, $2), ($3, $4)', [1, 'one', 2, 'two'])).toEqual({
      rows: [],
      command: 'INSERT',
      affected: 2,
    })
    expect(await run('update things set name = $1', ['three'])).toEqual({ rows: [], command: 'UPDATE', affected: 2 })
    expect(await run('delete from things where id = $1 returning name', [2])).toEqual({
      rows: [{ name: 'three' }],
      command: 'DELETE',
      affected: 1,
    })
    expect(await run('delete from things where id = $1', [2])).toMatchObject({ command: 'DELETE', affected: 0 })
  })

  it('fails with the code that Postgres gives, within a transaction too, and works again after it', async () => {
    await expect(run('select $1::int / 0 as x', [1])).rejects.toMatchObject({ code: '22012' })
    await expect(run('select nowhere from things where id = $1', [1])).rejects.toMatchObject({ code: '42703' })
    await pglite.exec('begin')
    await expect(run('insert into things values ($1, $2)', [1, 'again'])).rejects.toMatchObject({ code: '23505' })
    await expect(run('select $1::int + 1 as x', [1])).rejects.toMatchObject({ code: '25P02' })
    await pglite.exec('rollback')
    expect((await run('select $1::int + 1 as x', [1])).rows).toEqual([{ x: 2 }])
  })

  it('is kept ready in bounded numbers', async () => {
    for (let i = 0; i < 20; i++) expect((await run(`select $1::int + ${i} as x`, [1])).rows).toEqual([{ x: 1 + i }])
    expect(await ready()).toBeLessThanOrEqual(4)
    expect(await ready()).toBeGreaterThan(0)
  })

  it('is made anew once what it answers with has changed', async () => {
    const sql = 'select * from things where id = $1'
    expect((await run(sql, [1])).rows).toEqual([{ id: 1, name: 'three' }])
    await pglite.exec('alter table things add column size int default 7')
    await expect(run(sql, [1])).rejects.toMatchObject({ code: '0A000' })
    expect((await run(sql, [1])).rows).toEqual([{ id: 1, name: 'three', size: 7 }])
  })
})
