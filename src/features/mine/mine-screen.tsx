import BookOpen from 'lucide-react/icons/book-open'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import HandCoins from 'lucide-react/icons/hand-coins'
import Handshake from 'lucide-react/icons/handshake'
import Languages from 'lucide-react/icons/languages'
import Settings from 'lucide-react/icons/settings'
import Smartphone from 'lucide-react/icons/smartphone'
import Warehouse from 'lucide-react/icons/warehouse'
import { useTranslation } from 'react-i18next'
import { locales } from '#contract/text/locales.ts'
import { loansCount } from '#localdb/queries/loans/count.ts'
import { storeNews } from '#localdb/queries/stores/news.ts'
import { storesCount } from '#localdb/queries/stores/memberships.ts'
import { links } from '../../links/links.ts'
import { later } from '../../data/loading/later.tsx'
import { useLanguage } from '../../data/texts/use-language.ts'
import { useLive } from '../../data/use-live.ts'
import { usePerson } from '../../data/use-person.ts'
import { useProfile } from '../../data/use-profile.ts'
import { useSettings } from '../../data/use-settings.ts'
import { useWant } from '../../data/use-want.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { Badge } from '../../ui/blocks/badge.tsx'
import { List, ListRow } from '../../ui/blocks/list.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { MineAccount } from './mine-account.tsx'
import { MineGuest } from './mine-guest.tsx'
import { MineOrders } from './mine-orders.tsx'
import { MineShopping } from './mine-shopping.tsx'
import { MineSync, SyncRow } from './mine-sync.tsx'
import styles from './mine.module.css'

const OperatorRow = later('operator-row', async () => (await import('./operator-row-later.tsx')).OperatorRow)

/** The person's own page: account, money, orders, what they keep for buying, selling, and the app. */
export function MineScreen() {
  const { t } = useTranslation()
  const person = usePerson()
  const account = useProfile()
  const language = useLanguage()
  const { number } = useFormat()
  const centres = useLive(storesCount, [], 0)
  const news = useLive(storeNews, [], 0)
  const owed = useLive(loansCount, [], 0)
  const lends = Boolean(useSettings()?.loans) || owed > 0
  const member = person !== undefined && !person.guest
  const asks = member && account?.link?.session === 'ok'
  const profile = useWant('user.profile', {}, asks)
  // While the person changes, the rows still shown may be the other person's.
  const mine = person && account?.uid === person.uid ? account : undefined
  return (
    <Screen>
      <div className={styles.columns}>
        <div className={styles.column}>
          {!person || !mine ? (
            <Skeleton height="7rem" />
          ) : person.guest ? (
            <MineGuest />
          ) : (
            <MineAccount account={mine} loading={asks && profile.state === 'loading'} />
          )}
          {mine && <MineSync account={mine} />}
          {member && mine && <MineOrders />}
        </div>
        <div className={styles.column}>
          <MineShopping member={member} />
          <List label={t('mine.selling')}>
            {member && centres > 0 && (
              <ListRow
                icon={<Warehouse />}
                title={t('mine.centre')}
                end={news > 0 && <Badge tone="brand">{number(news)}</Badge>}
                href={links.centre()}
              />
            )}
            <ListRow icon={<Handshake />} title={t('mine.merchant')} href={links.merchant} />
            {lends && <ListRow icon={<HandCoins />} title={t('mine.loan')} href={links.loan} />}
          </List>
          {mine?.profile?.operator && <OperatorRow waiting={mine.profile.operator.waiting} />}
          <List label={t('mine.help')}>
            <ListRow icon={<CircleQuestionMark />} title={t('titles.faqs')} href={links.faqs} />
            <ListRow icon={<BookOpen />} title={t('titles.know')} href={links.know()} />
            <ListRow icon={<Smartphone />} title={t('titles.install')} href={links.install()} />
          </List>
          <List label={t('mine.app')}>
            <ListRow
              icon={<Languages />}
              title={t('mine.language')}
              end={locales.find((l) => l.code === language)?.name}
              href={links.language}
            />
            <ListRow icon={<Settings />} title={t('mine.settings')} href={links.settings} />
            {person && <SyncRow guest={person.guest} />}
          </List>
        </div>
      </div>
    </Screen>
  )
}
