import Info from 'lucide-react/icons/info'
import { Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Store } from '#contract/catalogue/schema.ts'
import { later } from '../../data/loading/later.tsx'
import { Converted } from '../../parts/money/converted.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { useShownMoney } from '../../parts/money/use-shown-money.ts'
import { Button } from '../../ui/controls/button.tsx'
import type { Figure } from './figure.ts'
import styles from './stores.module.css'

const FigureMeanings = later('figures', async () => (await import('./figures-later.tsx')).FigureMeanings)

/** A store's figures, calculated from records; a new store's zeros are left out. */
function useFigures(store: Store): Figure[] {
  const { t } = useTranslation()
  const format = useFormat()
  const { currency } = store
  const count = (id: Figure['id'], name: string, value: number): Figure => ({
    id,
    name,
    value,
    short: format.compact(value),
    exact: format.number(value),
    currency,
  })
  const sales = useShownMoney()(store.turnover, currency)
  const figures: Figure[] = [
    { id: 'sales', name: t('store.sales'), value: store.turnover, short: sales, exact: sales, currency },
    count('sold', t('store.sold'), store.sales),
    {
      ...count('credit', t('store.creditPoints'), store.credit),
      exact: t('store.creditScore', { n: format.number(store.credit) }),
    },
    count('products', t('store.productCount'), store.products),
    count('followers', t('store.followerCount'), store.followers),
  ]
  return figures.filter((figure) => figure.value > 0)
}

/** The list tells the products, the head's own line the followers. */
const isShown = ({ id }: Figure): boolean => id !== 'products' && id !== 'followers'

/** A store's figures. Their meaning is one press away; `children` stand beside that button. */
export function StoreFigures({ store, children }: { store: Store; children: ReactNode }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const figures = useFigures(store)
  return (
    <>
      <dl className={styles.figures}>
        {figures.filter(isShown).map((f) => (
          <div key={f.id}>
            <dt>{f.name}</dt>
            <dd title={f.exact}>{f.short}</dd>
          </div>
        ))}
      </dl>
      {store.turnover > 0 && <Converted rows={[store]} />}
      <div className={styles.acts}>
        {children}
        <Button kind="quiet" className={styles.means} icon={<Info />} onClick={() => setOpen(true)}>
          {t('store.aboutFigures')}
        </Button>
      </div>
      {open && (
        <Suspense fallback={null}>
          <FigureMeanings figures={figures} demo={store.demo} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
