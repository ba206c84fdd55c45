import { useTranslation } from 'react-i18next'
import type { Coin } from '#contract/coins/assets.ts'
import { networkName } from '#contract/coins/networks.ts'
import { links } from '../../../links/links.ts'
import { useCoins } from '../../../parts/money/use-coins.ts'
import { Section } from '../../../ui/blocks/card.tsx'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import type { Method } from '../use-methods.ts'
import { usePayment } from './use-payment.ts'
import { useWaitText } from '../use-wait-text.ts'
import styles from '../wallet.module.css'

/** The choice of the coin to send. */
export function CoinChoice({ coins }: { coins: readonly Coin[] }) {
  const { t } = useTranslation()
  const back = usePayment()
  return (
    <Section title={t('recharge.whichCoin')}>
      <List label={t('recharge.whichCoin')}>
        {coins.map((coin) => (
          <ListRow
            key={coin}
            title={<bdi>{coin}</bdi>}
            text={t(`recharge.coin.${coin}`)}
            href={links.recharge({ coin, back })}
          />
        ))}
      </List>
    </Section>
  )
}

/** The choice of the network on which a coin is sent. */
export function NetworkChoice({ coin, ways }: { coin: Coin; ways: readonly Method[] }) {
  const { t } = useTranslation()
  const coins = useCoins()
  const wait = useWaitText()
  const back = usePayment()
  return (
    <Section title={t('recharge.whichNetwork', { coin })}>
      <div className={styles.form}>
        <List label={t('recharge.whichNetwork', { coin })}>
          {ways.map(({ network, asset, minimum, seconds }) => (
            <ListRow
              key={network}
              title={<bdi>{networkName(network)}</bdi>}
              text={`${t('recharge.atLeast', { coins: coins(minimum, asset) })} · ${wait(seconds)}`}
              href={links.recharge({ coin, network, back })}
            />
          ))}
        </List>
        <Notice tone="warn">{t('recharge.networkHint')}</Notice>
      </div>
    </Section>
  )
}
