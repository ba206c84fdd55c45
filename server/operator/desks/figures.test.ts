import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { OrderSetting } from '../../../tests/support/market/order-setting.ts'
import { figuresOf } from './figures.ts'
import { findOrders, findPeople, findStores } from '../find.ts'

const DAY = 86_400_000
const setting = new OrderSetting()
const { placed, pay, act } = setting
// 3 pieces at 500: goods 1500, tax 105, shipping 900.
const DUE = 2505

/** The ledger's times are the database's: what it wrote is moved to the market's day, which nobody else may do. */
const asOf = (at: number) =>
  setting.market.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await tx
      .updateTable('ledger_entries')
      .set({ created_at: new Date(at) })
      .where('created_at', '>', new Date(setting.now + 200 * DAY))
      .execute()
  })

it('counts each of the last days exactly, and what was held at its end', async () => {
  const { market } = setting
  const before = await figuresOf(market.db, 7, setting.now + 2 * DAY)
  const at = (back: number) => before.days.at(-1 - back)!
  const base = at(0).held

  const first = await placed(3)
  await pay([first])
  await asOf(setting.now)
  setting.now += DAY
  await placed(5)
  await asOf(setting.now)
  await act('refund', first)
  await asOf(setting.now)
  setting.now += DAY

  const { days, currency } = await figuresOf(market.db, 7, setting.now)
  expect(currency).toBe('USD')
  expect(days).toHaveLength(7)
  expect(days.map(({ day }) => day)).toEqual(before.days.map(({ day }) => day))
  const lastDays = days
    .slice(-3)
    .map(({ orders, turnover, held, problems }) => [orders, turnover, held - base, problems])
  expect(lastDays).toEqual([
    [1, DUE, DUE, 0],
    [1, 0, 0, 0],
    [0, 0, 0, 0],
  ])
  expect(days.slice(0, 4).every((day) => day.held === base && day.orders === 0)).toBe(true)
})

it('counts a day from its first to its last moment, in UTC', async () => {
  const { market } = setting
  const midnight = Date.UTC(2027, 3, 5)
  const people = async (at: number) => (await figuresOf(market.db, 7, at)).days.map((day) => day.people)
  const person = await market.person()
  const born = (at: number) =>
    market.db
      .updateTable('users')
      .set({ created_at: new Date(at) })
      .where('id', '=', person.uid)
      .execute()
  await born(midnight)
  expect(await people(midnight)).toEqual([0, 0, 0, 0, 0, 0, 1])
  await born(midnight - 1)
  expect(await people(midnight)).toEqual([0, 0, 0, 0, 0, 1, 0])
  await born(midnight - 6 * DAY)
  expect(await people(midnight + DAY - 1)).toEqual([1, 0, 0, 0, 0, 0, 0])
  await born(midnight - 6 * DAY - 1)
  expect(await people(midnight)).toEqual([0, 0, 0, 0, 0, 0, 0])
})

it('leads to lists of what it counts', async () => {
  const { db } = setting.market
  const { days } = await figuresOf(db, 90, setting.now)
  const counted = days.filter(({ orders, people }) => orders + people > 0)
  expect(counted.some(({ orders }) => orders > 0)).toBe(true)
  for (const { day, orders, people, stores, problems } of counted) {
    const placed = await findOrders(db, { day, by: 'placed' })
    const reported = await findOrders(db, { day, by: 'reported' })
    const [born, opened] = [await findPeople(db, { day }), await findStores(db, { day })]
    const lists = [placed.orders, born.people, opened.stores, reported.orders].map((list) => list.length)
    expect(lists, day).toEqual([orders, people, stores, problems])
  }
  const paid = days.filter(({ turnover }) => turnover > 0)
  expect(paid.length).toBeGreaterThan(0)
  for (const { day } of paid) expect((await findOrders(db, { day, by: 'paid' })).orders).not.toEqual([])
  expect(await findOrders(db, { day: '2001-01-01' })).toEqual({ orders: [], more: false })
})
