import Printer from 'lucide-react/icons/printer'
import { useTranslation } from 'react-i18next'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { links } from '../../../links/links.ts'
import { AddToList } from '../../../parts/own-lists/add-to-list.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import styles from '../orders.module.css'

/** The ways to keep an order: print it, or put its lines on a list for the next time. */
export function OrderPapers({ order }: { order: OrderItem }) {
  const { t } = useTranslation()
  const listed = order.lines.map(({ id, variantId, num }) => ({ id, shopId: order.shopId, variantId, num }))
  return (
    <div className={styles.papers}>
      <ButtonLink kind="quiet" icon={<Printer />} href={links.print(order.id)}>
        {t('orders.print')}
      </ButtonLink>
      <AddToList lines={listed} />
    </div>
  )
}
