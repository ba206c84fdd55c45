import { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'
import { migrate, readMigrations } from './migrate.ts'
import { engineOptions, engineOver } from './pglite/engine.ts'

it('the step of contents gives each owner their own, says what shows a file, and a store its logo', async () => {
  const engine = engineOver(await PGlite.create(engineOptions))
  const steps = readMigrations()
  await migrate(
    engine.run,
    steps.filter((m) => m.name < '0060'),
  )
  const [ada, bob] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']
  const [hash, other] = ['a'.repeat(64), 'b'.repeat(64)]
  await engine.run(
    `insert into users (id, email, username, password_hash)
      values ('${ada}', 'a@b.example', 'A', ''), ('${bob}', 'b@b.example', 'B', '');
    insert into files (user_id, id, state, size, have, name) values
      ('${ada}', '${hash}', 'here', 9, 9, 'n1'), ('${bob}', '${hash}', 'here', 9, 9, 'n2'),
      ('${ada}', '${other}', 'here', 9, 9, 'n3'), ('${bob}', '${other}', 'coming', 9, 4, 'n4');
    insert into file_contents (id, bytes, tint, sealed)
      values ('${hash}', 'clear', '#111111', false), ('${other}', 'sealed', '#222222', true);
    insert into file_uses (user_id, id, subject) values ('${ada}', '${hash}', 'merchant:x:front'),
      ('${bob}', '${hash}', 'merchant:y:logo'), ('${ada}', '${other}', 'merchant:x:back');
    insert into stores (slug, name, currency, logo) values ('s', 'S', 'USD', '{"src":"file/n2","tint":"#111111"}'),
      ('t', 'T', 'USD', '{"src":"drawn/package/single-glow-1","tint":"#333333"}')`,
    [],
  )
  await migrate(engine.run, steps)
  const read = async (what: string): Promise<unknown[]> => (await engine.run(what, [])).rows
  expect(
    await read(`select c.user_id, c.id, c.sealed, convert_from(c.bytes, 'UTF8') as bytes from file_contents c
      join users u on u.id = c.user_id order by 1, 2`),
  ).toEqual([
    { user_id: ada, id: hash, sealed: false, bytes: 'clear' },
    { user_id: ada, id: other, sealed: true, bytes: 'sealed' },
    { user_id: bob, id: hash, sealed: false, bytes: 'clear' },
  ])
  expect(await read('select subject, shown from file_uses order by subject')).toEqual([
    { subject: 'logo', shown: true },
    { subject: 'merchant:x:back', shown: false },
    { subject: 'merchant:x:front', shown: false },
    { subject: 'merchant:y:logo', shown: true },
  ])
  expect(await read('select name, tint from files order by name limit 4 offset 1')).toEqual([
    { name: 'n1', tint: '#111111' },
    { name: 'n2', tint: '#111111' },
    { name: 'n3', tint: '#222222' },
    { name: 'n4', tint: null },
  ])
  const logo = `select s.slug, s.logo ->> 'src' = 'file/n2' as old, f.name ~ '^[0-9a-f]{32}$' as own,
    exists (select from file_contents c where c.user_id = f.user_id and c.id = f.id and not c.sealed) as kept
    from stores s left join files f on f.user_id = s.uid and s.logo ->> 'src' = 'file/' || f.name order by 1`
  expect(await read(logo)).toEqual([
    { slug: 's', old: false, own: true, kept: true },
    { slug: 't', old: false, own: null, kept: false },
  ])
  await engine.close()
})
