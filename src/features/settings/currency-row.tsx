import Check from 'lucide-react/icons/check'
import Coins from 'lucide-react/icons/coins'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseCurrency } from '../../data/device/currency.ts'
import { Rates } from '../../parts/money/rate-note.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { useMoney } from '../../parts/money/use-money.tsx'
import { intl } from '../../ui/intl.ts'
import { List, ListRow } from '../../ui/blocks/list.tsx'
import { Sheet } from '../../ui/layers/sheet.tsx'
import styles from './setting.module.css'

/** The currency in which prices are shown, of those that the market has a rate for; kept on this device. */
export function CurrencyRow() {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const { currency, market, rates } = useMoney()
  const [open, setOpen] = useState(false)
  const names = intl('names', locale, { type: 'currency' })
  const choose = (code: string): void => {
    setOpen(false)
    void chooseCurrency(code)
  }
  return (
    <ListRow icon={<Coins />} title={t('settings.currency')} end={currency} onPress={() => setOpen(true)}>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('settings.currency')}>
        <div className={styles.ways}>
          <p className={styles.hint}>{t('settings.currencyHint', { currency: market })}</p>
          <List label={t('settings.currency')}>
            {[market, ...rates.map((rate) => rate.currency)].map((code) => (
              <ListRow
                key={code}
                title={names.of(code) ?? code}
                text={<Rates rates={rates.filter((rate) => rate.currency === code)} />}
                current={code === currency}
                end={code === currency ? <Check aria-hidden="true" /> : code}
                onPress={() => choose(code)}
              />
            ))}
          </List>
        </div>
      </Sheet>
    </ListRow>
  )
}
