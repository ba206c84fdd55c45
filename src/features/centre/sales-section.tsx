import { useTranslation } from 'react-i18next'
import { knownOr } from '#contract/rules/open.ts'
import { orderStates } from '#contract/rules/order-states.ts'
import { sales } from '#localdb/queries/centre.ts'
import { useStoreLive } from '../../data/use-store.ts'
import { useFormat } from '../../parts/use-format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Section } from '../../ui/card.tsx'
import { List, ListRow } from '../../ui/list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './centre.module.css'

/** The store's orders, those that are to be sent first. */
export function SalesSection() {
  const { t } = useTranslation()
  const format = useFormat()
  const rows = useStoreLive(sales)
  return (
    <Section title={t('centre.orders')}>
      {!rows ? (
        <Skeleton height="6rem" />
      ) : rows.length === 0 ? (
        <p className={styles.soft}>{t('centre.noOrders')}</p>
      ) : (
        <List label={t('centre.orders')}>
          {rows.map((sale) => {
            const state = knownOr(orderStates, sale.state, 'newer')
            return (
              <ListRow
                key={sale.id}
                title={<bdi>{sale.number}</bdi>}
                text={t('centre.pieces', {
                  n: format.number(sale.lines.reduce((sum, line) => sum + line.num, 0)),
                  money: format.money(sale.total, sale.currency),
                })}
                end={<Badge tone={state === 'paid' ? 'warn' : 'plain'}>{t(`orders.state.${state}`)}</Badge>}
              />
            )
          })}
        </List>
      )}
    </Section>
  )
}
