import { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'
import { OperatorAct } from '#contract/operator/schema-acts.ts'
import { migrate, readMigrations } from './migrate.ts'
import { engineOptions, engineOver } from './pglite/engine.ts'

it('the step of finding takes a market with goods along: worth, codes, and vectors to be made anew', async () => {
  const engine = engineOver(await PGlite.create(engineOptions))
  const steps = readMigrations()
  await migrate(
    engine.run,
    steps.filter((m) => m.name < '0003'),
  )
  await engine.run(
    `
    insert into stores (slug, name, currency) values ('a', 'A', 'EUR');
    insert into categories (path, name) values ('Things', '{"en":"Things"}');
    insert into exchange_rates (currency, numerator, denominator) values ('EUR', 27, 25);
    insert into products (
        store_id, category_id, category_ids, source_id, title, currency, ladder, price, attributes, tokens)
      select 1, 1, '{1}', currency, '{"en":"Cup"}', currency, '[]', 1000,
        '[{"name":"EAN","value":"2, 1"},{"name":"Model","value":"X, Y"},{"name":"Colour","value":"red"}]', 'cup'
      from unnest(array['USD', 'EUR', 'XAF']) as currency`,
    [],
  )
  await migrate(engine.run, steps)
  expect(
    (await engine.run('select currency, worth, codes, tokens, title_words from products order by id', [])).rows,
  ).toEqual([
    { currency: 'USD', worth: 1000, codes: ['1', '2', 'X, Y'], tokens: null, title_words: 1 },
    { currency: 'EUR', worth: 1080, codes: ['1', '2', 'X, Y'], tokens: null, title_words: 1 },
    { currency: 'XAF', worth: null, codes: ['1', '2', 'X, Y'], tokens: null, title_words: 1 },
  ])
  await engine.close()
})

it('the step of pieces keeps each posting, in the piece of its product', async () => {
  const engine = engineOver(await PGlite.create(engineOptions))
  const steps = readMigrations()
  await migrate(
    engine.run,
    steps.filter((m) => m.name < '0006_postings'),
  )
  const before =
    'insert into search_terms (term, products, postings) select $1, cardinality(p), p from (select $2::bigint[] as p) x'
  const posting = (id: number): number => id * 4096 + 16
  await engine.run(before, ['cup', [posting(1), posting(4095), posting(4096), posting(9000)]])
  await engine.run(before, ['pot', [posting(4097)]])
  await migrate(engine.run, steps)
  expect((await engine.run('select * from search_terms order by term, piece', [])).rows).toEqual([
    { term: 'cup', piece: 0, products: 2, postings: [posting(1), posting(4095)] },
    { term: 'cup', piece: 1, products: 1, postings: [posting(4096)] },
    { term: 'cup', piece: 2, products: 1, postings: [posting(9000)] },
    { term: 'pot', piece: 1, products: 1, postings: [posting(4097)] },
  ])
  await engine.close()
})

it('the step of minor units rewrites what was stored in hundredths, and devices hear of it', async () => {
  const engine = engineOver(await PGlite.create(engineOptions))
  const steps = readMigrations()
  await migrate(
    engine.run,
    steps.filter((m) => m.name < '0008_minor'),
  )
  const [buyer, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  const currencies = "unnest(array['USD', 'XOF', 'KWD', 'IQD', 'IDR']) with ordinality as c(currency, n)"
  await engine.run(
    `
    insert into exchange_rates (currency, numerator, denominator)
      values ('XOF', 17, 10000), ('IQD', 1, 1310), ('KWD', 325, 100);
    insert into users (id, email, username, password_hash)
      values ('${buyer}', 'a@b.c', 'A', ''), ('${other}', 'd@e.f', 'D', '');
    insert into feeds (user_id, rev, stamp) values ('${buyer}', 7, 1), ('${other}', 7, 1);
    insert into categories (path, name) values ('Things', '{"en":"Things"}');
    insert into stores (slug, name, currency, shipping) select currency, currency, currency, 150000 from ${currencies};
    insert into products (store_id, category_id, category_ids, source_id, title, currency, ladder, price, turnover)
      select n, 1, '{1}', currency, '{"en":"Cup"}', currency, '[{"from":1,"price":250050},{"from":10,"price":40}]',
        250050, 500100 from ${currencies};
    insert into variants (product_id, sku, label, extra) select n, 'red', '{"en":"Red"}', -49950 from ${currencies};
    insert into cart_lines (user_id, store_id, product_id, variant_id, num, seen_price, currency, rev)
      select u.id, n, n, 0, 3, 250050, currency, 5 from users u, ${currencies}
      where u.id = '${buyer}' or currency = 'USD';
    insert into orders (id, user_id, group_id, store_id, state, currency, goods, shipping, tax, total, due,
        due_currency, address, rev)
      select currency, '${buyer}', '${buyer}', n, 'unpaid', currency, 500100, 150000, 25, 650125, 1105,
        'USD', '{}', 6 from ${currencies};
    insert into order_lines (order_id, product_id, variant_id, num, price, amount, title)
      select currency, n, 0, 2, 250050, 500100, '{}' from ${currencies}`,
    [],
  )
  const read = async (what: string): Promise<unknown[]> => (await engine.run(what, [])).rows
  const [{ rev: before }] = (await read('select rev from catalogue_feed')) as [{ rev: number }]
  const amounts = (text: string): Promise<unknown[]> => read(`select ${text} order by 1`)
  const unchanged = ['IDR', 'KWD', 'USD']
  const catalogue = `p.currency, p.price, p.ladder #> '{0,price}' as first, p.ladder #> '{1,price}' as second,
      p.turnover, p.worth, v.extra, s.shipping, p.rev > ${before} as raised
    from products p join variants v on v.product_id = p.id join stores s on s.id = p.store_id`
  const carts = 'currency, seen_price, rev from cart_lines where user_id = '
  const orders =
    'o.currency, goods, o.shipping, tax, total, due, l.price, l.amount, o.rev from orders o join order_lines l on l.order_id = o.id'
  const old = {
    catalogue: await amounts(`${catalogue} where p.currency = any('{${unchanged.join(',')}}')`),
    orders: await amounts(`${orders} where o.currency = any('{${unchanged.join(',')}}')`),
  }
  const worths = await amounts("currency, worth from products where currency in ('XOF', 'IQD')")

  await migrate(
    engine.run,
    steps.filter((m) => m.name < '0013'),
  )
  const sameOf = (all: unknown[]) => all.filter((row) => unchanged.includes((row as { currency: string }).currency))
  const now = { catalogue: await amounts(catalogue), orders: await amounts(orders) }
  expect({ catalogue: sameOf(now.catalogue), orders: sameOf(now.orders) }).toEqual(old)
  expect(now.catalogue.filter((row) => !sameOf([row]).length)).toMatchObject([
    {
      currency: 'IQD',
      price: 2_500_500,
      first: 2_500_500,
      second: 400,
      turnover: 5_001_000,
      extra: -499_500,
      shipping: 1_500_000,
      raised: true,
    },
    // 2500.50 and 2001.00 francs: the choice costs 2001.
    { currency: 'XOF', price: 2501, first: 2501, second: 1, turnover: 5001, extra: -500, shipping: 1500, raised: true },
  ])
  // In dollars they are worth what they were, to the cent or to the rounding of half a franc.
  expect(await amounts("currency, worth from products where currency in ('XOF', 'IQD')")).toEqual(worths)
  expect(await amounts(`${carts}'${buyer}'`)).toEqual([
    { currency: 'IDR', seen_price: 250_050, rev: 5 },
    { currency: 'IQD', seen_price: 2_500_500, rev: 8 },
    { currency: 'KWD', seen_price: 250_050, rev: 5 },
    { currency: 'USD', seen_price: 250_050, rev: 5 },
    { currency: 'XOF', seen_price: 2501, rev: 8 },
  ])
  expect(now.orders.filter((row) => !sameOf([row]).length)).toEqual([
    {
      currency: 'IQD',
      goods: 5_001_000,
      shipping: 1_500_000,
      tax: 250,
      total: 6_501_250,
      due: 1105,
      price: 2_500_500,
      amount: 5_001_000,
      rev: 8,
    },
    { currency: 'XOF', goods: 5002, shipping: 1500, tax: 1, total: 6503, due: 1105, price: 2501, amount: 5002, rev: 8 },
  ])
  // A store's figures were counted from the rewritten amounts.
  expect(
    await amounts('s.currency, f.products, f.turnover from store_figures f join stores s on s.id = f.store_id'),
  ).toEqual(
    [500_100, 5_001_000, 500_100, 500_100, 5001].map((turnover, n) => ({
      currency: ['IDR', 'IQD', 'KWD', 'USD', 'XOF'][n],
      products: 1,
      turnover,
    })),
  )
  // Only who owns such amounts has a feed that rose, with a stamp of its own.
  expect(
    await read(
      'select user_id, f.rev, s.stamp = f.stamp as stamped from feeds f left join feed_stamps s using (user_id, rev) order by 1',
    ),
  ).toEqual([
    { user_id: buyer, rev: 8, stamped: true },
    { user_id: other, rev: 7, stamped: null },
  ])
  expect(await read(`select amount from (select rev - ${before} as amount from catalogue_feed) x`)).toEqual([
    { amount: 1 },
  ])
  await engine.close()
})

it('the step of outcomes keeps the keys of the rows that were answered, and no row', async () => {
  const engine = engineOver(await PGlite.create(engineOptions))
  const steps = readMigrations()
  await migrate(
    engine.run,
    steps.filter((m) => m.name < '0049'),
  )
  const uid = '0b8a6e0e-6f0c-4f7d-8a67-0c9e5b7a2d90'
  await engine.run(`insert into users (id, email, username, password_hash) values ($1, 'a@b.example', 'a', '')`, [uid])
  const line = (key: string) => ({ table: 'cartLines', key, rev: 1, row: { num: 5 } })
  const results = [
    { seq: 1, outcome: 'accepted', rows: [line('1:2:0'), line('1:2:0'), line('1:3:0')], createdAt: 7 },
    { seq: 2, outcome: 'refused', refusal: { reason: 'invalid' }, rows: [] },
  ]
  for (const result of results)
    await engine.run(
      "insert into outcomes (user_id, incarnation, seq, hash, result, rev) values ($1, 'thephone', $2, '', $3, 1)",
      [uid, result.seq, result],
    )
  await migrate(engine.run, steps)
  expect((await engine.run('select result from outcomes order by seq', [])).rows).toEqual([
    { result: { seq: 1, outcome: 'accepted', keys: { cartLines: ['1:2:0', '1:3:0'] }, createdAt: 7 } },
    { result: { seq: 2, outcome: 'refused', refusal: { reason: 'invalid' }, keys: {} } },
  ])
  await engine.close()
})

it('the step of acts makes values with ids of what waits for a second operator, and drops what names nobody', async () => {
  const engine = engineOver(await PGlite.create(engineOptions))
  const steps = readMigrations()
  await migrate(
    engine.run,
    steps.filter((m) => m.name < '0054'),
  )
  const [anna, bert] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']
  await engine.run(
    `insert into users (id, email, username, password_hash) values ('${anna}', 'anna@example.test', 'Anna', ''),
      ('${bert}', 'bert@example.test', 'Bert', '')`,
    [],
  )
  const waits = (act: string, ...args: string[]) =>
    engine.run(
      `insert into pending_acts (act, args, subject, asked_by, asked_at, until) values ($1, $2, '', $3, now(), now())`,
      [act, JSON.stringify(args), anna],
    )
  await waits('refund', 'ORDER1', 'operator', 'Closed.')
  await waits('refund', 'ORDER2', 'operator')
  await waits('suspend', 'Bert@example.test', 'Spam.')
  await waits('suspend', 'nobody@example.test', 'Spam.')
  await waits('unsuspend', '7')
  await waits('unsuspend', '3000000000')
  await waits('suspend', 'abc', 'Spam.')
  await waits('operator', 'add', 'bert@example.test', 'orders', 'money')
  await waits('operator', 'remove', 'bert@example.test')
  await waits('second', '1200.5')
  await migrate(engine.run, steps)
  const { rows } = await engine.run('select value from pending_acts order by value::text', [])
  const values = rows.map((row) => (row as { value: unknown }).value)
  expect(values).toHaveLength(7)
  expect(values).toEqual(
    expect.arrayContaining([
      { act: 'refund', order: 'ORDER1', words: 'Closed.' },
      { act: 'refund', order: 'ORDER2' },
      { act: 'suspend', whom: { person: bert }, reason: 'Spam.' },
      { act: 'unsuspend', whom: { store: 7 } },
      { act: 'operator', person: bert, rights: ['orders', 'money'] },
      { act: 'operator', person: bert, rights: null },
      { act: 'limit', limit: 'secondEyesWorth', value: 120_050 },
    ]),
  )
  for (const value of values) expect(OperatorAct.safeParse(value).success).toBe(true)
  await engine.close()
})

it('the step of payment quotes keeps the rates of currencies valid, and takes a coin from among them', async () => {
  const engine = engineOver(await PGlite.create(engineOptions))
  const steps = readMigrations()
  await migrate(
    engine.run,
    steps.filter((m) => m.name < '0070'),
  )
  await engine.run(
    `
    insert into exchange_rates (currency, numerator, denominator) values ('EUR', 27, 25), ('ETH', 3000, 1);
    insert into categories (path, name) values ('Things', '{"en":"Things"}');
    insert into stores (slug, name, currency)
      select currency, currency, currency from unnest(array['EUR', 'ETH']) c(currency);
    insert into products (store_id, category_id, category_ids, source_id, title, currency, ladder, price)
      select id, 1, '{1}', currency, '{"en":"Cup"}', currency, '[{"from":1,"price":100}]', 100 from stores`,
    [],
  )
  const read = async (what: string): Promise<unknown[]> => (await engine.run(what, [])).rows
  const [{ rates }] = (await read('select rates from catalogue_feed')) as [{ rates: number }]
  await migrate(engine.run, steps)
  expect(await read('select currency, fixed, coin, stopped from exchange_rates order by 1')).toEqual([
    { currency: 'ETH', fixed: false, coin: true, stopped: false },
    { currency: 'EUR', fixed: true, coin: false, stopped: false },
    { currency: 'USDT', fixed: true, coin: true, stopped: false },
  ])
  expect(await read('select currency, worth from products order by 1')).toEqual([
    { currency: 'ETH', worth: null },
    { currency: 'EUR', worth: 108 },
  ])
  const [{ rates: after }] = (await read('select rates from catalogue_feed')) as [{ rates: number }]
  expect(after).toBeGreaterThan(rates)
  await engine.close()
})
