import { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'
import { migrate, readMigrations } from './migrate.ts'
import { engineOptions, engineOver } from './pglite/engine.ts'

it('the step of guessed pictures takes them from imported goods alone, and devices hear of it', async () => {
  const engine = engineOver(await PGlite.create(engineOptions))
  const steps = readMigrations()
  await migrate(
    engine.run,
    steps.filter((m) => m.name < '0017_no_guessed'),
  )
  const picture = (src: string): string => `{"src":"${src}","tint":"#ffffff"}`
  await engine.run(
    `
    insert into stores (slug, name, currency, logo) values ('a', 'A', 'USD', '${picture('drawn/package/badge-slant-0')}');
    insert into categories (path, name, picture) values ('Things', '{"en":"Things"}', 'drawn/package/single-glow-0');
    insert into products (
        store_id, category_id, category_ids, source_id, source_hash, title, currency, ladder, price, pictures)
      values (1, 1, '{1}', 'guessed', 'x', '{}', 'USD', '[]', 1, '[${picture('drawn/megaphone/single-glow-0')}]'),
        (1, 1, '{1}', 'demo', null, '{}', 'USD', '[]', 1, '[${picture('drawn/teapot/single-glow-0')}]')`,
    [],
  )
  const rows = async (text: string): Promise<unknown[]> => (await engine.run(text, [])).rows
  const [{ rev: before }] = (await rows('select rev from catalogue_feed')) as [{ rev: number }]
  await migrate(engine.run, steps)
  expect(
    await rows(
      `select source_id, jsonb_array_length(pictures) as shown, rev > ${before} as raised from products order by id`,
    ),
  ).toEqual([
    { source_id: 'guessed', shown: 0, raised: true },
    { source_id: 'demo', shown: 1, raised: false },
  ])
  expect(await rows(`select logo, rev > ${before} as raised from stores`)).toEqual([{ logo: null, raised: true }])
  expect(await rows('select picture from categories')).toEqual([{ picture: null }])
  await engine.close()
})
