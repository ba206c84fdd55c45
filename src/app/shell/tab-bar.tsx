import Bell from 'lucide-react/icons/bell'
import House from 'lucide-react/icons/house'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import User from 'lucide-react/icons/user'
import UserPlus from 'lucide-react/icons/user-plus'
import { useContext, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cartLineCount, unreadCount } from '#localdb/queries/cart/badges.ts'
import { useLive } from '../../data/use-live.ts'
import { noSnapshot, SnapshotContext } from '../../data/document/snapshot.ts'
import { usePerson } from '../../data/use-person.ts'
import { CountBadge } from '../../ui/blocks/badge.tsx'
import { cx } from '../../ui/cx.ts'
import { links } from '../../links/links.ts'
import styles from './tab-bar.module.css'

/** The tab bar; on a desk the end of the bar at the top, which stays on every screen. */
export function TabBar({ path, shown }: { path: string; shown: boolean }) {
  const { t } = useTranslation()
  const person = usePerson()
  const first = useContext(SnapshotContext) !== noSnapshot
  const lines = useLive(cartLineCount, [], 0)
  const unread = useLive(unreadCount, [], 0)
  const news = (name: 'titles.message' | 'tabs.mine') =>
    unread > 0 ? t('tabs.news', { name: t(name), n: unread }) : undefined
  const tab = (href: string, icon: ReactNode, name: string, label = name, count = 0, only?: string) => (
    <li className={cx(styles.item, only)} key={href}>
      <a href={href} className={styles.tab} aria-label={label} aria-current={path === href ? 'page' : undefined}>
        <span className={styles.icon}>
          {icon}
          <span className={styles.count}>
            <CountBadge count={count} />
          </span>
        </span>
        <span className={styles.name}>{name}</span>
      </a>
    </li>
  )
  return (
    <nav className={cx(styles.bar, !shown && styles.deskOnly)} aria-label={t('app.tabs')}>
      <ul className={styles.list}>
        {tab(links.home, <House />, t('tabs.home'))}
        {tab(links.products(), <LayoutGrid />, t('tabs.products'))}
        {tab(
          links.cart,
          <ShoppingCart />,
          t('tabs.cart'),
          lines > 0 ? t('tabs.cartCount', { n: lines }) : undefined,
          lines,
        )}
        {/* A document is mostly a guest's first: the place is kept, so that nothing moves. */}
        {first && !person && <li aria-hidden="true" className={styles.item} />}
        {person?.guest && tab(links.register, <UserPlus />, t('tabs.register'))}
        {/* A phone tells of messages on the person's own tab, a desk has room for one of their own. */}
        {person?.guest === false &&
          tab(links.messages, <Bell />, t('titles.message'), news('titles.message'), unread, styles.deskItem)}
        {tab(links.mine, <User />, t('tabs.mine'), news('tabs.mine'), unread)}
      </ul>
    </nav>
  )
}
