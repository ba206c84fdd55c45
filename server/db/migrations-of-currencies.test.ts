import { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'
import { currencies } from '#contract/rules/currencies.ts'
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
  const wanted = currencies.filter((code) => code !== 'EUR')
  await engine.run(`insert into exchange_rates (currency, numerator, denominator) select unnest($1::text[]), 1, 1`, [
    wanted,
  ])
  const [{ n }] = (await read(
    `select count(*)::int as n from generate_series(65, 90) a, generate_series(65, 90) b, generate_series(65, 90) c
     where is_currency(chr(a) || chr(b) || chr(c))`,
  )) as [{ n: number }]
  expect(n).toBe(currencies.length)
  await engine.close()
})
