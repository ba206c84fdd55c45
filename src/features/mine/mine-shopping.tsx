import BadgePercent from 'lucide-react/icons/badge-percent'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import Heart from 'lucide-react/icons/heart'
import ListChecks from 'lucide-react/icons/list-checks'
import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import Store from 'lucide-react/icons/store'
import { useTranslation } from 'react-i18next'
import { cartLineCount, unreadCount } from '#localdb/queries/cart/badges.ts'
import { favouriteItems } from '#localdb/queries/favourites/items.ts'
import { offersWaiting } from '#localdb/queries/quotes/offers-waiting.ts'
import { ownListCount } from '#localdb/queries/own-lists/count.ts'
import { followedCount } from '#localdb/queries/stores/store.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { Card, Section } from '../../ui/blocks/card.tsx'
import { Tile } from './mine-tile.tsx'
import styles from './mine.module.css'

/** The ways to what a person keeps and awaits for buying; some of them are only for somebody signed in. */
export function MineShopping({ member }: { member: boolean }) {
  const { t } = useTranslation()
  const lines = useLive(cartLineCount, [], 0)
  const stores = useLive(followedCount, [], 0)
  const lists = useLive(ownListCount, [], 0)
  const unread = useLive(unreadCount, [], 0)
  const favourites = useLive(favouriteItems, [], [])
  return (
    <Card className={styles.headed}>
      <Section title={t('mine.shopping')}>
        <ul className={member ? styles.tiles : styles.fewTiles}>
          <Tile href={links.messages} icon={<Mail />} name={t('mine.messages')} waits={unread} />
          {member && <QuotesTile />}
          <Tile href={links.collect} icon={<Heart />} name={t('mine.favourites')} has={favourites.length} />
          <Tile href={links.collectShop} icon={<Store />} name={t('mine.followedStores')} has={stores} />
          <Tile href={links.cart} icon={<ShoppingCart />} name={t('mine.cart')} has={lines} />
          <Tile href={links.ownLists} icon={<ListChecks />} name={t('mine.lists')} has={lists} />
          <Tile href={links.pad} icon={<ClipboardList />} name={t('app.quickOrder')} />
          {member && <Tile href={links.addresses()} icon={<MapPin />} name={t('mine.address')} />}
        </ul>
      </Section>
    </Card>
  )
}

/** The way to the prices that stores are asked for, with the number of offers that wait. */
function QuotesTile() {
  const { t } = useTranslation()
  const offers = useLive((db) => offersWaiting(db, Date.now()), [], 0)
  return <Tile href={links.quotes} icon={<BadgePercent />} name={t('mine.quotes')} waits={offers} />
}
