import { useTranslation } from 'react-i18next'
import { coinWorth } from '#contract/currencies/coin-worth.ts'
import { coinOf, isTest } from '#contract/coins/assets.ts'
import type { PayRate } from '#contract/wallet/schema-pay.ts'
import type { Holding } from '#localdb/queries/wallet.ts'
import { CoinRateNote } from '../../../parts/money/coin-rate-note.tsx'
import { useAccountStore } from '../../../parts/stores/open-desk.tsx'
import { useCoins } from '../../../parts/money/use-coins.ts'
import { useMoney } from '../../../parts/money/use-money.tsx'
import { useShownMoney } from '../../../parts/money/use-shown-money.ts'
import { Badge } from '../../../ui/blocks/badge.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { LargeCoins } from '../large-coins.tsx'
import styles from '../wallet.module.css'

interface HoldingCardProps {
  holding: Holding
  /** Undefined where the market has none for the coin. */
  rate: PayRate | undefined
}

/** An account's money of one asset; the large number may be spent, or withdrawn from a store. */
export function HoldingCard({ holding: { asset, available, held, unconfirmed, claimable }, rate }: HoldingCardProps) {
  const { t } = useTranslation()
  const coins = useCoins()
  const money = useShownMoney()
  const { market } = useMoney()
  const store = useAccountStore()
  const worth = rate && coinWorth(available, coinOf(asset), rate, market)
  return (
    <Card className={styles.holding}>
      <div className={styles.head}>
        <h2 className={styles.coin}>
          <bdi>{coinOf(asset)}</bdi>
        </h2>
        {isTest(asset) && <Badge tone="warn">{t('mine.testMoney')}</Badge>}
      </div>
      <LargeCoins units={available} asset={asset} />
      <p className={styles.soft}>
        {t(store ? 'wallet.availableEarned' : 'wallet.available')}
        {worth !== undefined &&
          ` · ${t(isTest(asset) ? 'wallet.countsAs' : 'wallet.worth', { money: money(worth, market) })}`}
      </p>
      {rate && (
        <p className={styles.soft}>
          <CoinRateNote rate={rate} />
        </p>
      )}
      <dl className={styles.figures}>
        <div>
          <dt>{t('wallet.held')}</dt>
          <dd>{coins(held, asset)}</dd>
        </div>
        <div>
          <dt>{t(store ? 'wallet.claimable' : 'wallet.unconfirmed')}</dt>
          <dd>{coins(store ? claimable : unconfirmed, asset)}</dd>
        </div>
        <div>
          <dt>{t('wallet.together')}</dt>
          <dd>{coins(available + held + unconfirmed + claimable, asset)}</dd>
        </div>
      </dl>
      {isTest(asset) && <p className={styles.soft}>{t('mine.testMoneyHint')}</p>}
    </Card>
  )
}
