import { ProductCardsSkeleton } from '../../lists/product-cards-skeleton.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The shape of the shelves, only before the first visit's answer. */
export function HomeSkeleton() {
  return (
    <>
      <Skeleton width="9rem" height="1.25rem" />
      <ProductCardsSkeleton count={6} />
    </>
  )
}
