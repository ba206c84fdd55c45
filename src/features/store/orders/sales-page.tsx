import SearchX from 'lucide-react/icons/search-x'
import { useCallback, useDeferredValue, useMemo, useState, type Dispatch, type SetStateAction } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { canShip, saleFilters, type SaleFilter } from '#contract/stores/sales.ts'
import type { SaleItem } from '#localdb/queries/stores/sales.ts'
import { links } from '../../../links/links.ts'
import { useDeskKey } from '../../../data/stores/use-store.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useStoreParam } from '../../../parts/stores/open-desk.tsx'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { Chip, ChipRow } from '../../../ui/controls/chip.tsx'
import { Section } from '../../../ui/blocks/card.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { useNow } from '../../../ui/time.tsx'
import { VirtualList } from '../../../ui/scrolling/virtual-list.tsx'
import { CentrePage } from '../centre-page.tsx'
import { SaleRow } from './sale-row.tsx'
import { SalesFileButton } from './sales-file-button.tsx'
import styles from './sales.module.css'
import { ShipAllSheet } from './ship-all-sheet.tsx'
import { useSales, type SaleList } from './use-sales.ts'

/** The store's orders, by the action that they need. Several orders can be sent at once. */
export function SalesPage() {
  const [params, setParams] = useSearchParams()
  const filter = saleFilters.find((one) => one === params.get('show')) ?? 'toShip'
  const set = (name: 'show' | 'q', value: string) =>
    setParams(
      (old) => {
        const query = new URLSearchParams(old)
        if (value === '') query.delete(name)
        else query.set(name, value)
        return query
      },
      { replace: true },
    )
  return <Shown key={filter} filter={filter} find={params.get('q') ?? ''} set={set} />
}

interface ShownProps {
  filter: SaleFilter
  find: string
  set(name: 'show' | 'q', value: string): void
}

function Shown({ filter, find, set }: ShownProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const text = useDeferredValue(find)
  const list = useSales(filter, text)
  const counts = list?.counts
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const picked = (list?.items ?? []).filter((sale) => chosen.has(sale.id) && canShip(sale))
  return (
    <CentrePage
      tab="orders"
      wide
      foot={picked.length > 0 && <Chosen picked={picked} onShipped={() => setChosen(new Set())} />}
    >
      <Section title={t('centre.orders')}>
        <Field
          label={t('centre.find')}
          type="search"
          autoComplete="off"
          value={find}
          onChange={(e) => set('q', e.target.value)}
        />
        <ChipRow label={t('centre.show')}>
          {saleFilters.map((one) => (
            <Chip key={one} on={one === filter} onChange={() => set('show', one)}>
              {t(`centre.filter.${one}`)}
              {counts && one !== 'all' && counts[one] > 0 && ` (${number(counts[one])})`}
            </Chip>
          ))}
        </ChipRow>
        <p role="status" className="visually-hidden">
          {list?.found !== undefined && t('centre.found', { count: list.found, n: number(list.found) })}
        </p>
        {!list || (list.items.length === 0 && !counts) ? (
          <div className={styles.rows}>
            <Skeleton height="5.5rem" />
            <Skeleton height="5.5rem" />
            <Skeleton height="5.5rem" />
          </div>
        ) : list.found === 0 ? (
          <EmptyState
            icon={<SearchX />}
            title={t('centre.noneFound')}
            action={
              <Button kind="secondary" onClick={() => (filter === 'all' ? set('q', '') : set('show', 'all'))}>
                {t(filter === 'all' ? 'centre.showAll' : 'centre.findInAll')}
              </Button>
            }
          />
        ) : list.items.length === 0 ? (
          <p className={styles.soft}>{t(`centre.nothing.${counts?.all === 0 ? 'all' : filter}`)}</p>
        ) : (
          <Rows list={list} filter={filter} text={text} chosen={chosen} onChoose={setChosen} />
        )}
      </Section>
    </CentrePage>
  )
}

interface RowsProps {
  list: SaleList
  filter: SaleFilter
  text: string
  chosen: ReadonlySet<string>
  onChoose: Dispatch<SetStateAction<ReadonlySet<string>>>
}

function Rows({ list: { items, more }, filter, text, chosen, onChoose }: RowsProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const at = useStoreParam()
  const seal = useDeskKey()
  const now = useNow()
  const ready = useMemo(() => items.filter((sale) => canShip(sale)), [items])
  const some = ready.filter(({ id }) => chosen.has(id)).length
  const choose = useCallback(
    (id: string, on: boolean) => onChoose((old) => new Set(on ? [...old, id] : [...old].filter((one) => one !== id))),
    [onChoose],
  )
  return (
    <>
      {ready.length > 1 && (
        <Checkbox
          checked={some === ready.length}
          mixed={some > 0}
          label={t('centre.chooseAll', { n: number(ready.length) })}
          onChange={(on) => onChoose(new Set(on ? ready.map(({ id }) => id) : []))}
        />
      )}
      <SalesFileButton filter={filter} text={text} />
      <VirtualList
        items={items}
        itemKey={(sale) => sale.id}
        label={t('centre.orders')}
        memory={`sales ${at ?? ''} ${filter} ${text}`}
        estimate={96}
        layout="table"
        chunk={10}
        onEnd={more}
        render={(sale) => (
          <SaleRow
            sale={sale}
            seal={seal}
            at={at}
            now={now}
            chosen={chosen.has(sale.id)}
            onChoose={canShip(sale) ? choose : undefined}
          />
        )}
      />
    </>
  )
}

/** The actions on the chosen orders. */
function Chosen({ picked, onShipped }: { picked: readonly SaleItem[]; onShipped(): void }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const at = useStoreParam()
  const [shipping, setShipping] = useState(false)
  const ids = picked.map(({ id }) => id)
  return (
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
      <ShipAllSheet sales={picked} open={shipping} onClose={() => setShipping(false)} onShipped={onShipped} />
    </div>
  )
}
