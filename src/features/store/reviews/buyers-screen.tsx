import { BuyersNav } from '../buyers-nav.tsx'
import { CentrePage } from '../centre-page.tsx'
import { InStore } from '../in-store.tsx'
import { RequestList } from '../quotes/request-list.tsx'
import { ReviewList } from './review-list.tsx'

/** The prices that the store is asked for. */
export function RequestsScreen() {
  return (
    <InStore>
      <CentrePage tab="buyers">
        <BuyersNav current="requests" />
        <RequestList />
      </CentrePage>
    </InStore>
  )
}

export function StoreReviewsScreen() {
  return (
    <InStore>
      <CentrePage tab="buyers">
        <BuyersNav current="reviews" />
        <ReviewList />
      </CentrePage>
    </InStore>
  )
}
