import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Input, Stated } from '#contract/registry.ts'
import { CATEGORIES_MAX, CATEGORY_LEVELS_MAX } from '#contract/categories/tree.ts'
import { fillSearch } from '#server/search/fill.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { newOperator } from '../../support/market/operator.ts'
import { makeShop } from '../../support/market/orders.ts'

// The tree of categories as an operator makes it on a screen, in a market that starts with none: goods stand in it, are
// found by its names, and go along with it.

let market: TestMarket
let token: string
beforeAll(async () => {
  market = await openTestMarket()
  token = await newOperator(market, 'catalogue')
})
afterAll(() => market.close())
beforeEach(async () => {
  await sql`delete from products`.execute(market.db)
  await sql`delete from categories`.execute(market.db)
})

const ask = (name: string, input: object) => market.call(`/api/operator/${name}`, input, token)
const set = (input: Partial<Input<'operator.categorySet'>>) =>
  ask('categorySet', { id: 0, pid: 0, sort: 0, name: { en: 'Things' }, ...input })
const put = async (input: Parameters<typeof set>[0]): Promise<number> => {
  const answer = await set(input)
  expect(answer).toMatchObject({ code: 1 })
  return (answer.data as Stated<'operator.categorySet'>).id
}
const tree = async () => ((await ask('categories', {})).data as Stated<'operator.categories'>).categories
const visitors = async () =>
  ((await market.call('/api/index/category', {})).data as Stated<'catalogue.categories'>).categories
const searched = async (query: string) =>
  ((await market.call('/api/index/search_pro', { query })).data as Stated<'search.products'>).ids
const listed = async (categoryId: number) =>
  ((await market.call('/api/index/pro', { categoryId })).data as Stated<'catalogue.products'>).ids

/** A product that anybody can buy, in a category. */
async function product(categoryId: number): Promise<number> {
  const { ids } = await makeShop(market.db, [{}])
  await sql`update products set category_id = ${categoryId}::int, title = '{"en": "Whistling can"}', tokens = null,
    category_ids = (select ancestors from categories where id = ${categoryId}::int) where id = ${ids[0]!}::int`.execute(
    market.db,
  )
  await fillSearch(market.db)
  return ids[0]!
}

it('grows from nothing: made, seen by visitors, changed, and removed once empty', async () => {
  expect(await tree()).toEqual([])
  const kitchen = await put({ name: { en: 'Kitchen', zh: '厨房' }, sort: 20 })
  const pots = await put({ pid: kitchen, name: { en: 'Pots' } })
  const garden = await put({ name: { en: 'Garden' }, sort: 10 })
  const of = { goods: 0, sort: 0, picture: null }
  expect(await tree()).toEqual([
    { ...of, id: pots, pid: kitchen, name: { en: 'Pots' } },
    { ...of, id: garden, pid: 0, name: { en: 'Garden' }, sort: 10, picture: 'drawn/potted-plant/single-glow-11' },
    {
      ...of,
      id: kitchen,
      pid: 0,
      name: { en: 'Kitchen', zh: '厨房' },
      sort: 20,
      picture: 'drawn/cooking/single-glow-1',
    },
  ])
  const pot = await product(pots)
  expect((await visitors()).map(({ id, pid }) => [id, pid])).toEqual(
    expect.arrayContaining([
      [kitchen, 0],
      [pots, kitchen],
      [garden, 0],
    ]),
  )
  expect((await ask('categoryRemove', { id: pots })).msg).toContain('still has products or categories in it')
  expect((await ask('categoryRemove', { id: kitchen })).msg).toContain('still has products or categories in it')
  expect((await tree()).find(({ id }) => id === pots)!.goods).toBe(1)
  await sql`delete from products where id = ${pot}::int`.execute(market.db)
  expect((await ask('categoryRemove', { id: pots })).code).toBe(1)
  expect((await ask('categoryRemove', { id: kitchen })).code).toBe(1)
  expect((await tree()).map(({ id }) => id)).not.toContain(kitchen)
  const log = await market.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  expect(log).toMatchObject({ what: 'category.remove', subject: `category:${kitchen}`, via: 'screen', after: null })
})

