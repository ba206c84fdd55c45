import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../data/use-language.ts'
import { useFormat } from '../../parts/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { ListRow } from '../../ui/list.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { exactTime } from '../../ui/time.tsx'
import { AskedFailure } from './asked-failure.tsx'
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
      <Figures />
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

type Span = '7' | '30' | '90'

function Figures() {
  const { t } = useTranslation()
  const format = useFormat()
  const [days, setDays] = useState<Span>('7')
  const asked = useDesk('operator.figures', { days: Number(days) })
  const { data } = asked
  const most = Math.max(1, ...(data?.days.map((day) => day.turnover) ?? []))
  return (
    <Section title={t('operator.figures')}>
      <Select<Span>
        label={t('operator.span')}
        value={days}
        choices={(['7', '30', '90'] as const).map((value) => ({
          value,
          label: t('operator.days', { count: Number(value) }),
        }))}
        onChange={setDays}
      />
      {asked.failure && <AskedFailure failure={asked.failure} busy={asked.busy} again={asked.again} />}
      {!data && !asked.failure && <Skeleton height="14rem" />}
      {data && (
        <div className={styles.scroll}>
          <table className={styles.figures}>
            <thead>
              <tr>
                <th scope="col">{t('operator.day')}</th>
                <th scope="col">{t('operator.ordersHead')}</th>
                <th scope="col">{t('operator.peopleHead')}</th>
                <th scope="col">{t('operator.turnover')}</th>
              </tr>
            </thead>
            <tbody>
              {data.days.toReversed().map((day) => (
                <tr key={day.day}>
                  <th scope="row" dir="ltr">
                    {day.day}
                  </th>
                  <td>{format.number(day.orders)}</td>
                  <td>{format.number(day.people)}</td>
                  <td>
                    {format.money(day.turnover, data.currency)}
                    <meter aria-hidden="true" className={styles.bar} min={0} max={most} value={day.turnover} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}
