import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { canShip, saleFilters } from '#contract/rules/sales.ts'
import { links } from '../../app/links.ts'
import { useFormat } from '../../parts/use-format.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Chip, ChipRow } from '../../ui/chip.tsx'
import { Section } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useStoreParam } from './in-store.tsx'
import { SaleRow } from './sale-row.tsx'
import styles from './sales.module.css'
import { ShipAllSheet } from './ship-all-sheet.tsx'
import { useSales } from './use-sales.ts'

/** The store's orders by what they ask of it; several that are to be sent can be sent at once. */
export function SalesSection() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [params, setParams] = useSearchParams()
  const filter = saleFilters.find((one) => one === params.get('show')) ?? 'toShip'
  const list = useSales(filter)
  const show = (next: string) =>
    setParams(
      (old) => {
        const query = new URLSearchParams(old)
        query.set('show', next)
        return query
      },
      { replace: true },
    )
  return (
    <Section title={t('centre.orders')}>
      <ChipRow label={t('centre.show')}>
        {saleFilters.map((one) => (
          <Chip key={one} on={one === filter} onChange={() => show(one)}>
            {t(`centre.filter.${one}`)}
            {list && one !== 'all' && list.counts[one] > 0 && ` (${number(list.counts[one])})`}
          </Chip>
        ))}
      </ChipRow>
      {!list ? (
        <div className={styles.rows}>
          <Skeleton height="5rem" />
          <Skeleton height="5rem" />
          <Skeleton height="5rem" />
        </div>
      ) : list.items.length === 0 ? (
        <p className={styles.soft}>{t(`centre.nothing.${list.counts.all === 0 ? 'all' : filter}`)}</p>
      ) : (
        <Rows key={filter} list={list} />
      )}
    </Section>
  )
}

/** The orders, and what is done with those that are chosen. */
function Rows({ list }: { list: NonNullable<ReturnType<typeof useSales>> }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const at = useStoreParam()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [shipping, setShipping] = useState(false)
  const ready = list.items.filter((sale) => canShip(sale))
  const picked = ready.filter(({ id }) => chosen.has(id))
  const ids = picked.map(({ id }) => id)
  const choose = (id: string, on: boolean) =>
    setChosen((old) => new Set(on ? [...old, id] : [...old].filter((one) => one !== id)))
  return (
    <>
      {ready.length > 1 && (
        <Checkbox
          checked={picked.length === ready.length}
          mixed={picked.length > 0}
          label={t('centre.chooseAll', { n: number(ready.length) })}
          onChange={(on) => setChosen(new Set(on ? ready.map(({ id }) => id) : []))}
        />
      )}
      <ul className={styles.rows} aria-label={t('centre.orders')}>
        {list.items.map((sale) => (
          <SaleRow
            key={sale.id}
            sale={sale}
            buyer={list.buyers.get(sale.id)}
            href={links.sale(sale.id, at)}
            chosen={chosen.has(sale.id)}
            onChoose={canShip(sale) ? (on) => choose(sale.id, on) : undefined}
          />
        ))}
      </ul>
      {list.more && (
        <Button kind="secondary" onClick={list.more}>
          {t('orders.showMore')}
        </Button>
      )}
      {picked.length > 0 && (
        <div className={styles.chosen}>
          <span role="status">{t('centre.chosen', { n: number(picked.length) })}</span>
          <span className={styles.acts}>
            <ButtonLink kind="secondary" small href={links.salePapers('pick', ids, at)}>
              {t('centre.paper.pick')}
            </ButtonLink>
            <ButtonLink kind="secondary" small href={links.salePapers('slip', ids, at)}>
              {t('centre.paper.slip')}
            </ButtonLink>
            <Button small onClick={() => setShipping(true)}>
              {t('centre.shipChosen')}
            </Button>
          </span>
        </div>
      )}
      <ShipAllSheet
        sales={picked}
        open={shipping && picked.length > 0}
        onClose={() => setShipping(false)}
        onShipped={() => setChosen(new Set())}
      />
    </>
  )
}
