import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../data/use-language.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { ListRow } from '../../ui/list.tsx'
import { exactTime } from '../../ui/time.tsx'
import { FiguresSection } from './figures-section.tsx'
import { FoundList } from './found-list.tsx'
import { OneSetting } from './one-setting.tsx'
import styles from './operator.module.css'
import { useAct } from './use-act.ts'
import { useDesk } from './use-desk.ts'

/** The day's figures, exchange rates, and what one operator may do alone. */
export function MoneyDesk() {
  const { t } = useTranslation()
  const asked = useDesk('operator.money', {})
  const money = useAct('operator.moneySet')
  const language = useLanguage()
  const [currency, setCurrency] = useState('')
  const [rate, setRate] = useState('')
  const putRate = async () => {
    if (!currency.trim() || !rate.trim()) return
    if (!(await money.act({ what: 'rate', currency, amount: rate }))) return
    setCurrency('')
    setRate('')
    asked.again()
  }
  return (
    <div className={styles.stack}>
      <FiguresSection />
      <Section title={t('operator.rates')}>
        <div className={styles.filters}>
          <Field
            label={t('operator.currency')}
            autoCapitalize="characters"
            maxLength={3}
            value={currency}
            onChange={(e) => setCurrency(e.target.value)}
          />
          <Field
            label={t('operator.rate')}
            inputMode="decimal"
            value={rate}
            onChange={(e) => setRate(e.target.value)}
          />
        </div>
        <Button kind="secondary" busy={money.busy} onClick={() => void putRate()}>
          {t('operator.setRate')}
        </Button>
      </Section>
      <FoundList asked={asked} label={t('operator.rates')} rows={asked.data?.rates} empty={t('operator.noRates')}>
        {(one) => <ListRow key={one.currency} title={one.currency} text={exactTime(one.at, language)} end={one.rate} />}
      </FoundList>
      {asked.data && (
        <Section title={t('operator.limits')}>
          <OneSetting
            label={t('operator.second')}
            hint={t('operator.secondHint')}
            value={asked.data.second}
            busy={money.busy}
            save={async (amount) => (await money.act({ what: 'second', amount })) !== undefined}
          />
          <OneSetting
            label={t('operator.unpaid')}
            hint={t('operator.unpaidHint')}
            value={asked.data.unpaid}
            busy={money.busy}
            save={async (amount) => (await money.act({ what: 'unpaid', amount })) !== undefined}
          />
        </Section>
      )}
    </div>
  )
}
