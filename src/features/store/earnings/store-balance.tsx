import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { coinOf, isTest } from '#contract/coins/assets.ts'
import { storeHoldings } from '#localdb/queries/wallet.ts'
import { links } from '../../../links/links.ts'
import { useStoreLive } from '../../../data/stores/use-store.ts'
import { useStore } from '../../../parts/stores/open-desk.tsx'
import { useCoins } from '../../../parts/money/use-coins.ts'
import { Badge } from '../../../ui/blocks/badge.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Section } from '../../../ui/blocks/card.tsx'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import { useNow } from '../../../ui/time.tsx'
import styles from '../orders/sales.module.css'

/** The store's money by coin, which leads to its history, and the way to withdraw it. */
export function StoreBalance() {
  const { t } = useTranslation()
  const coins = useCoins()
  const { storeId, role } = useStore()
  const now = useNow()
  const held = useStoreLive(useMemo(() => storeHoldings(now), [now]))
  if (!held || held.length === 0) return null
  const rows = held.map((one) => ({ ...one, later: one.held - one.leaving + one.claimable }))
  return (
    <Section title={t('earnings.balance')}>
      <List label={t('earnings.balance')}>
        {rows.map(({ asset, available, later }) => (
          <ListRow
            key={asset}
            title={<bdi>{coins(available, asset)}</bdi>}
            text={
              later > 0n
                ? t('earnings.later', { coins: coins(later, asset) })
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
