import { ProductCardsSkeleton } from '../../lists/product-cards-skeleton.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'

/** Placeholder for the shelves, shown only on the first visit. */
export function HomeSkeleton() {
  return (
    <>
      <Skeleton width="9rem" height="1.25rem" />
      <ProductCardsSkeleton count={6} />
    </>
  )
}
