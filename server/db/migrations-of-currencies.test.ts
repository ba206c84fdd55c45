import { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'
import { currencyCodes } from '#contract/currencies/codes.ts'
import { migrate, readMigrations } from './migrate.ts'
import { engineOptions, engineOver } from './pglite/engine.ts'

it('the step of currencies keeps rates of other codes, and lets nobody set one again', async () => {
  const engine = engineOver(await PGlite.create(engineOptions))
  const steps = readMigrations()
  await migrate(
    engine.run,
    steps.filter((m) => m.name < '0084'),
  )
  await engine.run(
    `insert into exchange_rates (currency, numerator, denominator)
      values ('EGY', 2, 1), ('XYZ', 2, 1), ('EUR', 27, 25), ('ETH', 3000, 1)`,
    [],
  )
  await migrate(engine.run, steps)
  const read = async (what: string): Promise<unknown[]> => (await engine.run(what, [])).rows
  const codes = async () => (await read('select currency from exchange_rates order by 1')) as { currency: string }[]
  expect((await codes()).map(({ currency }) => currency)).toEqual(['EGY', 'ETH', 'EUR', 'USDT', 'XYZ'])
  expect(await read(`select source, set_by, asked_by from past_rates where currency = 'EGY'`)).toEqual([
    { source: '', set_by: null, asked_by: null },
  ])
  for (const wrong of [
    `update exchange_rates set numerator = 3 where currency = 'EGY'`,
    `insert into exchange_rates (currency, numerator, denominator) values ('XAU', 1, 1)`,
    `insert into exchange_rates (currency, numerator, denominator) values ('egp', 1, 1)`,
  ])
    await expect(engine.run(wrong, [])).rejects.toThrow('exchange_rates_currency')
  await engine.run(`delete from exchange_rates where currency = 'XYZ'`, [])
  await engine.run(`update exchange_rates set numerator = 28, source = 'command' where currency = 'EUR'`, [])
  expect(await read(`select source from past_rates where currency = 'EUR' order by id`)).toEqual([
    { source: '' },
    { source: 'command' },
  ])
  // The same list on both sides.
  const wanted = currencyCodes.filter((code) => code !== 'EUR')
  await engine.run(`insert into exchange_rates (currency, numerator, denominator) select unnest($1::text[]), 1, 1`, [
    wanted,
  ])
  const [{ n }] = (await read(
    `select count(*)::int as n from generate_series(65, 90) a, generate_series(65, 90) b, generate_series(65, 90) c
     where is_currency(chr(a) || chr(b) || chr(c))`,
  )) as [{ n: number }]
  expect(n).toBe(currencyCodes.length)
  await engine.close()
})

it('the step of the market’s currency changes no worth, and lets nobody change it below an order', async () => {
  const engine = engineOver(await PGlite.create(engineOptions))
  const steps = readMigrations()
  await migrate(
    engine.run,
    steps.filter((m) => m.name < '0090'),
  )
  const uid = '00000000-0000-4000-8000-000000000001'
  await engine.run(
    `insert into users (id, email, username, password_hash) values ('${uid}', 'b@example.test', 'B', 'x');
    insert into exchange_rates (currency, numerator, denominator) values ('EUR', 27, 25), ('EGP', 2, 100);
    insert into stores (slug, name, currency) values ('s', 'S', 'USD');
    insert into categories (path, name) values ('Things', '{"en":"Things"}');
    insert into products (store_id, category_id, category_ids, source_id, title, currency, ladder, price)
      select 1, 1, '{1}', currency, '{"en":"Cup"}', currency, '[{"from":1,"price":1000}]', 1000
      from (values (1, 'USD'), (2, 'EUR'), (3, 'EGP'), (4, 'GBP')) as given(n, currency) order by n`,
    [],
  )
  const read = async (what: string): Promise<unknown[]> => (await engine.run(what, [])).rows
  const worths = async () =>
    ((await read('select worth from products order by id')) as { worth: number | null }[]).map(({ worth }) => worth)
  const before = await worths()
  expect(before.map(Number)).toEqual([1000, 1080, 20, 0])
  await migrate(engine.run, steps)
  expect(await worths()).toEqual(before)
  expect(await read('select currency from catalogue_feed')).toEqual([{ currency: 'USD' }])
  await expect(engine.run(`update catalogue_feed set currency = 'XAU'`, [])).rejects.toThrow('check')

  await engine.run(
    `update catalogue_feed set currency = 'JPY';
    update exchange_rates set numerator = 3, denominator = 1 where currency = 'EGP';
    update products set worth = worth`,
    [],
  )
  // Ten pounds are 30 yen, which have no hundredths; a dollar has no rate any more.
  expect((await worths()).map(Number)).toEqual([0, 11, 30, 0])
  const order = (currency: string) =>
    engine.run(
      `insert into orders (id, user_id, group_id, store_id, state, currency, goods, shipping, tax, total, due,
          due_currency, address, rev)
        values ('${uid}:1', '${uid}', '${uid}', 1, 'unpaid', 'JPY', 1, 0, 0, 1, 1, '${currency}', '{}', 1)`,
      [],
    )
  await expect(order('USD')).rejects.toThrow('no longer in USD')
  await order('JPY')
  await expect(engine.run(`update catalogue_feed set currency = 'USD'`, [])).rejects.toThrow('keeps amounts in JPY')
  await engine.run('update catalogue_feed set rev = rev + 1', [])
  await engine.close()
})
