import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { whyNotOrderable, type WhyNot } from '#contract/catalogue/orderable.ts'
import type { Product, Variant } from '#contract/catalogue/schema.ts'
import type { ProductShown } from '#localdb/queries/catalogue/goods.ts'
import { links } from '../../../links/links.ts'
import { useKept } from '../../../data/document/use-kept.ts'
import { usePerson } from '../../../data/use-person.ts'
import { useAreaOpen } from '../../../parts/addresses/own-area-known.ts'
import { useToast } from '../../../ui/layers/toast.tsx'
import { firstQuantities, reckon, spread, type Quantities, type Reckoned } from './choosing.ts'
import { useBuy } from './use-buy.ts'

export type BuyingWay = 'add' | 'now'

/** The quantities of a product that a person has chosen, and the presses that buy them. */
export interface Buying {
  product: Product
  variants: readonly Variant[]
  /** Why nothing can be bought. */
  why: WhyNot | undefined
  /** Its store is closed for now. */
  closed: boolean
  nums: Quantities
  reckoned: Reckoned
  setNums(nums: Quantities): void
  setNum(variantId: number, num: number): void
  /** Takes a number of pieces, over all variants; undefined while there is nothing to take. */
  take: ((pieces: number) => void) | undefined
  /** The way that waits until the device's own rows, or the product's choices, are here. */
  waiting: BuyingWay | undefined
  /** The way for which variants are being chosen in a sheet. */
  picking: BuyingWay | undefined
  pick(way: BuyingWay | undefined): void
  press(way: BuyingWay): void
}

/**
 * The state of buying a product: quantities, the sheet of its variants, and both ways to buy. `gone`: it is no longer
 * sold, or its store is `closed`; `failed`: its choices do not come for now.
 */
export function useBuying(
  goods: ProductShown,
  product: Product,
  { gone, closed, failed }: { gone: boolean; closed: boolean; failed: boolean },
): Buying {
  const { t } = useTranslation()
  const toast = useToast()
  const [, navigate] = useLocation()
  const person = usePerson()
  const kept = useKept()
  const [nums, setNums] = useState(() => firstQuantities(product))
  const [picking, pick] = useState<BuyingWay>()
  const [waiting, setWaiting] = useState<BuyingWay>()
  const buy = useBuy(product, goods.inCart)
  const variants = goods.detail?.variants ?? []
  const reckoned = reckon(product, variants, nums)
  const why = whyNotOrderable(product, { gone, areaOpen: useAreaOpen() })
  const bare = product.choices > 0 && variants.length === 0

  const run = async (way: BuyingWay) => {
    if (why) return
    if (bare) return toast({ text: t('goods.choicesMissing'), kind: 'bad' })
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
  // A press on a document of an earlier visit waits for the device's rows, one on any document for whose device it is,
  // and one before the choices, for them.
  const early = kept || !person || (bare && !failed && !why)
  const press = (way: BuyingWay) => (early ? setWaiting(way) : void run(way))
  const act = useEffectEvent(run)
  useEffect(() => {
    if (early || !waiting) return
    setWaiting(undefined)
    void act(waiting)
  }, [early, waiting])
  return {
    product,
    variants,
    why,
    closed,
    nums,
    reckoned,
    setNums,
    take:
      why || bare
        ? undefined
        : (pieces) =>
            setNums(product.choices === 0 ? new Map([[0, pieces]]) : spread(nums, variants, pieces, product.multiple)),
    setNum: (variantId, num) => setNums(new Map(nums).set(variantId, num)),
    waiting,
    picking,
    pick,
    press,
  }
}
