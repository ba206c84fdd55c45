import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { migrate, type Migration } from './migrate.ts'
import { engineOptions, engineOver, type Engine } from './pglite/engine.ts'

const step = (name: string, text: string, hash = text): Migration => ({ name, text, hash })
const first = step('0001_a.sql', 'create table a (id int); insert into a values (1);')
const second = step('0002_b.sql', 'create table b (id int);')

describe('migrations', () => {
  let engine: Engine
  beforeAll(async () => {
    engine = engineOver(await PGlite.create(engineOptions))
  })
  afterAll(() => engine.close())
  beforeEach(() => engine.run('drop schema public cascade; create schema public', []))
  const count = async (table: string): Promise<unknown> =>
    (await engine.run(`select count(*) as n from ${table}`, [])).rows[0]!['n']

  it('run once each, in order', async () => {
    await migrate(engine.run, [first])
    await migrate(engine.run, [first, second])
    expect(await count('a')).toBe(1)
    expect(await count('b')).toBe(0)
  })

  it('refuse a step that was edited after it had run', async () => {
    await migrate(engine.run, [first])
    await expect(migrate(engine.run, [step(first.name, `${first.text} -- edited`)])).rejects.toThrow(
      /0001_a\.sql was edited/,
    )
  })

  it('refuse a database that a newer program made', async () => {
    await migrate(engine.run, [first, second])
    await expect(migrate(engine.run, [first])).rejects.toThrow(/does not know its step 0002_b\.sql/)
  })

  it('leave nothing of a run in which one fails', async () => {
    await expect(
      migrate(engine.run, [first, step('0002_c.sql', 'create table c (id int); select 1 / 0;')]),
    ).rejects.toThrow(/division by zero/)
    expect((await engine.run("select count(*) as n from pg_tables where schemaname = 'public'", [])).rows).toEqual([
      { n: 0 },
    ])
  })
})
