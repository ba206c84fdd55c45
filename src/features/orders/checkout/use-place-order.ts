import { useRef, useState } from 'react'
import { noteKey, writeNotes } from '#contract/orders/line-notes.ts'
import { keepStorage } from '../../../data/device/keep-storage.ts'
import { useMutateAll, type Act } from '../../../data/use-mutate.ts'
import { placingAct, withQuotes } from '../../../parts/orders/order-payload.ts'
import type { AskPart, OrderPart } from '../../../parts/cart/reckon-cart.ts'
import { useMoney } from '../../../parts/money/use-money.tsx'
import type { WrittenTexts } from './use-written.ts'

/**
 * Places the parts of a checkout, and asks for those whose price is not known: one intent for each store, all of them
 * recorded together or none. Resolves to the groups of the orders, or undefined if nothing was saved.
 */
export function usePlaceOrder(): {
  place(
    parts: readonly (AskPart | OrderPart)[],
    addressId: string,
    writtenOf: (key: string) => WrittenTexts,
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
  const actOf = (part: AskPart | OrderPart, addressId: string, written: WrittenTexts): Act => {
    const { shopId, currency, nth, lines } = part
    while (groups.current.length <= nth) groups.current.push(crypto.randomUUID())
    const poNumber = written.poNumber.trim()
    const notes = writeNotes(new Map(Object.entries(written.notes)))
    const of = {
      clientOrderId: groups.current[nth]!,
      shopId,
      addressId,
      currency,
      remark: written.remark.trim(),
      ...(poNumber !== '' && { poNumber }),
      ...(notes !== undefined && { notes }),
    }
    const held = lines.flatMap((l) => (l.agreed?.state === 'holds' && l.quote ? [[noteKey(l), l.quote] as const] : []))
    const quotes = new Map(held)
    if ('sums' in part) {
      const rate = rates.find((one) => one.currency === currency) ?? null
      return placingAct({ ...of, rate, due: part.due.total }, part.sums, quotes)
    }
    const asked = lines.map(({ id, variantId, num, unit }) => ({ id, variantId, num, price: unit }))
    return quotes.size === 0
      ? { name: 'order.ask', payload: { ...of, lines: asked } }
      : { name: 'order.askAgreed', payload: { ...of, lines: withQuotes(asked, quotes) } }
  }
  const place = async (
    parts: readonly (AskPart | OrderPart)[],
    addressId: string,
    writtenOf: (key: string) => WrittenTexts,
  ) => {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    let saved = false
    try {
      saved = await mutateAll(parts.map((part) => actOf(part, addressId, writtenOf(part.key))))
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
