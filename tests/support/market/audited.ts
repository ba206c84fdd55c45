import type { TestMarket } from './market.ts'

/** Entries of the audit log that the market's clock wrote of an order. */
export const byTimer = ({ db }: TestMarket, orderId: string) =>
  db
    .selectFrom('audit_log')
    .selectAll()
    .where('via', '=', 'timer')
    .where('by_user', 'is', null)
    .where('subject', '=', `order:${orderId}`)
    .orderBy('id')
    .execute()
