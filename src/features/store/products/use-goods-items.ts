import { useEffect, useState } from 'react'
import { goodsItems, type GoodsItem } from '#localdb/queries/products/items.ts'
import { useStoreLive } from '../../../data/stores/use-store.ts'
import { useGoodsJob } from './goods-job.tsx'

const nothing = async (): Promise<GoodsItem[] | undefined> => undefined

/**
 * All goods of the store, the newest first; undefined until they are read. While many are being recorded the list
 * stands still: reading all of them after each piece would keep the next one waiting.
 */
export function useGoodsItems(): GoodsItem[] | undefined {
  const running = useGoodsJob()?.state === 'running'
  const [kept, keep] = useState<GoodsItem[]>()
  const items = useStoreLive<GoodsItem[] | undefined>(running && kept ? nothing : goodsItems)
  useEffect(() => {
    if (items) keep(items)
  }, [items])
  return items ?? kept
}
