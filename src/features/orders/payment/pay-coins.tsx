import Check from 'lucide-react/icons/check'
import { useTranslation } from 'react-i18next'
import { coinOf } from '#contract/coins/assets.ts'
import { knownOr } from '#contract/wire/open.ts'
import type { RechargeMethod } from '#contract/deposits/schema.ts'
import { availableOf } from '#localdb/queries/wallet.ts'
import { links } from '../../../links/links.ts'
import { CoinRateNote } from '../../../parts/money/coin-rate-note.tsx'
import { useCoins } from '../../../parts/money/use-coins.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Section } from '../../../ui/blocks/card.tsx'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { durationText } from '../duration.ts'
import styles from '../orders.module.css'
import { useLeft } from '../use-left.ts'
import type { PayChoice } from './use-pay-choice.ts'
import type { CoinCost } from './use-pay-quotes.ts'

interface PayCoinsProps {
  choice: PayChoice
  /** The ways to fill the account. */
  methods: readonly RechargeMethod[]
}

/** The choice of the coin to pay with, each with its amount, and the terms of the chosen one. */
export function PayCoins({ choice, methods }: PayCoinsProps) {
  const { quotes = [], closed, holdings, chosen, choose } = choice
  const { t } = useTranslation()
  const coins = useCoins()
  return (
    <Section title={t('pay.coin')}>
      <div className={styles.panel}>
        <List label={t('pay.coin')}>
          {quotes.map((quote) => (
            <ListRow
              key={quote.asset}
              title={<bdi>{coinOf(quote.asset)}</bdi>}
              text={t('pay.has', { coins: coins(availableOf(holdings, quote.asset), quote.asset) })}
              current={quote === chosen}
              onPress={() => choose(quote.asset)}
              end={
                <span className={styles.amount}>
                  {coins(quote.units, quote.asset)}
                  {quote === chosen && <Check aria-hidden="true" />}
                </span>
              }
            />
          ))}
          {closed.map(({ coin: name, state }) => (
            <ListRow
              key={name}
              title={<bdi>{name}</bdi>}
              text={t(`pay.closed.${knownOr(['old', 'waits'], state, 'waits')}`)}
            />
          ))}
        </List>
        {chosen ? (
          <Chosen choice={choice} quote={chosen} methods={methods} />
        ) : (
          <Notice tone="warn" urgent>
            {t('pay.coinClosed')}
          </Notice>
        )}
      </div>
    </Section>
  )
}

/** The rate and terms of the chosen coin, and the way to get more of it. */
function Chosen({ choice, quote, methods }: PayCoinsProps & { quote: CoinCost }) {
  const { t } = useTranslation()
  const coin = coinOf(quote.asset)
  return (
    <>
      {availableOf(choice.holdings, quote.asset) < quote.units && (
        <Notice
          tone="warn"
          action={
            methods.some((method) => method.coin === coin) && (
              <ButtonLink
                small
                kind="secondary"
                href={links.recharge({ coin, back: location.pathname + location.search })}
              >
                {t('mine.topUp')}
              </ButtonLink>
            )
          }
        >
          {t('refusals.insufficientBalance')}
        </Notice>
      )}
      <p className={styles.soft}>
        <CoinRateNote rate={quote.rate} />
        <ValidFor until={quote.until} />
      </p>
      {choice.changed && (
        <Notice tone="warn" urgent>
          {t('pay.again')}
        </Notice>
      )}
      <p className={styles.soft}>{t('pay.movement')}</p>
    </>
  )
}

/** How long the amounts are valid. */
function ValidFor({ until }: { until: number }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const left = useLeft(until)
  if (left === undefined || left <= 0) return null
  return (
    <span role="timer" className={styles.valid}>
      {t('pay.validFor', { time: durationText(left, locale) })}
    </span>
  )
}
