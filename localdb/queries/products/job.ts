import type { GoodsJob } from '../../rows/goods-job.ts'
import type { UserReader } from '../../read.ts'
import type { MetaRows } from '../../schema.ts'

export type { GoodsJob }

/** The changes of many goods that are being recorded here, or were until somebody has seen it. */
export const goodsJob = async (user: UserReader): Promise<GoodsJob | null> =>
  ((await user.meta.get('goodsJob')) as MetaRows['goodsJob'] | undefined) ?? null
