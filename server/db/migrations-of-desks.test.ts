import { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'
import { migrate, readMigrations } from './migrate.ts'
import { engineOptions, engineOver } from './pglite/engine.ts'

it('the step of desks lets those answer conversations who could before, and nobody else', async () => {
  const engine = engineOver(await PGlite.create(engineOptions))
  const steps = readMigrations()
  await migrate(
    engine.run,
    steps.filter((m) => m.name < '0083'),
  )
  const uid = (digit: string): string => `${digit.repeat(8)}-0000-4000-8000-000000000000`
  await engine.run(
    `
    insert into users (id, email, username, password_hash)
      values ('${uid('a')}', 'a@b.test', 'A', ''), ('${uid('b')}', 'b@b.test', 'B', '');
    insert into operators (user_id, rights, since)
      values ('${uid('a')}', '{orders,people}', now()), ('${uid('b')}', '{orders,site}', now());
    insert into talks (user_id, id, at, rev, subject_kind, subject_id, title)
      values ('${uid('b')}', '${uid('c')}', now(), 7, null, null, null)`,
    [],
  )
  await migrate(engine.run, steps)
  expect((await engine.run('select rights from operators order by user_id', [])).rows).toEqual([
    { rights: ['orders', 'people', 'service'] },
    { rights: ['orders', 'site'] },
  ])
  expect((await engine.run('select rev, held_by, closed_at from talks', [])).rows).toEqual([
    { rev: 7, held_by: null, closed_at: null },
  ])
  await engine.close()
})
