import { useTranslation } from 'react-i18next'
import { orderFigures } from '#localdb/queries/orders/items.ts'
import { useLive } from '../../data/use-live.ts'
import { intl } from '../../ui/intl.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import styles from './mine.module.css'

/** The amount that unpaid orders will need, and the amount held in escrow for the stores. */
export function MineMoney({ currency }: { currency: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const figures = useLive(orderFigures, [])
  const list = (amounts: ReadonlyMap<string, number> | undefined): string =>
    intl('list', format.locale).format(
      amounts?.size
        ? [...amounts].map(([currency, amount]) => format.money(amount, currency))
        : [format.money(0, currency)],
    )
  return (
    <dl className={styles.money}>
      <div>
        <dt>{t('mine.held')}</dt>
        <dd>{list(figures?.held)}</dd>
      </div>
      <div>
        <dt>{t('mine.escrow')}</dt>
        <dd>{list(figures?.escrow)}</dd>
      </div>
    </dl>
  )
}
