import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { demoLogins } from './db/seed/buyers.ts'
import { createMarket, type Market } from './market.ts'

// The demo market as it is at its first start: each buyer has orders, and the ledger agrees with them.

let market: Market
beforeAll(async () => {
  market = await createMarket({ mailer: { send: async () => undefined }, page: undefined, demo: () => undefined })
}, 60_000)
afterAll(() => market.close())

it('has orders of each buyer in every state that can last', async () => {
  const { rows } = await sql<{ email: string; states: string[] }>`
    select u.email, array_agg(o.state order by o.state) as states from orders o
    join users u on u.id = o.user_id group by u.email order by u.email`.execute(market.db)
  expect(rows).toEqual(
    demoLogins
      .map(({ email }) => ({ email, states: ['cancelled', 'paid', 'received', 'shipped'] }))
      .sort((a, b) => (a.email < b.email ? -1 : 1)),
  )
})

it('holds in escrow what is paid and not yet received, and owes nobody', async () => {
  const { rows } = await sql<{ account: string; sum: number }>`
    select split_part(account, ':', 1) as account, sum(amount)::float8 as sum from ledger_postings
    group by 1`.execute(market.db)
  const sums = Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
  const { rows: orders } = await sql<{ state: string; due: number }>`
    select state, sum(due)::float8 as due from orders group by state`.execute(market.db)
  const due = Object.fromEntries(orders.map((row) => [row.state, row.due]))
  expect(sums['escrow']).toBe(due['paid']! + due['shipped']!)
  expect(sums['store']).toBe(due['received'])
  expect(Object.values(sums).reduce((all, sum) => all + sum, 0)).toBe(0)
})
