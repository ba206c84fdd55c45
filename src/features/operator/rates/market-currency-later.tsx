import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currencyKept } from '#contract/currencies/market.ts'
import { knownOr } from '#contract/wire/open.ts'
import type { DeskMarket, DeskRate } from '#contract/currencies/schema-operator.ts'
import { useCall } from '../../../data/use-call.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { MarketCurrencySheet } from './market-currency-sheet.tsx'
import styles from '../operator.module.css'
import { useRateWords } from './use-rate-words.ts'

interface MarketCurrencyProps {
  market: DeskMarket
  rates: readonly DeskRate[]
  /** Another was chosen: all rates are others now. */
  onChosen(): void
}

/** The market's currency, and the choice of another, or why there is none. */
export function MarketCurrency({ market, rates, onChosen }: MarketCurrencyProps) {
  const { t } = useTranslation()
  const { nameOf } = useRateWords()
  const [open, setOpen] = useState(false)
  const { currency, kept } = market
  const reach = useCall('shop.reach')
  const close = () => setOpen(false)
  const chosen = () => {
    close()
    onChosen()
    // This page writes amounts in the market's currency as the device knows it.
    void reach.call({})
  }
  return (
    <Section title={t('ratesDesk.market')}>
      <Card>
        <div className={styles.stack}>
          <p>
            <strong>
              <bdi>{nameOf(currency)}</bdi> (<bdi>{currency}</bdi>)
            </strong>
          </p>
          <p className={styles.soft}>
            {t(kept === null ? 'ratesDesk.kept.free' : `ratesDesk.kept.${knownOr(currencyKept, kept, 'orders')}`)}
          </p>
          {kept === null && (
            <div className={styles.acts}>
              <Button kind="secondary" onClick={() => setOpen(true)}>
                {t('ratesDesk.chooseMarket')}
              </Button>
            </div>
          )}
        </div>
      </Card>
      {open && <MarketCurrencySheet market={market} rates={rates} onClose={close} onChosen={chosen} />}
    </Section>
  )
}
