import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Store } from '#contract/schema/catalogue.ts'
import { useFormat } from '../../parts/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import styles from './stores.module.css'

/**
 * A store's figures, all calculated from records. Their meaning is one press away; `children` stand beside that button.
 */
export function StoreFigures({ store, children }: { store: Store; children: ReactNode }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const figures = [
    {
      name: t('store.sales'),
      short: format.money(store.turnover, store.currency),
      exact: format.money(store.turnover, store.currency),
      means: t('store.salesMeans', { currency: store.currency }),
    },
    {
      name: t('store.sold'),
      short: format.compact(store.sales),
      exact: format.number(store.sales),
      means: t('store.soldMeans'),
    },
    {
      name: t('store.creditPoints'),
      short: store.credit > 0 ? format.number(store.credit) : '–',
      exact: store.credit > 0 ? t('store.creditScore', { n: format.number(store.credit) }) : t('store.noCredit'),
      means: t('store.creditMeans'),
    },
    {
      name: t('store.productCount'),
      short: format.compact(store.products),
      exact: format.number(store.products),
      means: t('store.productsMean'),
    },
    {
      name: t('store.followerCount'),
      short: format.compact(store.followers),
      exact: format.number(store.followers),
      means: t('store.followersMean'),
    },
  ]
  return (
    <>
      <dl className={styles.figures}>
        {figures.map((f) => (
          <div key={f.name}>
            <dt>{f.name}</dt>
            <dd title={f.exact}>{f.short}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.acts}>
        {children}
        <Button kind="quiet" className={styles.means} icon={<CircleQuestionMark />} onClick={() => setOpen(true)}>
          {t('store.aboutFigures')}
        </Button>
      </div>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('store.figures')}>
        <div className={styles.meanings}>
          {store.demo && <Notice>{t('store.demo')}</Notice>}
          <dl className={styles.meanings}>
            {figures.map((f) => (
              <div key={f.name}>
                <dt>
                  {f.name} <strong>{f.exact}</strong>
                </dt>
                <dd>{f.means}</dd>
              </div>
            ))}
          </dl>
        </div>
      </Sheet>
    </>
  )
}
