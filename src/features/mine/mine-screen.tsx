import BadgePercent from 'lucide-react/icons/badge-percent'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import HandCoins from 'lucide-react/icons/hand-coins'
import Handshake from 'lucide-react/icons/handshake'
import Heart from 'lucide-react/icons/heart'
import Languages from 'lucide-react/icons/languages'
import ListChecks from 'lucide-react/icons/list-checks'
import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import Settings from 'lucide-react/icons/settings'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import Store from 'lucide-react/icons/store'
import Warehouse from 'lucide-react/icons/warehouse'
import { useTranslation } from 'react-i18next'
import { locales } from '#contract/locales.ts'
import { cartLineCount, unreadCount } from '#localdb/queries/badges.ts'
import { favouriteItems } from '#localdb/queries/favourites.ts'
import { ownListCount } from '#localdb/queries/own-list-count.ts'
import { storesCount } from '#localdb/queries/stores-of.ts'
import { offersWaiting } from '#localdb/queries/offers-waiting.ts'
import { followedCount } from '#localdb/queries/stores.ts'
import { links } from '../../app/links.ts'
import { useLanguage } from '../../data/use-language.ts'
import { useLive } from '../../data/use-live.ts'
import { usePerson } from '../../data/use-person.ts'
import { useProfile } from '../../data/use-profile.ts'
import { useWant } from '../../data/use-want.ts'
import { Screen } from '../../parts/screen.tsx'
import { useFormat } from '../../parts/use-format.ts'
import { Badge } from '../../ui/badge.tsx'
import { List, ListRow } from '../../ui/list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MineAccount } from './mine-account.tsx'
import { MineGuest } from './mine-guest.tsx'
import { MineOrders } from './mine-orders.tsx'
import { MineSync } from './mine-sync.tsx'

/** The person's own page: account, money, orders, and the state of their unsent changes. */
export function MineScreen() {
  const { t } = useTranslation()
  const format = useFormat()
  const person = usePerson()
  const account = useProfile()
  const language = useLanguage()
  const lines = useLive(cartLineCount, [], 0)
  const stores = useLive(followedCount, [], 0)
  const lists = useLive(ownListCount, [], 0)
  const centres = useLive(storesCount, [], 0)
  const unread = useLive(unreadCount, [], 0)
  const favourites = useLive(favouriteItems, [], [])
  const member = person !== undefined && !person.guest
  const asks = member && account?.link?.session === 'ok'
  const profile = useWant('user.profile', {}, asks)
  // While the person changes, the rows still shown may be the other person's.
  const mine = person && account?.uid === person.uid ? account : undefined
  return (
    <Screen width="narrow">
      {!person || !mine ? (
        <Skeleton height="7rem" />
      ) : person.guest ? (
        <MineGuest />
      ) : (
        <MineAccount account={mine} loading={asks && profile.state === 'loading'} />
      )}
      {member && mine && <MineOrders />}
      <List label={t('mine.shortcuts')}>
        <ListRow
          icon={<Mail />}
          title={t('mine.messages')}
          end={unread > 0 && <Badge tone="warn">{format.number(unread)}</Badge>}
          href={links.messages}
        />
        {member && centres > 0 && <ListRow icon={<Warehouse />} title={t('mine.centre')} href={links.centre()} />}
        {member && <QuotesRow />}
        <ListRow
          icon={<Heart />}
          title={t('mine.favourites')}
          end={favourites.length > 0 && format.number(favourites.length)}
          href={links.collect}
        />
        <ListRow
          icon={<Store />}
          title={t('mine.followedStores')}
          end={stores > 0 && format.number(stores)}
          href={links.collectShop}
        />
        <ListRow
          icon={<ShoppingCart />}
          title={t('mine.cart')}
          end={lines > 0 && format.number(lines)}
          href={links.cart}
        />
        <ListRow
          icon={<ListChecks />}
          title={t('mine.lists')}
          end={lists > 0 && format.number(lists)}
          href={links.ownLists}
        />
        <ListRow icon={<ClipboardList />} title={t('app.quickOrder')} href={links.pad} />
        <ListRow icon={<Handshake />} title={t('mine.merchant')} href={links.merchant} />
        {member && <ListRow icon={<MapPin />} title={t('mine.address')} href={links.addresses()} />}
        <ListRow icon={<HandCoins />} title={t('mine.loan')} href={links.loan} />
        <ListRow
          icon={<Languages />}
          title={t('mine.language')}
          end={locales.find((l) => l.code === language)?.name}
          href={links.language}
        />
        <ListRow icon={<Settings />} title={t('mine.settings')} href={links.settings} />
      </List>
      {person && mine && <MineSync guest={person.guest} account={mine} />}
    </Screen>
  )
}

/** The way to the prices that stores are asked for, with the number of offers that wait. */
function QuotesRow() {
  const { t } = useTranslation()
  const format = useFormat()
  const offers = useLive((db) => offersWaiting(db, Date.now()), [], 0)
  return (
    <ListRow
      icon={<BadgePercent />}
      title={t('mine.quotes')}
      end={offers > 0 && <Badge tone="warn">{format.number(offers)}</Badge>}
      href={links.quotes}
    />
  )
}
