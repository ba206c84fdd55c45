import { nextOrderState } from '#contract/rules/order-states.ts'
import type { Order } from '#contract/schema/rows.ts'
import type { GuessesFor } from './guess.ts'

export const reviewGuesses: GuessesFor<'review.write' | 'review.delete'> = {
  'review.write': (row, p, { key, at }) => {
    if (key === p.orderId) {
      const order = row as Order | null
      const state = order && nextOrderState(order.state, 'assess')
      return state ? { ...order, state } : order
    }
    // One that was written before stays.
    if (row && 'rating' in row && !row.deleted) return row
    const { orderId, productId, rating, text, language, pictures: files } = p
    return { orderId, productId, rating, text, language, files, pictures: [], at, deleted: false }
  },
  'review.delete': (row) => row && { ...row, deleted: true },
}
