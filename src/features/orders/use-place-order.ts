import { useRef, useState } from 'react'
import { keepStorage } from '../../data/keep-storage.ts'
import { useMutateAll, type Act } from '../../data/use-mutate.ts'
import { orderPayload } from '../../parts/order-payload.ts'
import type { OrderPart } from '../../parts/reckon-cart.ts'
import { useMoney } from '../../parts/use-money.tsx'

/**
 * Places the parts of a checkout: one intent for each store, all of them recorded together or none. Resolves to the
 * groups of the orders, or undefined if nothing was saved.
 */
export function usePlaceOrder(): {
  place(
    parts: readonly OrderPart[],
    addressId: string,
    remarkOf: (key: string) => string,
  ): Promise<string[] | undefined>
  busy: boolean
} {
  const mutateAll = useMutateAll()
  const { rates } = useMoney()
  const [busy, setBusy] = useState(false)
  // One checkout has one client order id, made once: pressing again after a failure places the same order, never a
  // second one.
  const groups = useRef<string[]>([])
  const running = useRef(false)
  const place = async (parts: readonly OrderPart[], addressId: string, remarkOf: (key: string) => string) => {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    const acts = parts.map(({ key, shopId, currency, nth, sums, due }): Act => {
      while (groups.current.length <= nth) groups.current.push(crypto.randomUUID())
      const payload = orderPayload(
        {
          clientOrderId: groups.current[nth]!,
          shopId,
          addressId,
          currency,
          remark: remarkOf(key).trim(),
          rate: rates.find((rate) => rate.currency === currency) ?? null,
          due: due.total,
        },
        sums,
      )
      return { name: 'order.buy', payload }
    })
    let saved = false
    try {
      saved = await mutateAll(acts)
    } finally {
      // Once saved it stays busy: the next screen follows.
      running.current = saved
      setBusy(saved)
    }
    if (!saved) return undefined
    void keepStorage()
    return groups.current
  }
  return { place, busy }
}
