import WalletIcon from 'lucide-react/icons/wallet'
import { useTranslation } from 'react-i18next'
import { useSearch } from 'wouter'
import type { Coin } from '#contract/coins/assets.ts'
import { links } from '../../../links/links.ts'
import { Screen } from '../../../parts/screen/screen.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { CoinChoice, NetworkChoice } from './recharge-choice.tsx'
import { RechargeAddress } from './recharge-address.tsx'
import { RechargeClaim } from './recharge-claim.tsx'
import { useMethods } from '../use-methods.ts'

/** Filling the account, one question a screen: the coin, the network, then the address, and a claim. */
export function RechargeScreen() {
  const { methods, refresh } = useMethods()
  return (
    <Screen width="narrow">
      {methods ? <Step methods={methods} refresh={refresh} /> : <Skeleton height="14rem" />}
    </Screen>
  )
}

type Methods = NonNullable<ReturnType<typeof useMethods>['methods']>

function Step({ methods, refresh }: { methods: Methods; refresh(): Promise<void> }) {
  const { t } = useTranslation()
  const query = new URLSearchParams(useSearch())
  if (methods.length === 0)
    return (
      <EmptyState
        icon={<WalletIcon />}
        title={t('recharge.off')}
        text={t('recharge.offHint')}
        action={<ButtonLink href={links.wallet()}>{t('recharge.toWallet')}</ButtonLink>}
      />
    )
  const coin = query.get('coin')
  const ways = methods.filter((method) => method.coin === coin)
  if (ways.length === 0) return <CoinChoice coins={[...new Set(methods.map((method) => method.coin))]} />
  const network = query.get('network')
  const method = ways.length === 1 ? ways[0] : ways.find((way) => way.network === network)
  if (!method) return <NetworkChoice coin={coin as Coin} ways={ways} />
  const name = `${method.coin}:${method.network}`
  const txid = query.get('claim')
  return txid === null ? (
    <RechargeAddress key={name} method={method} refresh={refresh} />
  ) : (
    <RechargeClaim key={name} method={method} txid={txid} />
  )
}

// In one chunk, because each chunk's name goes to every device.
export { RechargesScreen } from './recharges-screen.tsx'
export { RechargeDetailScreen } from './recharge-detail-screen.tsx'