it('goods are found by what their category is called now, and listed where it stands now', async () => {
  const kitchen = await put({ name: { en: 'Kitchen' } })
  const pots = await put({ pid: kitchen, name: { en: 'Pots' } })
  const garden = await put({ name: { en: 'Garden' } })
  const pot = await product(pots)
  expect(await searched('pots')).toEqual([pot])
  expect(await listed(kitchen)).toEqual([pot])

  await put({ id: pots, pid: kitchen, name: { en: 'Kettles' } })
  expect(await searched('pots')).toEqual([])
  expect(await searched('kettles')).toEqual([pot])
  await put({ id: kitchen, name: { en: 'Scullery' } })
  expect(await searched('scullery')).toEqual([pot])

  await put({ id: pots, pid: garden, name: { en: 'Kettles' } })
  expect(await listed(kitchen)).toEqual([])
  expect(await listed(garden)).toEqual([pot])
  expect(await searched('scullery')).toEqual([])
  expect(await searched('garden whistling')).toEqual([pot])
  // With what stands below it.
  await put({ id: garden, pid: kitchen, name: { en: 'Garden' } })
  expect(await listed(kitchen)).toEqual([pot])
  const row = await market.db.selectFrom('products').select('category_ids').where('id', '=', pot).executeTakeFirst()
  expect(row!.category_ids).toEqual([pots, garden, kitchen])
})

it('refuses what no tree can be, and changes nothing', async () => {
  const ids = [0]
  for (let n = 1; n <= CATEGORY_LEVELS_MAX; n++) ids.push(await put({ pid: ids.at(-1)!, name: { en: `Level ${n}` } }))
  const [, top, second] = ids as [number, number, number]
  const before = await tree()
  const msgOf = async (input: Parameters<typeof set>[0]) => (await set(input)).msg
  expect(await msgOf({ pid: ids.at(-1)! })).toContain('or this deep')
  expect(await msgOf({ id: top, pid: second, name: { en: 'Level 1' } })).toContain('below itself')
  expect(await msgOf({ id: top, pid: top, name: { en: 'Level 1' } })).toContain('below itself')
  expect(await msgOf({ name: { en: ' LEVEL 1 ' } })).toContain('already')
  expect(await msgOf({ name: { zh: '厨房' } })).toContain('name in en')
  expect(await msgOf({ pid: 2_000_000_000 })).toContain('no category')
  expect(await msgOf({ id: 2_000_000_000 })).toContain('no category')
  expect((await ask('categoryRemove', { id: 2_000_000_000 })).msg).toContain('no category')
  expect(await tree()).toEqual(before)
  const other = await newOperator(market, 'site')
  expect((await market.call('/api/operator/categories', {}, other)).code).not.toBe(1)
  await sql`insert into categories (path, name) select 'more ' || n, '{"en": "More"}'
    from generate_series(1, ${sql.lit(CATEGORIES_MAX)}) n`.execute(market.db)
  expect(await msgOf({ name: { en: 'One more' } })).toContain(`already ${CATEGORIES_MAX} categories`)
})

it('a command does the same', async () => {
  const command = async (...args: string[]) => (await operate(market.db, ['category', ...args], Date.now())).text
  expect(await command('list')).toBe('No categories.')
  const id = /\d+/.exec(await command('put', 'new', '-', '5', 'en=Shoes', 'ar=أحذية'))![0]
  const below = /\d+/.exec(await command('put', 'new', id, '0', 'en=Boots'))![0]
  expect(await command('list')).toBe(`${id}  Shoes  0\n  ${below}  Boots  0`)
  expect(await command('put', id, '-', '5', 'xx=Shoes')).toContain('no language')
  expect(await command('remove', id)).toContain('still has products or categories in it')
  await command('remove', below)
  expect(await command('remove', id)).toBe(`The category ${id} is removed.`)
})
