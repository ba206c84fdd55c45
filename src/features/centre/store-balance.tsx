import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import { useTranslation } from 'react-i18next'
import { coinOf, isTest } from '#contract/rules/coins.ts'
import { storeHoldings } from '#localdb/queries/money.ts'
import { links } from '../../app/links.ts'
import { useStoreLive } from '../../data/use-store.ts'
import { useStore } from '../../parts/open-desk.tsx'
import { useCoins } from '../../parts/use-coins.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { List, ListRow } from '../../ui/list.tsx'
import styles from './sales.module.css'

/** The store's money by coin, which leads to its history, and the way to withdraw it. */
export function StoreBalance() {
  const { t } = useTranslation()
  const coins = useCoins()
  const { storeId, role } = useStore()
  const held = useStoreLive(storeHoldings)
  if (!held || held.length === 0) return null
  return (
    <Section title={t('earnings.balance')}>
      <List label={t('earnings.balance')}>
        {held.map(({ asset, available, held: kept, claimable }) => (
          <ListRow
            key={asset}
            title={<bdi>{coins(available, asset)}</bdi>}
            text={
              kept + claimable > 0n
                ? t('earnings.later', { coins: coins(kept + claimable, asset) })
                : t('earnings.inCoin', { coin: coinOf(asset) })
            }
            end={isTest(asset) && <Badge tone="warn">{t('mine.testMoney')}</Badge>}
            href={links.wallet(storeId)}
          />
        ))}
      </List>
      {role === 'owner' && (
        <ButtonLink
          className={styles.withdraw}
          icon={<ArrowUpRight className="mirrors" />}
          href={links.withdraw({ store: storeId })}
        >
          {t('withdraw.start')}
        </ButtonLink>
      )}
    </Section>
  )
}
