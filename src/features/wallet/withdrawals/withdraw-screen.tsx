import WalletIcon from 'lucide-react/icons/wallet'
import { useTranslation } from 'react-i18next'
import { useSearch } from 'wouter'
import type { Coin } from '#contract/coins/assets.ts'
import type { Holding } from '#localdb/queries/wallet.ts'
import { withdrawalItems, type WithdrawalItem } from '#localdb/queries/withdrawals.ts'
import { links } from '../../../links/links.ts'
import { useAccountLive } from '../../../data/stores/use-account-live.ts'
import { useReachable } from '../../../data/use-status.ts'
import { useAccountStore } from '../../../parts/stores/open-desk.tsx'
import { Screen } from '../../../parts/screen/screen.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { HeldNotice } from '../held-notice.tsx'
import { OfAccount, WalletStoreLine } from '../of-account.tsx'
import { useHoldings } from '../use-holdings.ts'
import { mayWithdraw, useWithdrawing, type Withdrawing } from '../use-withdrawing.ts'
import { WithdrawCoins, WithdrawNetworks } from './withdraw-choice.tsx'
import { WithdrawTo } from './withdraw-to.tsx'
import styles from '../wallet.module.css'

/** Withdrawing, one question a screen: the coin, the network, then address and amount, and their review. */
export const WithdrawScreen = () => (
  <OfAccount>
    <Withdraw />
  </OfAccount>
)

function Withdraw() {
  const { t } = useTranslation()
  const reachable = useReachable()
  const withdrawing = useWithdrawing()
  const held = useHoldings()
  const items = useAccountLive(withdrawalItems, [])
  return (
    <Screen width="narrow">
      {withdrawing && held && items ? (
        <div className={styles.stack}>
          <WalletStoreLine />
          <HeldNotice until={withdrawing.heldUntil} />
          <Step withdrawing={withdrawing} held={held} items={items} />
        </div>
      ) : withdrawing === null && !reachable ? (
        <Notice tone="warn">{t('withdraw.offline')}</Notice>
      ) : (
        <Skeleton height="14rem" />
      )}
    </Screen>
  )
}

interface StepProps {
  withdrawing: Withdrawing
  held: readonly Holding[]
  /** The account's withdrawals, the latest first. */
  items: readonly WithdrawalItem[]
}

function Step({ withdrawing, held, items }: StepProps) {
  const { t } = useTranslation()
  const query = new URLSearchParams(useSearch())
  const { methods } = withdrawing
  const store = useAccountStore()
  if (!mayWithdraw(store)) return <Notice>{t('refusals.ownerOnly')}</Notice>
  if (methods.length === 0)
    return (
      <EmptyState
        icon={<WalletIcon />}
        title={t('withdraw.off')}
        text={t('withdraw.offHint')}
        action={<ButtonLink href={links.wallet(store?.storeId)}>{t('recharge.toWallet')}</ButtonLink>}
      />
    )
  const coin = query.get('coin')
  const ways = methods.filter((method) => method.coin === coin)
  if (ways.length === 0) return <WithdrawCoins methods={methods} held={held} />
  const network = query.get('network')
  const method = ways.length === 1 ? ways[0] : ways.find((way) => way.network === network)
  if (!method) return <WithdrawNetworks coin={coin as Coin} ways={ways} />
  const name = `${method.asset}:${method.network}`
  return <WithdrawTo key={name} method={method} withdrawing={withdrawing} held={held} items={items} />
}

// In one chunk, because each chunk's name goes to every device.
export { WithdrawalsScreen } from './withdrawals-screen.tsx'
export { WithdrawStopScreen } from './withdraw-stop-screen.tsx'
