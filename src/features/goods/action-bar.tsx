import Heart from 'lucide-react/icons/heart'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cartPieces } from '#localdb/queries/cart.ts'
import type { Register } from '#localdb/queries/goods.ts'
import { links } from '../../app/links.ts'
import { useKept } from '../../data/use-kept.ts'
import { useLive } from '../../data/use-live.ts'
import { useMutate } from '../../data/use-mutate.ts'
import { useFormat } from '../../parts/use-format.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './goods.module.css'

interface ActionBarProps {
  id: number
  favourite: Register
  onBuy(): void
  onAdd(): void
}

/** The actions on a product; none waits for the network. */
export function ActionBar({ id, favourite, onBuy, onAdd }: ActionBarProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const mutate = useMutate()
  const pieces = useLive(cartPieces, [], 0)
  const kept = useKept()
  // A press on a document of an earlier visit waits for the device's rows.
  const [waiting, setWaiting] = useState<'buy' | 'add'>()
  const press = (what: 'buy' | 'add') => {
    if (kept) setWaiting(what)
    else (what === 'buy' ? onBuy : onAdd)()
  }
  const act = useEffectEvent(press)
  useEffect(() => {
    if (kept || !waiting) return
    setWaiting(undefined)
    act(waiting)
  }, [kept, waiting])
  const toggle = () =>
    void mutate(
      'favourite.set',
      { id, on: !favourite.on },
      { text: t(favourite.on ? 'goods.uncollected' : 'goods.collected'), kind: 'good' },
    )
  return (
    <div className={styles.actions} role="group" aria-label={t('goods.actions')}>
      <IconButton label={t('goods.favourite')} icon={<Heart />} pressed={favourite.on} onClick={toggle} />
      <a
        className={styles.cart}
        href={links.cart}
        aria-label={pieces > 0 ? t('goods.cartCount', { n: format.number(pieces) }) : t('goods.cart')}
      >
        <ShoppingCart aria-hidden="true" />
        <CountBadge count={pieces} />
      </a>
      <Button kind="secondary" className={styles.press} busy={waiting === 'buy'} onClick={() => press('buy')}>
        {t('goods.buyNow')}
      </Button>
      <Button kind="accent" className={styles.press} busy={waiting === 'add'} onClick={() => press('add')}>
        {t('goods.addToCart')}
      </Button>
    </div>
  )
}
