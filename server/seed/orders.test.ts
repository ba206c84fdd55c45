import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { demoLogins } from './buyers.ts'
import { createMarket, type Market } from '../market.ts'
import { offerInDemo } from './quotes.ts'

// The demo market as it is at its first start: each buyer has orders, and the ledger agrees with them.

let market: Market
beforeAll(async () => {
  market = await createMarket({ mailer: { send: async () => undefined }, page: undefined, demo: () => undefined })
})
afterAll(() => market.close())

it('has orders of each buyer in every state that can last, and one of them is assessed', async () => {
  const { rows } = await sql<{ email: string; states: string[] }>`
    select u.email, array_agg(o.state order by o.state) as states from orders o
    join users u on u.id = o.user_id group by u.email order by u.email`.execute(market.db)
  expect(rows).toEqual(
    demoLogins
      .map(({ email }) => ({
        email,
        states: [
          ...(email === 'demo@caravan.example' ? ['assessed'] : []),
          'cancelled',
          'paid',
          'received',
          'shipped',
        ].filter((state) => email !== 'demo@caravan.example' || state !== 'received'),
      }))
      .sort((a, b) => (a.email < b.email ? -1 : 1)),
  )
})

it('holds in escrow what is paid and not yet received, and owes nobody', async () => {
  const { rows } = await sql<{ account: string; sum: number }>`
    select split_part(account, ':', 1) as account, sum(amount)::float8 / 10000 as sum from ledger_postings
    group by 1`.execute(market.db)
  const sums = Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
  const { rows: orders } = await sql<{ state: string; due: number }>`
    select state, sum(due)::float8 as due from orders group by state`.execute(market.db)
  const due = Object.fromEntries(orders.map((row) => [row.state, row.due]))
  expect(sums['escrow']).toBe(due['paid']! + due['shipped']!)
  expect(sums['store']).toBe(due['received']! + due['assessed']!)
  expect(Object.values(sums).reduce((all, sum) => all + sum, 0)).toBe(0)
})

it('has questions that wait for the seller among its people, one about a product and one with a picture, and some for its operator', async () => {
  const { rows } = await sql<{ store: string | null; subject: string | null; pictures: number; waits: boolean }>`
    select s.name as store, t.subject_kind as subject, t.asked_at < now() - interval '1 day' as waits,
      (select sum(jsonb_array_length(l.pictures))::int from talk_lines l where l.talk_id = t.id) as pictures
    from talks t left join stores s on s.id = t.store_id where t.asked_at is not null order by 1, 4`.execute(market.db)
  expect(rows).toEqual([
    { store: 'Paper Lantern Trading', subject: 'product', pictures: 0, waits: true },
    { store: 'Paper Lantern Trading', subject: 'product', pictures: 1, waits: true },
    { store: null, subject: null, pictures: 0, waits: true },
    { store: null, subject: null, pictures: 0, waits: true },
  ])
})

it('has a price that is asked for and reviews that nobody has answered, for the seller among its people, whom no demo seller answers for', async () => {
  const { rows } = await sql<{ store: string; state: string; reviews: number }>`
    select s.name as store, q.state, (select count(*)::int from reviews r where r.store_id = s.id and r.reply is null
      and r.to_store) as reviews from quotes q join stores s on s.id = q.store_id`.execute(market.db)
  expect(rows).toEqual([{ store: 'Paper Lantern Trading', state: 'open', reviews: expect.any(Number) }])
  expect(rows[0]!.reviews).toBeGreaterThan(0)
  expect(await offerInDemo(market.db, Date.now())).toBe(0)
})

it('keeps each line of a conversation with its store, and nobody talks to a store of their own', async () => {
  const { rows } = await sql<{ apart: number; own: number }>`
    select count(*) filter (where l.store_id <> t.store_id)::int as apart,
      count(*) filter (where exists (select from store_members m where m.user_id = t.user_id
        and m.store_id = t.store_id))::int as own
    from talk_lines l join talks t on t.user_id = l.user_id and t.id = l.talk_id`.execute(market.db)
  expect(rows).toEqual([{ apart: 0, own: 0 }])
})

it('leaves no screen of its buyer empty, and gives its seller the application that made her one', async () => {
  const { rows: counted } = await sql<Record<string, number>>`
    select u.email, (select count(*)::int from favourites f where f.user_id = u.id) as favourites,
      (select count(*)::int from cart_lines c where c.user_id = u.id) as cart,
      (select count(*)::int from list_lines l where l.user_id = u.id) as list,
      (select count(*)::int from watches w where w.user_id = u.id and is_on) as watches,
      (select count(*)::int from own_reviews r where r.user_id = u.id) as reviews,
      (select count(*)::int from order_reports r where r.user_id = u.id) as reports,
      (select count(*)::int from loans l where l.user_id = u.id) as loans,
      (select count(*)::int from talks t where t.user_id = u.id) as talks
    from users u where email = 'demo@caravan.example'`.execute(market.db)
  expect(counted).toEqual([
    {
      email: 'demo@caravan.example',
      ...{ favourites: 6, cart: 3, list: 4, watches: 1 },
      ...{ reviews: 1, reports: 1 },
      ...{ loans: 1, talks: 3 },
    },
  ])
  const { rows: sellers } = await sql<{ email: string; state: string; receipt: string | null; member: boolean }>`
    select u.email, a.state, a.receipt, exists (select from store_members m where m.user_id = u.id
      and m.store_id = a.store_id) as member
    from merchant_applications a join users u on u.id = a.user_id`.execute(market.db)
  expect(sellers).toEqual([
    { email: 'lin@caravan.example', state: 'approved', receipt: expect.stringMatching(/^sealed:/), member: true },
  ])
  const { rows: files } = await sql<{ sealed: boolean }>`select sealed from file_contents order by sealed`.execute(
    market.db,
  )
  expect(files.map(({ sealed }) => sealed)).toEqual([false, true, true, true])
})

it('has one store for the seller among its people, which her application led to', async () => {
  const { rows } = await sql<{ store: string }>`
    select s.name as store from store_members m join stores s on s.id = m.store_id`.execute(market.db)
  expect(rows).toEqual([{ store: 'Paper Lantern Trading' }])
})
