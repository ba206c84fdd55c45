import { useTranslation } from 'react-i18next'
import { isAhead } from '#contract/shipping/terms.ts'
import type { Store } from '#contract/catalogue/schema.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { intl } from '../../ui/intl.ts'
import { Notice } from '../../ui/blocks/notice.tsx'
import { useNow } from '../../ui/time.tsx'
import styles from './stores.module.css'

/** The announcement of a store to its buyers, and its holiday, now or soon. */
export function StoreSays({ terms: { announcement, holiday } }: { terms: NonNullable<Store['terms']> }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  // A document has no clock.
  const now = useNow()
  const day = (date: string): string =>
    intl('date', locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(date))
  return (
    <>
      {announcement !== '' && (
        <p className={styles.says} dir="auto">
          {announcement}
        </p>
      )}
      {holiday && now !== undefined && isAhead(holiday, now) && (
        <Notice>{t('store.holiday', { from: day(holiday.from), to: day(holiday.to) })}</Notice>
      )}
    </>
  )
}
