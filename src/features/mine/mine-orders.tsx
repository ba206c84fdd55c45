import CircleX from 'lucide-react/icons/circle-x'
import CreditCard from 'lucide-react/icons/credit-card'
import PackageCheck from 'lucide-react/icons/package-check'
import Smartphone from 'lucide-react/icons/smartphone'
import Star from 'lucide-react/icons/star'
import Truck from 'lucide-react/icons/truck'
import Undo2 from 'lucide-react/icons/undo-2'
import Wallet from 'lucide-react/icons/wallet'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { orderTabs, type OrderTab } from '#contract/orders/states.ts'
import { orderFigures } from '#localdb/queries/orders/items.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Card, Section } from '../../ui/blocks/card.tsx'
import { Tile } from './mine-tile.tsx'
import styles from './mine.module.css'

const shown = {
  onDevice: <Smartphone />,
  unpaid: <Wallet />,
  paid: <CreditCard />,
  shipped: <Truck />,
  received: <PackageCheck />,
  assess: <Star />,
  refund: <Undo2 />,
  closed: <CircleX />,
} satisfies Partial<Record<OrderTab, ReactNode>>
type Tab = keyof typeof shown

/** The tabs whose orders wait for the person and are counted. */
const acted: ReadonlySet<Tab> = new Set(['unpaid', 'shipped'])

/** Links to the orders by where they stand, with the counts of those that wait for the person. */
export function MineOrders() {
  const { t } = useTranslation()
  const format = useFormat()
  const counts = useLive(orderFigures, [])?.counts
  const countOf = (tab: Tab): number =>
    acted.has(tab) ? orderTabs[tab].reduce((sum, state) => sum + (counts?.get(state) ?? 0), 0) : 0
  const total = [...(counts?.values() ?? [])].reduce((sum, n) => sum + n, 0)
  return (
    <Card className={styles.headed}>
      <Section
        title={t('mine.orders')}
        end={
          <ButtonLink kind="quiet" href={links.orders()}>
            {total > 0
              ? t('mine.tabCount', { tab: t('mine.allOrders'), n: format.number(total) })
              : t('mine.allOrders')}
          </ButtonLink>
        }
      >
        <ul className={styles.tiles}>
          {(Object.keys(shown) as Tab[]).map((tab) => (
            <Tile
              key={tab}
              href={links.orders(tab)}
              icon={shown[tab]}
              name={t(`orders.tabs.${tab}`)}
              waits={countOf(tab)}
            />
          ))}
        </ul>
      </Section>
    </Card>
  )
}
