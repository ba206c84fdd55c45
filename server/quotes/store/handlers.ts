import type { MutationsFor } from '../../http/handlers.ts'
import { drawForStore } from './draw.ts'
import { offerForStore, refuseForStore } from './for-store.ts'
import { replyToReview } from '../../reviews/replies.ts'

/** The answers of a store's members to requests for a price and to reviews. */
export const answerMutations: MutationsFor<'quote.offer' | 'quote.refuse' | 'quote.draw' | 'review.reply'> = {
  'quote.offer': offerForStore,
  'quote.refuse': refuseForStore,
  'quote.draw': drawForStore,
  'review.reply': replyToReview,
}
