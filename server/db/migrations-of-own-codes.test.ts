import { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'
import { migrate, readMigrations } from './migrate.ts'
import { engineOptions, engineOver } from './pglite/engine.ts'

const [buyer, other, left] = ['a', 'b', 'c'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`)

it('the step of own codes gives lines of before the codes of their goods, and devices hear of it', async () => {
  const engine = engineOver(await PGlite.create(engineOptions))
  const steps = readMigrations()
  await migrate(
    engine.run,
    steps.filter((m) => m.name < '0080'),
  )
  // Products 1 (with a code), 2 (taken away since, with a code and choices) and 3 (with neither).
  await engine.run(
    `
    insert into users (id, email, username, password_hash)
      values ('${buyer}', 'a@b.test', 'A', ''), ('${other}', 'b@b.test', 'B', ''), ('${left}', 'c@b.test', 'C', '');
    insert into feeds (user_id, rev, stamp) values ('${buyer}', 7, 1), ('${other}', 7, 1);
    insert into categories (path, name) values ('Things', '{"en":"Things"}');
    insert into stores (slug, name, currency) values ('s', 'S', 'USD');
    insert into products (store_id, category_id, category_ids, source_id, title, currency, ladder, price, attributes,
        code, active, offered, deleted)
      select 1, 1, '{1}', n, '{"en":"Cup"}', 'USD', '[]', 100, '[]', code, not gone, not gone, gone
      from (values (1, 'CUP-1', false), (2, 'CUP-2', true), (3, '', false)) as given(n, code, gone);
    insert into variants (product_id, sku, label) values (2, 'RED', '{"en":"Red"}'), (3, 'BLUE', '{"en":"Blue"}');
    insert into orders (id, user_id, group_id, store_id, state, currency, goods, shipping, tax, total, due,
        due_currency, address, rev, store_rev)
      select id, uid, uid, 1, 'paid', 'USD', 100, 0, 0, 100, 100, 'USD', '{}', 6, 4 from (values
        ('one', '${buyer}'::uuid), ('bare', '${buyer}'::uuid), ('never', '${other}'::uuid), ('gone', '${left}'::uuid)
      ) as given(id, uid);
    insert into order_lines (order_id, product_id, variant_id, num, price, amount, title)
      select id, product, variant, 1, 100, 100, '{}' from (values
        ('one', 1, 0), ('one', 2, 1), ('one', 2, 99), ('bare', 3, 0), ('never', 3, 0), ('gone', 3, 2)
      ) as given(id, product, variant);
    update orders set store_rev = 4`,
    [],
  )
  await migrate(engine.run, steps)
  const read = async (what: string): Promise<unknown[]> => (await engine.run(what, [])).rows
  expect(
    await read('select order_id, product_id, variant_id, code, sku from order_lines order by 1, 2, 3').then((rows) =>
      rows.map((row) => Object.values(row as object).join(' ')),
    ),
  ).toEqual(['bare 3 0  ', 'gone 3 2  BLUE', 'never 3 0  ', 'one 1 0 CUP-1 ', 'one 2 1 CUP-2 RED', 'one 2 99 CUP-2 '])
  expect(await read('select id, rev, store_rev from orders order by id')).toEqual([
    { id: 'bare', rev: 6, store_rev: 4 },
    { id: 'gone', rev: 6, store_rev: null },
    { id: 'never', rev: 6, store_rev: 4 },
    { id: 'one', rev: 8, store_rev: null },
  ])
  expect(await read('select user_id, rev, stamp <> 1 as stamped from feeds order by user_id')).toEqual([
    { user_id: buyer, rev: 8, stamped: true },
    { user_id: other, rev: 7, stamped: false },
  ])
  expect(await read('select user_id, rev from feed_stamps')).toEqual([{ user_id: buyer, rev: 8 }])
  await engine.close()
})
