import CircleCheck from 'lucide-react/icons/circle-check'
import { useTranslation } from 'react-i18next'
import type { OrderItem } from '#localdb/queries/orders.ts'
import { links } from '../../app/links.ts'
import { Screen } from '../../parts/screen.tsx'
import { useFormat } from '../../parts/use-format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import styles from './orders.module.css'

/** What paying ends with: how much was paid, where the money is now, and the ways on. */
export function PayEnd({ paid }: { paid: readonly OrderItem[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const amount = paid.reduce((sum, order) => sum + order.due!.amount, 0)
  const [first, ...others] = paid
  return (
    <Screen width="narrow">
      <div className={styles.became} role="status">
        <span className={styles.becameIcon} aria-hidden="true">
          <CircleCheck />
        </span>
        <p className={styles.becameTitle}>{t('pay.paid', { amount: format.money(amount, first!.due!.currency) })}</p>
        <p className={styles.soft}>{t('pay.kept')}</p>
        <p className={styles.soft}>{t('success.paidHint')}</p>
      </div>
      <div className={styles.ways}>
        <ButtonLink href={others.length === 0 ? links.order(first!.id) : links.orders('paid')}>
          {t(others.length === 0 ? 'pay.seeOrder' : 'success.orders')}
        </ButtonLink>
        <ButtonLink kind="secondary" href={links.products()}>
          {t('success.goOn')}
        </ButtonLink>
      </div>
    </Screen>
  )
}
