import { decimalOf } from '#contract/currencies/money.ts'
import { writeTable } from '#contract/text/table-text.ts'
import type { FiguresDay, OperatorOrder } from '#contract/operator/schema-desks.ts'

const money = ['turnover', 'held', 'fees'] as const
const counts = ['orders', 'people', 'stores', 'problems', 'mails', 'bounces'] as const

/** Figures as a table, a row a day, the oldest first; amounts as decimals of `currency`. */
export const figuresFile = (days: readonly FiguresDay[], currency: string): string =>
  writeTable([
    ['day', 'currency', ...money, ...counts],
    ...days.map((day) => [
      day.day,
      currency,
      ...money.map((name) => decimalOf(day[name], currency)),
      ...counts.map((name) => String(day[name] ?? 0)),
    ]),
  ])

/** Orders as a table, with times in UTC. Buyers stay out of it: a file is out of reach when an account goes. */
export const ordersFile = (orders: readonly OperatorOrder[]): string =>
  writeTable([
    ['order', 'placed', 'state', 'store', 'currency', 'total'],
    ...orders.map(({ number, at, state, store, currency, total }) => [
      ...[number, new Date(at).toISOString(), state, store, currency],
      decimalOf(total, currency),
    ]),
  ])
