import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { MARKET_CURRENCY } from '#contract/rules/exchange.ts'
import { chooseCurrency, isCurrencyChosen, onCurrency } from '../../data/currency.ts'
import { useMoney } from '../../parts/use-money.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './checkout.module.css'
import { currencyOf } from './currency-of.ts'

/** Suggests the currency of the country where it is to go, while none was chosen; nothing changes unasked. */
export function CurrencyHint({ country }: { country: string }) {
  const { t } = useTranslation()
  const { currency: shown, rateOf } = useMoney()
  const currency = currencyOf(country)
  const chosen = useSyncExternalStore(onCurrency, isCurrencyChosen)
  if (chosen || currency === undefined || currency === shown || !rateOf(currency)) return null
  return (
    <p className={styles.hint}>
      <span>{t('checkout.currencyHint', { currency })}</span>
      <Button kind="quiet" small onClick={() => void chooseCurrency(currency)}>
        {t('checkout.currencyShow', { currency })}
      </Button>
      <Button kind="quiet" small onClick={() => void chooseCurrency(MARKET_CURRENCY)}>
        {t('checkout.currencyKeep', { currency: MARKET_CURRENCY })}
      </Button>
    </p>
  )
}
