import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { whyNotOrderable, type WhyNot } from '#contract/rules/orderable.ts'
import type { Product, Variant } from '#contract/schema/catalogue.ts'
import type { Goods } from '#localdb/queries/goods.ts'
import { links } from '../../app/links.ts'
import { useKept } from '../../data/use-kept.ts'
import { usePerson } from '../../data/use-person.ts'
import { useToast } from '../../ui/toast.tsx'
import { firstQuantities, reckon, type Quantities, type Reckoned } from './choosing.ts'
import { useBuy } from './use-buy.ts'

export type Way = 'add' | 'now'

/** What a person is about to buy of a product, and the presses that buy it. */
export interface Buying {
  product: Product
  variants: readonly Variant[]
  /** Why nothing can be bought. */
  why: WhyNot | undefined
  nums: Quantities
  reckoned: Reckoned
  setNums(nums: Quantities): void
  setNum(variantId: number, num: number): void
  /** The way that waits until the device's own rows are here. */
  waiting: Way | undefined
  /** The way for which variants are being chosen in a sheet. */
  picking: Way | undefined
  pick(way: Way | undefined): void
  press(way: Way): void
}

/** The state of buying a product: quantities, the sheet of its variants, and both ways to buy. */
export function useBuying(goods: Goods, product: Product, gone: boolean): Buying {
  const { t } = useTranslation()
  const toast = useToast()
  const [, navigate] = useLocation()
  const person = usePerson()
  const kept = useKept()
  const [nums, setNums] = useState(() => firstQuantities(product))
  const [picking, pick] = useState<Way>()
  const [waiting, setWaiting] = useState<Way>()
  const buy = useBuy(product, goods.inCart)
  const variants = goods.detail?.variants ?? []
  const reckoned = reckon(product, variants, nums)
  const why = whyNotOrderable(product, { gone })

  const run = async (way: Way) => {
    if (why) return
    if (product.choices > 0 && variants.length === 0) return toast({ text: t('goods.choicesMissing'), kind: 'bad' })
    if (reckoned.pieces === 0) return pick(way)
    if (way === 'now') {
      // An open sheet's history entry is replaced by the next screen, so the sheet is not closed first.
      if (await buy.now(reckoned.chosen))
        navigate(person?.guest ? links.login(false, links.checkout()) : links.checkout())
      return
    }
    pick(undefined)
    if (await buy.add(reckoned.chosen)) setNums(firstQuantities(product))
  }
  // A press on a document of an earlier visit waits for the device's rows.
  const press = (way: Way) => (kept ? setWaiting(way) : void run(way))
  const act = useEffectEvent(run)
  useEffect(() => {
    if (kept || !waiting) return
    setWaiting(undefined)
    void act(waiting)
  }, [kept, waiting])
  return {
    product,
    variants,
    why,
    nums,
    reckoned,
    setNums,
    setNum: (variantId, num) => setNums(new Map(nums).set(variantId, num)),
    waiting,
    picking,
    pick,
    press,
  }
}
