import { useTranslation } from 'react-i18next'
import { PAY_WITHIN } from '#contract/rules/order-states.ts'
import { useFormat } from '../../parts/use-format.ts'
import { Card, Section } from '../../ui/card.tsx'
import { durationText } from './duration.ts'
import styles from './orders.module.css'

/** Explains what happens after an order is placed. */
export function CheckoutNext() {
  const { t } = useTranslation()
  const { locale } = useFormat()
  return (
    <Card className={styles.headed}>
      <Section title={t('checkout.next')}>
        <ol className={styles.next}>
          <li>{t('checkout.nextSaved')}</li>
          <li>{t('checkout.nextReserved', { time: durationText(PAY_WITHIN, locale) })}</li>
          <li>{t('checkout.nextAsked')}</li>
          <li>{t('checkout.nextShipped')}</li>
        </ol>
      </Section>
    </Card>
  )
}
