// Why money moved, as the entries of the ledger name it.

/** Moves of an order's money: held, given to the store (whole or by parcel), or given back to the buyer. */
type OrderCause = 'paid' | 'received' | `parcel:${number}` | 'refunded' | 'rest' | `part:${string}` | `report:${string}`

/** The cause of an entry that moves an order's money. */
export const orderCause = (order: string, what: OrderCause): string => `order:${order}:${what}`

/** The cause of the test money that an account begins with. */
export const grantCause = (userId: string, asset: string): string => `grant:test:${userId}:${asset}`

/** The cause of test money that is taken back because its account ends. */
export const takenBackCause = (userId: string, asset: string): string => `${grantCause(userId, asset)}:back`

/** Kinds of moves into or out of a person's account. */
export type Movement = 'granted' | 'takenBack' | 'converted' | 'paid' | 'refunded' | 'other'

const OF_ORDER = /^order:(.+?):(paid|received|refunded|rest|(?:parcel|part|report):[^:]+)$/

/** Reads a cause of a person's account, with the order that it is for; `other` is a newer market's. */
export function readCause(cause: string): { movement: Movement; order?: string } {
  const [, order, what] = OF_ORDER.exec(cause) ?? []
  if (order !== undefined && what !== undefined) return { movement: what === 'paid' ? 'paid' : 'refunded', order }
  if (cause.startsWith('converted:')) return { movement: 'converted' }
  if (cause.startsWith('grant:')) return { movement: cause.endsWith(':back') ? 'takenBack' : 'granted' }
  return { movement: 'other' }
}
