import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { cartLineKeys } from '#localdb/queries/cart/lines.ts'
import { links } from '../../links/links.ts'
import type { PadReady, PadShown } from '../../data/use-answer.ts'
import { useLive } from '../../data/use-live.ts'
import { useMutateAll, type Act } from '../../data/use-mutate.ts'
import { AddToList } from '../../parts/own-lists/add-to-list.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { useMoney } from '../../parts/money/use-money.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import styles from './pad.module.css'
import { forCart } from './to-cart.ts'
import type { KeyedRow, PadActs } from './use-pad.ts'

const adding = ({ id, shopId, variantId, num, price, currency }: PadReady): Act => ({
  name: 'cart.add',
  payload: { id, shopId, variantId, num, price, currency },
})

interface FootProps {
  acts: PadActs
  rows: readonly KeyedRow[]
  lines: ReadonlyMap<number, PadShown>
  /** The shop is being asked about some rows. */
  asking: boolean
}

/** The total of the ready rows, and the buttons that put them into the cart or onto a list. */
export function PadFoot({ acts, rows, lines, asking }: FootProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const toast = useToast()
  const [, navigate] = useLocation()
  const mutateAll = useMutateAll()
  const there = useLive(cartLineKeys, [])
  const [busy, setBusy] = useState(false)
  const { lines: ready, keys, left } = forCart(lines, there ?? new Set())
  const sum = useSum(ready)
  const add = async () => {
    if (ready.length === 0) return toast({ text: t('pad.noneReady'), kind: 'bad' })
    setBusy(true)
    const saved = await mutateAll(ready.map(adding), {
      text: left > 0 ? t('pad.addedSome', { n: format.number(left) }) : t('pad.added', { count: ready.length }),
      kind: left > 0 ? 'plain' : 'good',
      action: { label: t('goods.viewCart'), run: () => navigate(links.cart) },
    }).finally(() => setBusy(false))
    // Rows that were not taken stay on the pad, with the reason.
    if (saved) acts.remove(keys)
  }
  return (
    <div className={styles.foot}>
      <p className={styles.sum} aria-live="polite">
        <strong>{sum}</strong>
        <span>
          {asking
            ? t('pad.asking')
            : t('pad.ready', { n: format.number(keys.size + left), of: format.number(rows.length) })}
        </span>
      </p>
      <AddToList lines={ready} short />
      <Button kind="accent" busy={busy} icon={<ShoppingCart />} onClick={() => void add()}>
        {t('pad.toCart')}
      </Button>
    </div>
  )
}

/** The sum of the lines, each converted and rounded as it is shown; by currency where one could not be converted. */
function useSum(lines: readonly PadReady[]): string {
  const { money } = useFormat()
  const { shown, currency } = useMoney()
  const sums = new Map<string, number>([[currency, 0]])
  for (const line of lines) {
    const one = shown(line.amount, line.currency)
    sums.set(one.currency, (sums.get(one.currency) ?? 0) + one.amount)
  }
  return [...sums]
    .filter(([of, amount]) => amount > 0 || (of === currency && sums.size === 1))
    .map(([of, amount]) => money(amount, of))
    .join(' + ')
}
