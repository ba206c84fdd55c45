import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseCurrency, chosenCurrency, onCurrency } from '../../../data/device/currency.ts'
import { useMoney } from '../../../parts/money/use-money.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import styles from './checkout.module.css'
import { countryCurrency } from './currency-of.ts'

/** Suggests the currency of the country where it is to go, while none was chosen; nothing changes unasked. */
export function CurrencyHint({ country }: { country: string }) {
  const { t } = useTranslation()
  const { currency: shown, market, rateOf } = useMoney()
  const currency = countryCurrency(country)
  const chosen = useSyncExternalStore(onCurrency, chosenCurrency)
  if (chosen !== undefined || currency === undefined || currency === shown || !rateOf(currency)) return null
  return (
    <p className={styles.hint}>
      <span>{t('checkout.currencyHint', { currency })}</span>
      <Button kind="quiet" small onClick={() => void chooseCurrency(currency)}>
        {t('checkout.currencyShow', { currency })}
      </Button>
      <Button kind="quiet" small onClick={() => void chooseCurrency(market)}>
        {t('checkout.currencyKeep', { currency: market })}
      </Button>
    </p>
  )
}
