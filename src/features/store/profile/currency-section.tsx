import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { readStoreNotice } from '#localdb/queries/stores/centre.ts'
import { useStoreLive, useStoreMutate } from '../../../data/stores/use-store.ts'
import { currencyChoices } from '../../../parts/money/currency-name.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useMoney } from '../../../parts/money/use-money.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import styles from '../centre.module.css'

/** The currency in which the store asks for shipping and for its least order. */
export function CurrencySection() {
  const { t } = useTranslation()
  const currency = useStoreLive(readStoreNotice)?.terms?.currency
  return (
    <Section title={t('centre.storeCurrency')}>
      {currency ? <Form key={currency} currency={currency} /> : <Skeleton height="8rem" />}
    </Section>
  )
}

function Form({ currency }: { currency: string }) {
  const { t } = useTranslation()
  const { market, rates } = useMoney()
  const { locale } = useFormat()
  const mutate = useStoreMutate()
  const [chosen, setChosen] = useState(currency)
  const choices = [...new Set([currency, market, ...rates.map((rate) => rate.currency).toSorted()])]
  const save = async (e: FormEvent) => {
    e.preventDefault()
    await mutate('store.currency', { currency: chosen }, { text: t('centre.saved'), kind: 'good' })
  }
  return (
    <Card>
      <form className={styles.form} onSubmit={(e) => void save(e)}>
        <Select
          label={t('storeGoods.currency')}
          value={chosen}
          choices={currencyChoices(choices, locale)}
          onChange={setChosen}
        />
        <p className={styles.soft}>
          {t(chosen === currency ? 'centre.storeCurrencyText' : 'centre.storeCurrencyAfter', { currency: chosen })}
        </p>
        {chosen !== currency && (
          <Button type="submit" wide>
            {t('centre.storeCurrencyUse', { currency: chosen })}
          </Button>
        )}
      </form>
    </Card>
  )
}
