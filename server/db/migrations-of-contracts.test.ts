import { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'
import { migrate, readMigrations } from './migrate.ts'
import { engineOptions, engineOver } from './pglite/engine.ts'

const seller = 'aaaaaaaa-0000-4000-8000-000000000000'
const application = 'bbbbbbbb-0000-4000-8000-000000000000'

/** A market in which somebody signed before the step of contracts, or nobody was, as it is after it. */
async function migrated(signed: boolean) {
  const engine = engineOver(await PGlite.create(engineOptions))
  const steps = readMigrations()
  await migrate(
    engine.run,
    steps.filter((m) => m.name < '0091'),
  )
  if (signed)
    await engine.run(
      `insert into users (id, email, username, password_hash) values ('${seller}', 'a@b.test', 'A', '');
      insert into merchant_applications (id, user_id, state, store_name, name_key, real_name, files, code, asked,
          receipt, submitted_at, rev)
        values ('${application}', '${seller}', 'approved', 'Lin', 'lin', 'Lin Wei', '{}', '', '[]', '{"version":3}',
          '2026-01-01T00:00:00Z', 1)`,
      [],
    )
  await migrate(engine.run, steps)
  const read = async (what: string): Promise<unknown[]> => (await engine.run(what, [])).rows
  const first = await read("select value::int as value from settings where name = 'contractFirst'")
  const kept = await read('select receipt, due_at, contract_version, contract_notified from merchant_applications')
  await engine.run(`insert into contract_versions values (5, 'en', 'Be kind.', 'Be kind.', now())`, [])
  const refused = await Promise.all(
    [`update contract_versions set body = 'x'`, 'delete from contract_versions'].map((change) =>
      engine.run(change, []).then(
        () => undefined,
        (error: Error) => error.message,
      ),
    ),
  )
  await engine.close()
  return { first, kept, refused }
}

it('the step of contracts goes on after the versions that came with the app, where they may have been signed', async () => {
  const never = 'a published contract never changes'
  expect(await migrated(true)).toEqual({
    first: [{ value: 4 }],
    kept: [{ receipt: '{"version":3}', due_at: null, contract_version: null, contract_notified: 0 }],
    refused: [never, never],
  })
  expect(await migrated(false)).toEqual({ first: [], kept: [], refused: [never, never] })
})
