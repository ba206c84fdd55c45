import { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'
import { migrate, readMigrations } from './migrate.ts'
import { engineOptions, engineOver } from './pglite/engine.ts'

const buyer = 'aaaaaaaa-0000-4000-8000-000000000000'

it('the step of invoices gives unpaid orders the rate of their country, where their tax follows from it', async () => {
  const engine = engineOver(await PGlite.create(engineOptions))
  const steps = readMigrations()
  await migrate(
    engine.run,
    steps.filter((m) => m.name < '0088'),
  )
  // The store adds 7% everywhere but in Germany, where its prices include 19%; in Egypt it adds 14%.
  await engine.run(
    `
    insert into users (id, email, username, password_hash) values ('${buyer}', 'a@b.test', 'A', '');
    insert into stores (slug, name, currency, tax_basis_points) values ('s', 'S', 'USD', 700), ('t', 'T', 'USD', 700);
    update store_notices set taxes = '{"DE":{"rate":1900,"included":true},"EG":{"rate":1400,"included":false}}'
      where store_id = 1;
    update store_notices set tax_included = true where store_id = 2;
    insert into orders (id, user_id, group_id, store_id, state, currency, goods, shipping, tax, tax_included, total,
        due, due_currency, address, rev)
      select id, '${buyer}', '${buyer}', store, state, 'USD', 1005, 0, tax, included, 1005 + tax, 1005 + tax, 'USD',
        case when country = '' then '{}' else jsonb_build_object('country', country) end, 6
      from (values
        ('added', 1, 'unpaid', 'EG', 141, 0), ('included', 1, 'unpaid', 'DE', 0, 160),
        ('rest', 1, 'unpaid', 'JP', 70, 0), ('nowhere', 1, 'unpaid', '', 70, 0), ('within', 2, 'unpaid', 'EG', 0, 66),
        ('before', 1, 'unpaid', 'EG', 70, 0), ('other', 1, 'unpaid', 'DE', 160, 0), ('paid', 1, 'paid', 'EG', 141, 0)
      ) as given(id, store, state, country, tax, included)`,
    [],
  )
  await migrate(engine.run, steps)
  const { rows } = await engine.run('select id, tax_rate from orders', [])
  expect(Object.fromEntries(rows.map(({ id, tax_rate: rate }) => [id, rate]))).toEqual({
    ...{ added: 1400, included: 1900, rest: 700, nowhere: 700, within: 700 },
    // Reckoned by other rates, or paid before there were invoices.
    ...{ before: null, other: null, paid: null },
  })
  await engine.close()
})
