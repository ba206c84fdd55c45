import type { OrderTab } from '#contract/orders/states.ts'
import { links } from '../../../links/links.ts'
import { Screen } from '../../../parts/screen/screen.tsx'
import { OrderListHead, OrderListBody, PANEL } from './order-list.tsx'
import styles from '../orders.module.css'
import { useOrderList } from './use-order-list.ts'

/** The list of orders on a screen of its own. */
export function OrdersPhone({ tab }: { tab: OrderTab }) {
  const list = useOrderList(tab)
  return (
    <Screen width="narrow">
      <div className={styles.panel}>
        <OrderListHead list={list} />
        <div role="tabpanel" id={PANEL} aria-labelledby={`${PANEL}-${tab}`} className={styles.panel}>
          <OrderListBody key={tab} list={list} hrefOf={links.order} />
        </div>
      </div>
    </Screen>
  )
}
