import { useMemo, useState } from 'react'
import type { SaleFilter } from '#contract/rules/sales.ts'
import { salesById, salesUnder, type SaleItem, type Sales } from '#localdb/queries/sales.ts'
import { useStoreLive, useStoreOpened } from '../../data/use-store.ts'
import { useNow } from '../../ui/time.tsx'

const A_PAGE = 40

/** The store's orders under a filter, their buyers' names as far as they are opened, and the way to more of them. */
export function useSales(
  filter: SaleFilter,
): (Sales & { buyers: ReadonlyMap<string, string>; more: (() => void) | undefined }) | undefined {
  const now = useNow()
  const [pages, setPages] = useState(1)
  const most = pages * A_PAGE
  const query = useMemo(() => salesUnder(filter, most, now), [filter, most, now])
  const sales = useStoreLive(query)
  const opened = useStoreOpened<'sales', SaleItem>(sales?.items, 'sales')
  const buyers = useMemo(() => new Map((opened?.rows ?? []).map(({ id, buyer }) => [id, buyer])), [opened])
  if (!sales) return undefined
  const more = sales.counts[filter] > sales.items.length ? () => setPages(pages + 1) : undefined
  return { ...sales, buyers, more }
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
