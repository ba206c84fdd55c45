import type { Order } from '#contract/sync/schema-rows.ts'
import type { GuessesFor } from './guess.ts'
import { movedOrder } from './orders.ts'

export const reviewGuesses: GuessesFor<'review.write' | 'review.delete'> = {
  'review.write': (row, p, { key, at }) => {
    if (key === p.orderId) {
      return movedOrder(row as Order | null, 'assess', {})
    }
    // One that was written before stays.
    if (row && 'rating' in row && !row.deleted) return row
    const { orderId, productId, rating, text, language, pictures: files } = p
    return { orderId, productId, rating, text, language, files, pictures: [], at, deleted: false }
  },
  'review.delete': (row) => row && { ...row, deleted: true },
}
