import { useTranslation } from 'react-i18next'
import { arrives, daysTo, leavesBy, type TransitDays, type DaysTo, type Holiday } from '#contract/shipping/terms.ts'
import { zoneOf, type Zone } from '#contract/shipping/charges.ts'
import { AreaTitle } from '../../parts/addresses/area-title.tsx'
import { useAddresses } from '../../parts/addresses/use-addresses.ts'
import { useDaysText } from '../../parts/format/use-days-text.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { useZoneText } from '../../parts/stores/use-zone-text.ts'
import { intl } from '../../ui/intl.ts'
import { useNow } from '../../ui/time.tsx'
import styles from './goods.module.css'

interface ArrivalProps {
  days: readonly DaysTo[]
  zones: readonly Zone[]
  lead: number
  holiday: Holiday | null
}

/**
 * How long a product is under way, by the areas and zones that its store states; where the person's default address is
 * in one of them, the days on which it arrives there.
 */
export function Arrival({ days, zones, lead, holiday }: ArrivalProps) {
  const { t } = useTranslation()
  const { locale, number } = useFormat()
  const inDays = useDaysText()
  const now = useNow()
  const book = useAddresses()
  const address = book?.items.find(({ id }) => id === book.defaultId)
  const own = address && (daysTo(days, address) ?? zoneOf(zones, address.country)?.days)
  const { countriesOf } = useZoneText(String)
  const range = (own: TransitDays, now: number): string => {
    const [from, to] = arrives(leavesBy(now, lead, holiday), own)
    return intl('date', locale, { day: 'numeric', month: 'short' }).formatRange(from, to)
  }
  return (
    <details className={styles.days}>
      <summary>
        {own && now !== undefined ? (
          <>
            {range(own, now)} <span className={styles.soft}>{t('arrival.toYou')}</span>
          </>
        ) : days.length > 0 ? (
          t('goods.arrivesIn', { count: days.length, n: number(days.length) })
        ) : (
          t('arrival.byCountry')
        )}
      </summary>
      <ul>
        {days.map((of) => (
          <li key={of.area}>
            <AreaTitle code={of.area} />: {inDays(of)}
          </li>
        ))}
        {zones.map(
          ({ countries, days: within }) =>
            within &&
            countries.length > 0 && (
              <li key={countries.join()}>
                {countriesOf(countries)}: {inDays(within)}
              </li>
            ),
        )}
      </ul>
    </details>
  )
}
