import type { OperatorRight } from '#contract/wire/operator-rights.ts'
import { orderDays, type OrderDay } from '#contract/orders/days.ts'

/** The list of what a figure of a day counts: at which desk, who may open it, and of orders by what. */
interface DayList {
  desk: 'orders' | 'people' | 'stores'
  right: OperatorRight
  by?: OrderDay
}

/** The figures that have a list; the others are sums of the book, or of mails that are gone. */
export const dayLists: Readonly<Partial<Record<string, DayList>>> = {
  orders: { desk: 'orders', right: 'orders', by: 'placed' },
  turnover: { desk: 'orders', right: 'orders', by: 'paid' },
  problems: { desk: 'orders', right: 'orders', by: 'reported' },
  people: { desk: 'people', right: 'people' },
  stores: { desk: 'stores', right: 'people' },
}

const DAY = /^2\d{3}-\d{2}-\d{2}$/

/** The day that a desk's address asks for, and of orders by what; nothing where it names none. */
export function dayIn(params: URLSearchParams): { day?: string; by?: OrderDay } {
  const day = params.get('day') ?? ''
  if (!DAY.test(day) || Number.isNaN(Date.parse(day))) return {}
  const by = orderDays.find((one) => one === params.get('by'))
  return { day, ...(by && { by }) }
}
