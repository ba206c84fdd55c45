import { useTranslation } from 'react-i18next'
import { lateBy } from '#contract/orders/late-by.ts'
import { PAY_WITHIN } from '#contract/orders/states.ts'
import { PROMISES } from '#contract/market/promises.ts'
import { useSettings } from '../../../data/use-settings.ts'
import { dayText } from '../../../parts/format/day-text.ts'
import type { AskPart } from '../../../parts/cart/reckon-cart.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { useNow } from '../../../ui/time.tsx'
import { durationText } from '../duration.ts'
import styles from '../orders.module.css'

/** Explains what happens after some orders are placed. */
export function CheckoutNext({ parts }: { parts: readonly AskPart[] }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const now = useNow()
  // Goods of which this device does not know it leave as the market promises.
  const { shipDays } = useSettings()?.promises ?? PROMISES
  const promised = parts.flatMap((part) =>
    part.lines.flatMap((line) => line.promised ?? { lead: shipDays, holiday: null }),
  )
  const late = now === undefined ? undefined : lateBy(now, promised)
  return (
    <Card className={styles.headed}>
      <Section title={t('checkout.next')}>
        <ol className={styles.next}>
          <li>{t('checkout.nextSaved')}</li>
          <li>{t('checkout.nextReserved', { time: durationText(PAY_WITHIN, locale) })}</li>
          <li>{t('checkout.nextAsked')}</li>
          <li>{late ? t('checkout.nextShippedBy', { date: dayText(late, locale) }) : t('checkout.nextShipped')}</li>
        </ol>
      </Section>
    </Card>
  )
}
