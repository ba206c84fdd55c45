import { useEffect, useState } from 'react'
import type { CartItem } from '#localdb/queries/cart.ts'
import { useWant } from '../data/use-want.ts'

/**
 * Fetches the details of cart lines that the device does not have yet, one product after another: shipping, taxes and
 * the chosen variant's name stand there.
 */
export function useMissingDetails(items: readonly CartItem[]): void {
  const [refused, setRefused] = useState<ReadonlySet<number>>(new Set())
  const id = items.find((item) => !item.terms && !refused.has(item.id))?.id
  const want = useWant('catalogue.product', { id: id ?? 0 }, id !== undefined)
  const gone = want.failure?.kind === 'refused'
  useEffect(() => {
    if (gone && id !== undefined) setRefused((known) => new Set(known).add(id))
  }, [gone, id])
}
