import { useMemo, useState } from 'react'
import type { SaleFilter } from '#contract/rules/sales.ts'
import { salesById, salesUnder, type SaleItem, type Sales } from '#localdb/queries/sales.ts'
import { useStoreLive, useStoreOpened } from '../../data/use-store.ts'
import { useNow } from '../../ui/time.tsx'
import { foundSales, type SaleNames } from './sale-find.ts'

const A_PAGE = 40

/** The store's orders under a filter that have all words of a text, and the way to more of them. */
export function useSales(
  filter: SaleFilter,
  text: string,
):
  | (Sales & { names: ReadonlyMap<string, SaleNames>; found: number | undefined; more: (() => void) | undefined })
  | undefined {
  const now = useNow()
  const [pages, setPages] = useState(1)
  const most = pages * A_PAGE
  const finding = text.trim() !== ''
  // What is sealed is found only once it is opened: of all orders, while somebody looks for one.
  const query = useMemo(
    () => salesUnder(filter, finding ? Number.POSITIVE_INFINITY : most, now),
    [filter, finding, most, now],
  )
  const sales = useStoreLive(query)
  // A list shows no more of what is sealed than these: nothing else is opened.
  const sealed = useMemo(() => sales?.items.map(({ id, buyer, poNumber }) => ({ id, buyer, poNumber })), [sales])
  const opened = useStoreOpened<'sales', SaleItem>(sealed as SaleItem[] | undefined, 'sales')
  const names = useMemo(() => new Map<string, SaleNames>((opened?.rows ?? []).map((row) => [row.id, row])), [opened])
  const all = sales?.items
  const found = useMemo(() => (all && finding ? foundSales(all, text, names) : all), [all, finding, text, names])
  if (!sales || !found) return undefined
  const total = finding ? found.length : sales.counts[filter]
  return {
    ...{ counts: sales.counts, names, items: found.slice(0, most), found: finding ? found.length : undefined },
    more: total > most ? () => setPages(pages + 1) : undefined,
  }
}

/** An order as it is on the device, and `clear`, the same opened: null where that cannot be, undefined until it is. */
export interface OpenedSale {
  sale: SaleItem
  clear: SaleItem | null | undefined
}

/** Some of the store's orders; undefined until the device has answered. */
export function useSalesById(ids: readonly string[]): OpenedSale[] | undefined {
  const wanted = ids.join(' ')
  const query = useMemo(() => salesById(wanted.split(' ')), [wanted])
  const sales = useStoreLive(query)
  const opened = useStoreOpened<'sales', SaleItem>(sales, 'sales')
  return sales?.map((sale) => ({
    sale,
    clear: opened && (opened.rows.find(({ id }) => id === sale.id) ?? null),
  }))
}
