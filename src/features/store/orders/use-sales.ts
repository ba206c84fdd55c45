import { useMemo, useState } from 'react'
import { saleFilters, type SaleFilter } from '#contract/stores/sales.ts'
import {
  askingUnder,
  EVER,
  isPaged,
  salesAsking,
  salesById,
  salesWithin,
  stretchBefore,
  type PagedFilter,
  type SaleItem,
  type Sales,
} from '#localdb/queries/stores/sales.ts'
import { useStoreLive, useStoreOpened } from '../../../data/stores/use-store.ts'
import { useStorePages, type ByTime } from '../../../data/stores/use-store-pages.ts'
import { useNow } from '../../../ui/time.tsx'
import { foundSales, type SaleNames } from './sale-find.ts'

/** The store's orders under a filter; `counts` are undefined until they are known. */
export interface SaleList {
  items: readonly SaleItem[]
  counts: Record<SaleFilter, number> | undefined
  /** The number of orders found; undefined while nobody searches. */
  found: number | undefined
  /** Shows more orders; undefined when there are none. */
  more: (() => void) | undefined
}

/** The number of orders shown, and read, at once. */
const A_PAGE = 30

const nothing = async (): Promise<undefined> => undefined
const byTime = (filter: PagedFilter): ByTime<SaleItem> => ({
  before: (user, time) => stretchBefore(user, filter, time, A_PAGE),
  within: (stretch) => salesWithin(filter, stretch),
})
const asks = saleFilters.filter((filter) => !isPaged(filter))

/** The store's orders under a filter that have all words of a text, and the way to more of them. */
export function useSales(filter: SaleFilter, text: string): SaleList | undefined {
  const now = useNow() ?? 0
  const [shown, show] = useState(A_PAGE)
  const finding = text.trim() !== ''
  const paged = isPaged(filter) ? filter : undefined
  const pages = useStorePages(useMemo(() => paged && byTime(paged), [paged]))
  // Counts wait for the first page, which does not need them.
  const sales = useStoreLive<Sales | undefined>(paged && !pages ? nothing : salesAsking)
  const every = useStoreLive<SaleItem[] | undefined>(
    useMemo(() => (finding && paged ? salesWithin(paged, EVER) : nothing), [finding, paged]),
  )
  const under = useMemo(
    () => sales && new Map(asks.map((one) => [one as SaleFilter, askingUnder(sales.asking, one, now)])),
    [sales, now],
  )
  const all = paged ? ((finding ? every : undefined) ?? pages?.items) : under?.get(filter)
  const names = useNames(finding ? all : undefined)
  const found = useMemo(() => (all && finding ? foundSales(all, text, names) : all), [all, finding, text, names])
  if (!found) return undefined
  const counts =
    sales &&
    under &&
    (Object.fromEntries(
      saleFilters.map((one) => [one, isPaged(one) ? sales.counts[one] : under.get(one)!.length]),
    ) as SaleList['counts'])
  const whole = paged && !finding
  const longer = found.length > shown ? () => show(shown + A_PAGE) : undefined
  return {
    counts,
    items: whole ? found : found.slice(0, shown),
    found: finding ? found.length : undefined,
    more: whole ? pages?.more : longer,
  }
}

/** The opened values of the sealed fields that can be searched. No other sealed field is opened. */
function useNames(sales: readonly SaleItem[] | undefined): ReadonlyMap<string, SaleNames> {
  const sealed = useMemo(() => sales?.map(({ id, buyer, poNumber }) => ({ id, buyer, poNumber })), [sales])
  const opened = useStoreOpened<'sales', SaleItem>(sealed as SaleItem[] | undefined, 'sales')
  return useMemo(() => new Map<string, SaleNames>((opened?.rows ?? []).map((row) => [row.id, row])), [opened])
}

/** An order as it is on the device. `clear` is the opened order: null if it cannot be opened, undefined until it is. */
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
