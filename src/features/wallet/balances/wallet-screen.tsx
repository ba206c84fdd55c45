import WalletIcon from 'lucide-react/icons/wallet'
import { useTranslation } from 'react-i18next'
import { coinOf } from '#contract/coins/assets.ts'
import { accountPostings } from '#localdb/queries/wallet.ts'
import { useProfile } from '../../../data/use-profile.ts'
import { useAccountLive } from '../../../data/stores/use-account-live.ts'
import { useAccountStore } from '../../../parts/stores/open-desk.tsx'
import { Screen } from '../../../parts/screen/screen.tsx'
import { useMoney } from '../../../parts/money/use-money.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { BalanceCheck } from './balance-check.tsx'
import { HoldingCard } from './holding-card.tsx'
import { OfAccount, WalletStoreLine } from '../of-account.tsx'
import { useHoldings } from '../use-holdings.ts'
import { WalletActs } from './wallet-acts.tsx'
import { PostingList } from './posting-list.tsx'
import styles from '../wallet.module.css'

/** The money of a person or a store: the balance of each coin, how it came and went, and its verification. */
export const WalletScreen = () => (
  <OfAccount>
    <Wallet />
  </OfAccount>
)

function Wallet() {
  const { t } = useTranslation()
  const store = useAccountStore()
  const held = useHoldings()
  const postings = useAccountLive(accountPostings, [])
  const profile = useProfile()?.profile
  const { market } = useMoney()
  // Rates from before the market's currency was chosen are in another one.
  const rates = profile?.money.currency === market ? profile.coinRates : undefined
  if (!held || !postings)
    return (
      <Screen width="narrow">
        <Skeleton height="9rem" />
      </Screen>
    )
  if (held.length === 0)
    return (
      <Screen width="narrow">
        <WalletStoreLine />
        <EmptyState
          icon={<WalletIcon />}
          title={t(store ? 'wallet.nothingEarned' : 'wallet.empty')}
          text={t(store ? 'wallet.nothingEarnedHint' : 'wallet.emptyHint')}
        />
        <WalletActs />
      </Screen>
    )
  return (
    <Screen width="narrow">
      <div className={styles.stack}>
        <WalletStoreLine />
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
