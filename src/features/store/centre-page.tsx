import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { deskStatus } from '#localdb/queries/stores/centre.ts'
import { unseenLines } from '#localdb/queries/messages/store-talks.ts'
import { links } from '../../links/links.ts'
import { later } from '../../data/loading/later.tsx'
import { useStoreLive } from '../../data/stores/use-store.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { useStore, useStoreParam } from '../../parts/stores/open-desk.tsx'
import { cx } from '../../ui/cx.ts'
import styles from './centre.module.css'
import { RefusedSection } from './refused-section.tsx'
import { OffSaleNotice } from './off-sale.tsx'
import { TabCount } from './tab-count.tsx'

const OrdersWaiting = later('orders-waiting', async () => (await import('./orders-waiting-later.tsx')).OrdersWaiting)

type CentreTab = 'orders' | 'buyers' | 'goods' | 'earnings' | 'store'

interface CentrePageProps {
  tab: CentreTab
  wide?: boolean
  /** Stays at the bottom: the actions for the chosen rows. */
  foot?: ReactNode
  children: ReactNode
}

/** One of the centre's pages, within `InStore`: the way to the others, what waits to be sent, and its own part. */
export function CentrePage({ tab, wide, foot, children }: CentrePageProps) {
  const { t } = useTranslation()
  const store = useStore()
  return (
    <Screen width={wide ? 'wide' : 'narrow'} title={store.name || t('titles.centre')} foot={foot}>
      <div className={styles.page}>
        <Tabs tab={tab} />
        <DeskLine />
        <OffSaleNotice />
        <RefusedSection />
        {children}
      </div>
    </Screen>
  )
}

function Tabs({ tab }: { tab: CentreTab }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const at = useStoreParam()
  const unseen = useStoreLive(unseenLines) ?? 0
  const pages = [
    ['orders', links.centre(at)],
    ['buyers', links.storeTalks(at)],
    ['goods', links.centreGoods(at)],
    ['earnings', links.centreEarnings(at)],
    ['store', links.centreStore(at)],
  ] as const
  return (
    <nav aria-label={t('titles.centre')} className={styles.tabs}>
      {pages.map(([name, href]) => (
        <a
          key={name}
          href={href}
          aria-current={name === tab ? 'page' : undefined}
          className={cx(styles.tab, name === tab && styles.on)}
        >
          {t(`centre.tabs.${name}`)}
          {name === 'orders' && <OrdersWaiting />}
          {name === 'buyers' && <TabCount n={unseen} words={t('centre.tabUnread', { n: number(unseen) })} />}
        </a>
      ))}
    </nav>
  )
}

/**
 * The status line: the number of the store's changes that wait to be sent, else whether the store is up to date or
 * offline.
 */
function DeskLine() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const status = useStoreLive(deskStatus)
  return (
    <p role="status" className={styles.soft}>
      {status &&
        t(status.waiting > 0 ? 'centre.waiting' : status.online ? 'centre.upToDate' : 'centre.offline', {
          n: number(status.waiting),
        })}
    </p>
  )
}
