import { rechargeKey } from '../deposits/recharges.ts'

// Why money moved, as the entries of the ledger name it.

/** Moves of an order's money: held, given to the store (whole or by parcel), or given back to the buyer. */
type OrderCause = 'paid' | 'received' | `parcel:${number}` | 'refunded' | 'rest' | `part:${string}` | `report:${string}`

/** The cause of an entry that moves an order's money. */
export const orderCause = (order: string, what: OrderCause): string => `order:${order}:${what}`

/** The cause of taking the fee on what a store gets, or of returning that on what it gives back, given its cause. */
export const feeCause = (cause: string): string => `${cause}:fee`

/** The cause of the test money that an account begins with. */
export const grantCause = (userId: string, asset: string): string => `grant:test:${userId}:${asset}`

/** The cause of test money that is taken back because its account ends. */
export const takenBackCause = (userId: string, asset: string): string => `${grantCause(userId, asset)}:back`

/** The cause of crediting a deposit. `credits` counts, because a reorganisation can take it back and bring it again. */
export const depositCause = (d: { network: string; txid: string; n: number; coin: string }, credits: number): string =>
  `deposit:${d.network}:${d.txid}:${d.coin}:${d.n}:${credits}`

/** The cause of taking back a credit, given the cause of that credit. */
export const backCause = (cause: string): string => `${cause}:back`

/** Moves of a withdrawal's money: held, sent, the network's price of sending it, or given back to its person. */
type WithdrawalCause = 'asked' | 'sent' | 'cost' | 'back'

/** The cause of an entry that moves a withdrawal's money. */
export const withdrawalCause = (id: string, what: WithdrawalCause): string => `withdrawal:${id}:${what}`

/** The network's price of collecting a deposit: of the gas that its address was sent, and of its coins. */
type SweepCause = 'gas' | 'cost'

/** The cause of an entry that posts what a sweep has cost. */
export const sweepCause = (id: string, what: SweepCause): string => `sweep:${id}:${what}`

/** Kinds of moves into or out of the account of a person or a store. */
export type Movement =
  | 'granted'
  | 'takenBack'
  | 'converted'
  | 'paid'
  | 'earned'
  | 'fee'
  | 'feeBack'
  | 'refunded'
  | 'recharged'
  | 'recalled'
  | 'withdrawn'
  | 'notWithdrawn'
  | 'other'

const OF_ORDER = /^order:(.+?):(paid|received|refunded|rest|(?:parcel|part|report):[^:]+)(:fee)?$/

const OF_DEPOSIT = /^deposit:([^:]+):([^:]+):([^:]+):\d+:\d+(:back)?$/

const OF_WITHDRAWAL = /^withdrawal:([^:]+):(asked|back)$/

/** A cause, with the order, recharge or withdrawal that it is for. */
interface ReadCause {
  movement: Movement
  order?: string
  recharge?: string
  withdrawal?: string
}

/** The causes that move an order's money to its store. */
const TO_STORE = /^(received|parcel:.*)$/

/** Reads a cause of an account; `other` is a newer market's. */
export function readCause(cause: string): ReadCause {
  const [, order, what, fee] = OF_ORDER.exec(cause) ?? []
  if (order !== undefined && what !== undefined) {
    const isToStore = TO_STORE.test(what)
    if (fee !== undefined) return { movement: isToStore ? 'fee' : 'feeBack', order }
    return { movement: what === 'paid' ? 'paid' : isToStore ? 'earned' : 'refunded', order }
  }
  const [, network = '', txid = '', coin = '', back] = OF_DEPOSIT.exec(cause) ?? []
  if (coin !== '') return { movement: back ? 'recalled' : 'recharged', recharge: rechargeKey({ network, txid, coin }) }
  const [, withdrawal, became] = OF_WITHDRAWAL.exec(cause) ?? []
  if (withdrawal !== undefined) return { movement: became === 'back' ? 'notWithdrawn' : 'withdrawn', withdrawal }
  if (cause.startsWith('converted:')) return { movement: 'converted' }
  if (cause.startsWith('grant:')) return { movement: cause.endsWith(':back') ? 'takenBack' : 'granted' }
  return { movement: 'other' }
}
