import MessageSquareText from 'lucide-react/icons/message-square-text'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { canStill } from '#contract/orders/stages.ts'
import { orderItems } from '#localdb/queries/orders/items.ts'
import { orderReviews } from '#localdb/queries/reviews.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { usePerson } from '../../data/use-person.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { OwnReviewSection } from './own-review.tsx'
import { ReviewForm } from './review-form.tsx'
import styles from './reviews.module.css'

/** The reviews of the products of a received order (`?id=`): a form for each, or the review that was written. */
export function ReviewScreen() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const person = usePerson()
  const id = params.get('id') ?? ''
  const found = useLive((db) => orderItems(db, { ids: [id] }), [id])
  const order = found?.[0]
  const lines = order?.lines.filter((line, n) => order.lines.findIndex((other) => other.id === line.id) === n)
  const products = (lines ?? []).map((line) => line.id).join(',')
  const known = useLive(
    async (db) => ({
      products,
      reviews: await orderReviews(db, id, products === '' ? [] : products.split(',').map(Number)),
    }),
    [id, products],
  )
  // While the order is read, the result is still that of the one before. No form is shown for a product that is
  // reviewed already.
  const written = known?.products === products ? known.reviews : undefined
  const may = order && (order.state === 'assessed' || canStill(order, 'assess'))
  if (person && (person.guest || (found && !may)))
    return (
      <Screen width="narrow">
        <EmptyState
          icon={<MessageSquareText />}
          title={t(person.guest ? 'reviews.guest' : 'reviews.notYet')}
          text={t(person.guest ? 'reviews.guestHint' : 'reviews.notYetHint')}
          action={
            person.guest ? (
              <ButtonLink href={links.login(false, links.review(id))}>{t('reviews.signIn')}</ButtonLink>
            ) : (
              <ButtonLink href={links.orders()}>{t('reviews.orders')}</ButtonLink>
            )
          }
        />
      </Screen>
    )
  if (!order || !lines || !written)
    return (
      <Screen width="narrow">
        <Skeleton height="16rem" />
        <Skeleton height="16rem" />
      </Screen>
    )
  return (
    <Screen width="narrow">
      <ul className={styles.list}>
        {lines.map((line) => {
          const review = written.get(line.id)
          return (
            <li key={line.id}>
              {review ? (
                <OwnReviewSection line={line} review={review} />
              ) : (
                <ReviewForm orderId={order.id} line={line} />
              )}
            </li>
          )
        })}
      </ul>
    </Screen>
  )
}
