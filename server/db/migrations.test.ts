import { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'
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
}, 30_000)

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
}, 60_000)
