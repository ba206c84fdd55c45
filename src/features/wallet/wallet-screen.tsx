import WalletIcon from 'lucide-react/icons/wallet'
import { useTranslation } from 'react-i18next'
import { coinOf } from '#contract/rules/coins.ts'
import { accountPostings, holdings } from '#localdb/queries/money.ts'
import { useProfile } from '../../data/use-profile.ts'
import { useLive } from '../../data/use-live.ts'
import { Screen } from '../../parts/screen.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BalanceCheck } from './balance-check.tsx'
import { HoldingCard } from './holding-card.tsx'
import { WalletActs } from './wallet-acts.tsx'
import { PostingList } from './posting-list.tsx'
import styles from './wallet.module.css'

/** A person's money: what they have of each coin, how it came and went, and its verification. */
export function WalletScreen() {
  const { t } = useTranslation()
  const held = useLive(holdings, [])
  const postings = useLive(accountPostings, [])
  const rates = useProfile()?.profile?.coinRates
  if (!held || !postings)
    return (
      <Screen width="narrow">
        <Skeleton height="9rem" />
      </Screen>
    )
  if (held.length === 0)
    return (
      <Screen width="narrow">
        <EmptyState icon={<WalletIcon />} title={t('wallet.empty')} text={t('wallet.emptyHint')} />
        <WalletActs />
      </Screen>
    )
  return (
    <Screen width="narrow">
      <div className={styles.stack}>
        <WalletActs />
        {held.map((holding) => (
          <HoldingCard
            key={holding.asset}
            holding={holding}
            rate={rates?.find(({ coin }) => coin === coinOf(holding.asset))}
          />
        ))}
        <BalanceCheck key={postings[0]?.entry} />
        <PostingList postings={postings} />
      </div>
    </Screen>
  )
}
