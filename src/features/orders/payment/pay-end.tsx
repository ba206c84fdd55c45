import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { useTranslation } from 'react-i18next'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { links } from '../../../links/links.ts'
import { Screen } from '../../../parts/screen/screen.tsx'
import { Rates } from '../../../parts/money/rate-note.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useMoney } from '../../../parts/money/use-money.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Moment } from './moment.tsx'
import { ordersMoney } from './orders-money.ts'
import styles from '../orders.module.css'
import { usePaidHint } from './use-paid-hint.ts'
import { usePaidText } from './use-paid-text.ts'

/** The screen after paying: how much was paid, where the money is now, and the links onward. */
export function PayEnd({ paid }: { paid: readonly OrderItem[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const amount = usePaidText(paid)
  const [first, ...others] = paid
  const shown = ordersMoney(paid, useMoney())
  return (
    <Screen width="narrow">
      <div className={styles.became} role="status">
        <Moment sign={<LockKeyhole />} />
        <p className={styles.becameTitle}>{t('pay.paid', { amount })}</p>
        {shown && (
          <p className={styles.soft}>
            {t('orders.total')} {format.money(shown.total, shown.currency)}
            <Rates rates={shown.rates} />
          </p>
        )}
        <p className={styles.soft}>{t('pay.kept')}</p>
        <p className={styles.soft}>{usePaidHint(paid)}</p>
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
