import { useTranslation } from 'react-i18next'
import type { Coin } from '#contract/coins/assets.ts'
import { groupBy } from '#contract/lists/group-by.ts'
import { networkName } from '#contract/coins/networks.ts'
import { availableOf, type Holding } from '#localdb/queries/wallet.ts'
import { links } from '../../../links/links.ts'
import { useAccountStore } from '../../../parts/stores/open-desk.tsx'
import { useCoins } from '../../../parts/money/use-coins.ts'
import { Badge } from '../../../ui/blocks/badge.tsx'
import { Section } from '../../../ui/blocks/card.tsx'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { useWaitText } from '../use-wait-text.ts'
import type { WithdrawMethod } from '../use-withdrawing.ts'
import styles from '../wallet.module.css'

interface WithdrawCoinsProps {
  methods: readonly WithdrawMethod[]
  held: readonly Holding[]
}

/** The choice of the coin to withdraw, each with what is available of it. */
export function WithdrawCoins({ methods, held }: WithdrawCoinsProps) {
  const { t } = useTranslation()
  const coins = useCoins()
  const store = useAccountStore()?.storeId
  return (
    <Section title={t('withdraw.whichCoin')}>
      <List label={t('withdraw.whichCoin')}>
        {[...groupBy(methods, (method) => method.coin)].map(([coin, ways]) => (
          <ListRow
            key={coin}
            title={<bdi>{coin}</bdi>}
            text={[...new Set(ways.map((way) => way.asset))]
              .map((asset) => t('withdraw.has', { coins: coins(availableOf(held, asset), asset) }))
              .join(' · ')}
            end={ways.every((way) => way.test) && <Badge tone="warn">{t('mine.testMoney')}</Badge>}
            href={links.withdraw({ coin, store })}
          />
        ))}
      </List>
    </Section>
  )
}

/** The choice of the network on which a coin is withdrawn, each with its fee and its time. */
export function WithdrawNetworks({ coin, ways }: { coin: Coin; ways: readonly WithdrawMethod[] }) {
  const { t } = useTranslation()
  const coins = useCoins()
  const wait = useWaitText()
  const store = useAccountStore()?.storeId
  return (
    <Section title={t('withdraw.whichNetwork', { coin })}>
      <div className={styles.form}>
        <List label={t('withdraw.whichNetwork', { coin })}>
          {ways.map(({ network, asset, fee, seconds, test }) => (
            <ListRow
              key={network}
              title={<bdi>{networkName(network)}</bdi>}
              text={`${t('withdraw.feeOf', { coins: coins(fee, asset) })} · ${wait(seconds)}`}
              end={test && <Badge tone="warn">{t('mine.testMoney')}</Badge>}
              href={links.withdraw({ coin, network, store })}
            />
          ))}
        </List>
        <Notice tone="warn">{t('withdraw.networkHint')}</Notice>
      </div>
    </Section>
  )
}
